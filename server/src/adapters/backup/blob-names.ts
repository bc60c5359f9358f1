/** Names of blobs in a file beside the backup. */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { CarriedRows, NamedBlob } from '#platform/database/carried-rows.ts'

/** The blobs that the moment of the store names, in a file: they may be millions. */
export async function writeNames(rows: CarriedRows, path: string): Promise<void> {
  await pipeline(
    async function* () {
      for await (const blobs of rows.blobs())
        yield blobs.map(({ name, packed }) => `${name} ${packed ? 1 : 0}\n`).join('')
    },
    createWriteStream(path, { mode: 0o600 }),
  )
}

export async function* readNames(path: string): AsyncGenerator<NamedBlob> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [name = '', packed] = line.split(' ')
    yield { name, packed: packed === '1' }
  }
}
