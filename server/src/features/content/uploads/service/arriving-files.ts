/** Files that arrive: in a temporary place until they are checked, and refused where the company has no room for them. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FormPart } from '#platform/http/form.ts'
import { imageFailure, type Kind, storageFull, toRefusal } from '../uploads.rules.ts'
import type { uploadsStore } from '../uploads.store.ts'

/** A file that is about to be stored, and its future name; computed only where space is short. */
interface Arriving {
  bytes: number
  hash: () => Promise<string>
}

export function arrivingFiles({
  store,
  temporaryPath,
  companyBytesMax,
}: {
  store: Pick<ReturnType<typeof uploadsStore>, 'bytesOf'>
  temporaryPath: string
  /** What the images and the music of one company may take up. */
  companyBytesMax: number
}) {
  /** Stores the file temporarily until `use` is done with it. The copy is always removed. */
  async function aside<Result>(part: FormPart, kind: Kind, use: (path: string) => Promise<Result>): Promise<Result> {
    const path = join(temporaryPath, `upload-${randomUUID()}`)
    try {
      await pipeline(part.stream, createWriteStream(path))
      if (part.isCut()) {
        const { bytesMax } = kind
        const size = `${bytesMax.toLocaleString('en')} bytes (${bytesMax / 1024 ** 2} MB)`
        throw toRefusal(part, kind, 413, 'too_large', `is larger than ${size}`)
      }
      return await use(path)
    } catch (error) {
      throw imageFailure(error, part)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Before anything is stored: what finds no room takes none. What the company has already takes no more of it. */
  async function expectRoom(companyId: number, files: readonly Arriving[], isHere: (hash: string) => Promise<boolean>) {
    const room = companyBytesMax - (await store.bytesOf(companyId))
    if (sumOf(files.map(({ bytes }) => bytes)) <= room) return
    const fresh = new Map<string, number>()
    for (const { bytes, hash } of files) {
      const name = await hash()
      if (!(await isHere(name))) fresh.set(name, bytes)
    }
    if (sumOf([...fresh.values()]) > room) throw storageFull(companyBytesMax)
  }

  return { aside, expectRoom }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
