/** The bytes of a file in order, a few at a time, and records regrouped into the batches that the port promises. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { type FileBatch, type FileRecord, UnreadableFile } from '#ports/figures-file.ts'

/** Small enough that reading leaves the event loop free in between (about 1,500 rows of a table). */
const CHUNK_BYTES = 64 * 1024
const BATCH_RECORDS = 500
/** Profiles are large: a batch is handed over early rather than kept growing. */
const BATCH_BYTES = 4 * 1024 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

export interface Chunk {
  bytes: Buffer
  /** Bytes of the file read up to the end of this chunk. */
  bytesRead: number
}

/** A UTF-8 byte order mark at the start is left out. `isStrict`: throws `UnreadableFile` where the text is not UTF-8. */
export async function* fileChunks(path: string, isStrict = false): AsyncGenerator<Chunk> {
  const decoder = isStrict ? new TextDecoder('utf-8', { fatal: true }) : null
  let bytesRead = 0
  for await (const read of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const bytes = bytesRead === 0 ? withoutMark(read) : read
    bytesRead += read.length
    expectText(decoder, read)
    yield { bytes, bytesRead }
  }
}

function expectText(decoder: TextDecoder | null, bytes: Buffer): void {
  try {
    decoder?.decode(bytes, { stream: true })
  } catch {
    throw new UnreadableFile('This text is not stored as UTF-8. Save it as CSV (UTF-8) and import that')
  }
}

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
