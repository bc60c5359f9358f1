/**
 * The media that go into a backup, one after the other: all that lie in a folder, or those that rows name, out of a bucket,
 * which is not listed because other installations may use it too. What is removed while a backup is made is left out of it.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzip } from '#platform/compression.ts'
import type { NamedBlob } from '#platform/database/carried-rows.ts'
import { filesUnder } from '#platform/disk.ts'
import { CallFailure } from '#platform/http/call-out.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'

export interface Medium {
  /** In the backup. */
  name: string
  bytes: number
  content(): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** Null for one that is not there, or not as it was put there. */
export type Media = AsyncGenerator<Medium | null>

const CHUNK_BYTES = 256 * 1024
const NAME_OF_MEDIUM = /^[0-9a-f]{2}\/[0-9a-f]{62}(\.gz)?$/

export const mediaPathsIn = async (blobsPath: string): Promise<string[]> =>
  (await filesUnder(blobsPath)).filter((path) => NAME_OF_MEDIUM.test(nameIn(blobsPath, path)))

const nameIn = (blobsPath: string, path: string) => relative(blobsPath, path).replaceAll('\\', '/')

export async function* mediaInFolder(blobsPath: string): Media {
  for (const path of await mediaPathsIn(blobsPath)) {
    const file = await open(path).catch((error) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    // Removed since it was listed: the store of this backup may still name it, as it may on any day.
    if (!file) continue
    yield {
      name: `blobs/${nameIn(blobsPath, path)}`,
      bytes: (await file.stat()).size,
      content: () => file.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES }),
      close: () => file.close(),
    }
  }
}

/** Requests under way at once: each takes longer on its way than it takes to write. */
const AT_ONCE = 8
/** What is longer goes through a file. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024

export async function* mediaInBucket(
  blobs: BlobStorage,
  named: AsyncIterable<NamedBlob>,
  /** Begins the names of files that are gone when this ends. */
  temporaryPath: string,
): Media {
  let begun = 0
  const fetchNext = ({ name, packed }: NamedBlob) => {
    begun += 1
    return fetchMedium(blobs, name, packed, `${temporaryPath}-${begun}`)
  }
  const under: Promise<Medium | null>[] = []
  try {
    for await (const blob of named) {
      const next = fetchNext(blob)
      // What fails is thrown when its turn comes.
      next.catch(() => {})
      under.push(next)
      const first = under.length < AT_ONCE ? undefined : under.shift()
      if (first) yield await first
    }
    for (let first = under.shift(); first; first = under.shift()) yield await first
  } finally {
    for (const medium of await Promise.allSettled(under)) if (medium.status === 'fulfilled') await medium.value?.close()
  }
}

/** Of a blob that breaks off on its way: one of thousands does, now and then. */
const TRIES = 3
const WAIT_MS = 500

async function fetchMedium(blobs: BlobStorage, hash: string, packed: boolean, path: string): Promise<Medium | null> {
  for (let tries = 1; ; tries += 1)
    try {
      return await fetchOnce(blobs, hash, packed, path)
    } catch (error) {
      if (!(error instanceof CallFailure) || tries === TRIES) throw error
      await pause(WAIT_MS * tries)
    }
}

async function fetchOnce(blobs: BlobStorage, hash: string, packed: boolean, path: string): Promise<Medium | null> {
  const found = await blobs.openStored(hash, { compress: packed })
  if (!found) return null
  const { bytes, stream, isCompressed } = found
  const name = `blobs/${hash.slice(0, 2)}/${hash.slice(2)}${isCompressed ? '.gz' : ''}`
  if (isCompressed || bytes <= IN_MEMORY_BYTES) {
    const content = await allOf(stream)
    if ((await hashOf(content, isCompressed)) !== hash) return null
    return {
      name,
      bytes: content.length,
      content: async function* () {
        yield content
      },
      close: async () => {},
    }
  }
  const sum = createHash('sha256')
  const close = () => rm(path, { force: true })
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sum.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
  } catch (error) {
    await close()
    throw error
  }
  if (sum.digest('hex') === hash)
    return { name, bytes, content: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }), close }
  await close()
  return null
}

async function allOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function hashOf(content: Buffer, isCompressed: boolean): Promise<string | null> {
  const expanded = isCompressed ? await gunzip(content).catch(() => null) : content
  return expanded && createHash('sha256').update(expanded).digest('hex')
}
