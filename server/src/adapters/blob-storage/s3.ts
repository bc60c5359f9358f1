/**
 * Blob storage in a bucket of S3 or a relative of it, for installations with more than one machine. The keys are the paths
 * that blobs have in a folder, so that a folder is moved there by copying it. See docs/decisions/0011.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { gunzip, gzip } from '#platform/compression.ts'
import type { StreamedAnswer } from '#platform/http/stream-out.ts'
import type { Log } from '#platform/log.ts'
import { type BlobRange, type BlobStorage, checkHash, type OpenBlob, rangeWithin } from '#ports/blob-storage.ts'
import { type S3Parts, s3Calls } from './s3-calls.ts'
import { S3Failure, type S3Location } from './s3-failure.ts'

/** Of one put, by the vendor; what is larger would have to be sent in parts. */
const PUT_BYTES_MAX = 5 * 1024 ** 3
/** `get` holds a blob in memory; large ones are read with `open`. */
const GET_BYTES_MAX = 256 * 1024 ** 2

export interface S3BlobStorage extends BlobStorage {
  /** Puts a small object, reads it and removes it. Throws `S3Failure` with a sentence that says what is wrong. */
  check(): Promise<void>
}

export function s3BlobStorage(
  location: S3Location,
  { log, ...parts }: S3Parts & { log: Pick<Log, 'error'> },
): S3BlobStorage {
  const calls = s3Calls(location, parts)
  /** Blobs that were found to be something else: the next put writes over them. */
  const altered = new Set<string>()

  /** Whether the object is there, as long as it should be where that is known. */
  async function isHere(key: string, bytes: number | null): Promise<boolean> {
    const size = await calls.ask({ method: 'HEAD', key }, async (answer) => {
      await allOf(answer)
      return answer.headers['content-length']
    })
    return size !== null && (bytes === null || size === String(bytes))
  }

  async function write(key: string, hash: string, bytes: number, body: Uint8Array | (() => Readable)): Promise<void> {
    const headers = { 'content-type': key.endsWith('.gz') ? 'application/gzip' : 'application/octet-stream' }
    await calls.ask({ method: 'PUT', key, hash, bytes, body, headers }, allOf)
  }

  /** Null when it is missing, or is not what its name says. */
  async function read(hash: string, suffix: '' | '.gz'): Promise<Uint8Array | null> {
    const bytes = await calls.ask({ method: 'GET', key: keyOf(hash) + suffix }, allOf)
    if (bytes === null) return null
    const content = suffix === '' ? bytes : await gunzip(bytes, GET_BYTES_MAX).catch(() => null)
    if (content && hashOf(content) === hash) return content
    altered.add(hash)
    log.error({ hash, bytes: bytes.length }, 'a blob in the storage is not what its name says, and counts as missing')
    return null
  }

  const open: BlobStorage['open'] = async (hash, range) => {
    const key = keyOf(hash)
    if (range) rangeWithin(Number.POSITIVE_INFINITY, range)
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    try {
      return await calls.ask({ method: 'GET', key, headers }, (answer) => openAnswer(answer, range))
    } catch (error) {
      if (!(error instanceof S3Failure && error.status === 416)) throw error
      throw new RangeError(`There are no such bytes in ${hash}`)
    }
  }

  return {
    async put(bytes, { compress = false } = {}) {
      const hash = hashOf(bytes)
      const key = keyOf(hash) + (compress ? '.gz' : '')
      if (!altered.has(hash) && (await isHere(key, compress ? null : bytes.length))) return hash
      const body = compress ? await gzip(bytes) : bytes
      await write(key, compress ? hashOf(body) : hash, body.length, body)
      altered.delete(hash)
      return hash
    },

    async putFile(path) {
      const { size } = await stat(path)
      if (size > PUT_BYTES_MAX) throw new Error('A file of more than 5 GB cannot be put into the storage')
      const hash = await hashOfFile(path)
      const key = keyOf(hash)
      if (!altered.has(hash) && (await isHere(key, size))) return hash
      // No more than was hashed: a file that changes meanwhile is refused, because it is not what the hash says.
      await write(key, hash, size, () => createReadStream(path, { end: Math.max(0, size - 1) }))
      altered.delete(hash)
      return hash
    },

    async get(hash, { compress = false } = {}) {
      const [first, second] = compress ? (['.gz', ''] as const) : (['', '.gz'] as const)
      return (await read(checkHash(hash), first)) ?? read(hash, second)
    },

    open,

    async readChunks(hash, range) {
      return (await open(hash, range))?.stream ?? null
    },

    async openStored(hash, { compress = false } = {}) {
      for (const isCompressed of compress ? [true, false] : [false, true]) {
        const key = keyOf(hash) + (isCompressed ? '.gz' : '')
        const found = await calls.ask({ method: 'GET', key }, (answer) => openAnswer(answer, undefined))
        if (found) return Object.assign(found, { isCompressed })
      }
      return null
    },

    async remove(hash) {
      for (const suffix of ['', '.gz']) await calls.ask({ method: 'DELETE', key: keyOf(hash) + suffix }, allOf)
    },

    listStoredBefore: null,

    temporaryAddress: {
      origin: new URL(location.endpoint).origin,
      of: (hash, options) => calls.temporaryAddress(keyOf(hash), options),
    },

    async check() {
      const key = `check-${randomUUID()}`
      const bytes = Buffer.from('tangelo looks whether it may put, read and remove')
      const find = () => calls.ask({ method: 'GET', key }, allOf)
      const before = await find()
      await write(key, hashOf(bytes), bytes.length, bytes)
      const after = await find()
      await calls.ask({ method: 'DELETE', key }, allOf)
      if (before === null && after !== null && bytes.equals(after)) return
      const place = new URL(location.endpoint).host
      throw new S3Failure(`The storage at ${place} does not give back what was put there: check S3_ENDPOINT.`)
    },
  }
}

const keyOf = (hash: string) => `${checkHash(hash).slice(0, 2)}/${hash.slice(2)}`

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function hashOfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) sum.update(chunk)
  return sum.digest('hex')
}

async function openAnswer({ status, headers, body }: StreamedAnswer, range: BlobRange | undefined): Promise<OpenBlob> {
  const bytes = Number(headers['content-length'])
  try {
    if (range) rangeWithin(status === 206 ? Number(headers['content-range']?.split('/')[1]) : bytes, range)
    if (!Number.isSafeInteger(bytes) || (range && bytes !== range.end - range.start + 1))
      throw new S3Failure('The storage does not answer with the bytes that were asked for.', { status, code: '' })
    return { stream: body, bytes }
  } catch (error) {
    body.destroy()
    throw error
  }
}

async function allOf({ body }: StreamedAnswer): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > GET_BYTES_MAX) throw new Error('A blob is too large to be read whole')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
