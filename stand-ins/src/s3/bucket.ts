/** Objects under their keys, whole or not at all, and the conditions and ranges under which they are read. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../http/send.ts'
import { s3Errors } from './s3-errors.ts'

export interface StoredObject {
  bytes: Buffer
  type: string
  /** Epoch milliseconds. */
  at: number
}

export interface Bucket {
  /** What is kept; tests change it in ways that the interface does not allow. */
  readonly objects: Map<string, StoredObject>
  put(key: string, bytes: Buffer, headers: IncomingHttpHeaders, at: number): Answer
  read(key: string, headers: IncomingHttpHeaders): Answer
  remove(key: string): Answer
}

export function bucket(): Bucket {
  const objects = new Map<string, StoredObject>()
  return {
    objects,
    put(key, bytes, headers, at) {
      if (headers['content-length'] === undefined) return s3Errors.missingLength()
      if (headers['x-amz-content-sha256'] !== hashOf('sha256', bytes)) return s3Errors.otherContent()
      if (headers['if-none-match'] === '*' && objects.has(key)) return s3Errors.preconditionFailed()
      objects.set(key, { bytes, type: headers['content-type'] ?? 'binary/octet-stream', at })
      return { status: 200, headers: { ETag: tagOf(bytes) }, body: nothing }
    },
    read(key, headers) {
      const found = objects.get(key)
      if (!found) return s3Errors.noSuchKey()
      const tag = tagOf(found.bytes)
      const known = { ETag: tag, 'Last-Modified': new Date(found.at).toUTCString(), 'Accept-Ranges': 'bytes' }
      const described = { ...known, 'Content-Type': found.type }
      if (headers['if-match'] !== undefined && headers['if-match'] !== tag) return s3Errors.preconditionFailed()
      if (headers['if-none-match'] === tag) return { status: 304, headers: described, body: nothing }
      const size = found.bytes.length
      const range = rangeIn(headers.range, size)
      if (!range) return { status: 200, headers: described, body: found.bytes }
      if (range.start >= size) return s3Errors.invalidRange()
      return {
        status: 206,
        headers: { ...described, 'Content-Range': `bytes ${range.start}-${range.end}/${size}` },
        body: found.bytes.subarray(range.start, range.end + 1),
      }
    },
    remove(key) {
      objects.delete(key)
      return { status: 204, headers: { 'Content-Type': 'application/xml' }, body: nothing }
    },
  }
}

export const hashOf = (algorithm: 'md5' | 'sha256', bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex')

const nothing = Buffer.alloc(0)

const tagOf = (bytes: Buffer) => `"${hashOf('md5', bytes)}"`

/** One range; the vendor answers several, and what it does not understand, with the whole object. */
function rangeIn(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return { start: Number(last) === 0 ? size : Math.max(0, size - Number(last)), end: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
