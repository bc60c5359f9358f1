/** The bytes of a file in order, a few at a time, and records regrouped into the batches that the port promises. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { type FileBatch, type FileRecord, type FileShape, UnreadableFile } from '#ports/figures-file.ts'

/** Small enough that reading leaves the event loop free in between (about 1,500 rows of a table). */
const CHUNK_BYTES = 64 * 1024
const BATCH_RECORDS = 500
/** Profiles are large: a batch is handed over early rather than kept growing. */
const BATCH_BYTES = 4 * 1024 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

export type FileFormat = FileShape['format']

export interface Chunk {
  bytes: Buffer
  /** Bytes of the file read up to the end of this chunk. */
  bytesRead: number
}

/** A UTF-8 byte order mark at the start is left out. */
export async function* fileChunks(path: string): AsyncGenerator<Chunk> {
  let bytesRead = 0
  for await (const bytes of bytesOf(path)) {
    const isFirst = bytesRead === 0
    bytesRead += bytes.length
    yield { bytes: isFirst ? withoutMark(bytes) : bytes, bytesRead }
  }
}

/**
 * Throws `UnreadableFile` where the text is not UTF-8: read on, its characters would be lost. The whole file is looked at
 * before its first record is handed over, so that none of it is stored and it can be brought again.
 */
export async function expectUtf8(path: string, format: FileFormat): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of bytesOf(path)) decoder.decode(bytes, { stream: true })
    // JSON that ends inside a character is cut off: its reader says so, and keeps what came before.
    if (format === 'table') decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const wanted = format === 'table' ? 'CSV (UTF-8)' : 'UTF-8'
    throw new UnreadableFile(`This text is not stored as UTF-8. Save it as ${wanted} and import that`)
  }
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: CHUNK_BYTES })

/** The first bytes of a file, enough to identify its format, and its size. */
export async function fileHead(path: string): Promise<{ bytes: Buffer; fileBytes: number }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, 0)
    return { bytes: withoutMark(buffer.subarray(0, bytesRead)), fileBytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

export async function* inBatches(source: AsyncIterable<FileBatch>): AsyncGenerator<FileBatch> {
  let waiting: FileRecord[] = []
  let handedOverAt = 0
  let bytesRead = 0
  for await (const some of source) {
    bytesRead = some.bytesRead
    waiting = waiting.length === 0 ? some.records : waiting.concat(some.records)
    while (waiting.length >= BATCH_RECORDS || (waiting.length > 0 && bytesRead - handedOverAt >= BATCH_BYTES)) {
      yield { records: waiting.slice(0, BATCH_RECORDS), bytesRead }
      waiting = waiting.slice(BATCH_RECORDS)
      if (waiting.length < BATCH_RECORDS) handedOverAt = bytesRead
    }
  }
  if (waiting.length > 0) yield { records: waiting, bytesRead }
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes
}
