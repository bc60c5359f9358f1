/**
 * Blob storage in a folder of this machine, two levels deep (`ab/cdef…`) so that no directory grows huge.
 * A blob appears under its name only when complete and on the disk: it is written aside and renamed. A compressed one ends
 * in `.gz`.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzip, gzip } from '#platform/compression.ts'
import { type BlobRange, type BlobStorage, checkHash, isHash, rangeWithin } from '#ports/blob-storage.ts'

/** Large enough for a disk to be quick, small enough for many at once. */
const CHUNK_BYTES = 256 * 1024

export function folderBlobStorage(root: string): BlobStorage {
  const pathOf = (hash: string) => join(root, checkHash(hash).slice(0, 2), hash.slice(2))

  /** `write` fills a file aside, which then gets the name that it answers; null where the blob is there already. */
  async function whole(write: (part: string) => Promise<string | null>): Promise<void> {
    const part = join(root, PARTS, `${randomUUID()}.part`)
    await mkdir(dirname(part), { recursive: true })
    try {
      const path = await write(part)
      if (path === null) return
      await mkdir(dirname(path), { recursive: true })
      await rename(part, path)
    } finally {
      await rm(part, { force: true })
    }
  }

  return {
    async put(bytes, { compress = false } = {}) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      // A compressed one does not do for a plain one: `open` cannot read it.
      if ((await exists(pathOf(hash))) || (compress && (await exists(`${pathOf(hash)}.gz`)))) return hash
      await whole(async (part) => {
        await writeFile(part, compress ? await gzip(bytes) : bytes, { flush: true })
        return compress ? `${pathOf(hash)}.gz` : pathOf(hash)
      })
      return hash
    },

    async putFile(path) {
      const sum = createHash('sha256')
      let hash = ''
      await whole(async (part) => {
        await pipeline(
          createReadStream(path, { highWaterMark: CHUNK_BYTES }),
          // Hashed as they are written: what is kept has this name even if the file changes meanwhile.
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              sum.update(chunk)
              yield chunk
            }
          },
          createWriteStream(part, { flush: true }),
        )
        hash = sum.digest('hex')
        return (await exists(pathOf(hash))) ? null : pathOf(hash)
      })
      return hash
    },

    async get(hash, { compress = false } = {}) {
      const readPlain = () => ifThere(readFile(pathOf(hash)))
      const readPacked = async () => {
        const packed = await ifThere(readFile(`${pathOf(hash)}.gz`))
        return packed && gunzip(packed)
      }
      return compress ? ((await readPacked()) ?? readPlain()) : ((await readPlain()) ?? readPacked())
    },

    async open(hash, range) {
      const file = await ifThere(open(pathOf(hash)))
      return file && read(file, range)
    },

    async readChunks(hash, range) {
      const file = await ifThere(open(pathOf(hash)))
      return file && chunksOf(file, range)
    },

    async openStored(hash, { compress = false } = {}) {
      for (const isCompressed of compress ? [true, false] : [false, true]) {
        const file = await ifThere(open(`${pathOf(hash)}${isCompressed ? '.gz' : ''}`))
        if (file) return Object.assign(await read(file, undefined), { isCompressed })
      }
      return null
    },

    async remove(hash) {
      await rm(pathOf(hash), { force: true })
      await rm(`${pathOf(hash)}.gz`, { force: true })
    },

    temporaryAddress: null,

    async *listStoredBefore(moment) {
      for (const folder of (await ifThere(readdir(root))) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const names = ((await ifThere(readdir(join(root, folder)))) ?? []).map((name) => folder + name)
        const old: string[] = []
        for (const hash of names.filter(isHash)) {
          const found = await ifThere(stat(pathOf(hash)))
          if (found && found.mtimeMs < moment) old.push(hash)
        }
        if (old.length > 0) yield old
      }
    },
  }
}

/** Where blobs lie while they are written. What a killed process left there goes when the data folder is taken again. */
const PARTS = 'parts'

async function read(file: FileHandle, range: { start: number; end: number } | undefined) {
  try {
    const { size } = await file.stat()
    const { start, end } = rangeWithin(size, range)
    const stream = file.createReadStream({ start, end: Math.max(end, start), highWaterMark: CHUNK_BYTES })
    return { stream, bytes: end - start + 1 }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** One piece of memory for all of it. */
async function* chunksOf(file: FileHandle, range: BlobRange): AsyncGenerator<Uint8Array> {
  try {
    const { start, end } = rangeWithin((await file.stat()).size, range)
    const memory = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, Math.max(1, end - start + 1)))
    for (let at = start; at <= end; ) {
      const { bytesRead } = await file.read(memory, 0, Math.min(memory.length, end - at + 1), at)
      if (bytesRead === 0) return
      at += bytesRead
      yield memory.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function ifThere<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
