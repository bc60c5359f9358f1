/**
 * Reads the boxes of MP4 and MOV files (ISO/IEC 14496-12), of which nothing is believed: a box that does not fit into the
 * one around it ends the reading there, what is read into memory has a bound, and so has every count.
 */
import { open } from 'node:fs/promises'

export interface Mp4Box {
  readonly type: string
  /** From the start of the file. */
  readonly start: number
  /** With its header. */
  readonly bytes: number
}

export interface Mp4Outline {
  readonly bytes: number
  /** At the top of the file, in order. */
  readonly boxes: readonly Mp4Box[]
  /** The boxes fill the file exactly. */
  readonly isWhole: boolean
  /** What is in the first `moov`; null when there is none, or it is larger than any reel's. */
  readonly moov: Buffer | null
}

/** A quarter of an hour at 60 frames a second has one of 2 MB. */
const MOOV_BYTES_MAX = 16 * 1024 * 1024
const BOXES_MAX = 10_000
const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16

export async function mp4Outline(path: string): Promise<Mp4Outline> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const boxes: Mp4Box[] = []
    const header = Buffer.alloc(LONG_HEADER_BYTES)
    let at = 0
    while (at < size && boxes.length < BOXES_MAX) {
      const { bytesRead } = await file.read(header, 0, LONG_HEADER_BYTES, at)
      const box = headerOf(header.subarray(0, bytesRead), size - at)
      if (!box) break
      boxes.push({ type: box.type, start: at, bytes: box.bytes })
      at += box.bytes
    }
    const found = boxes.find((box) => box.type === 'moov')
    const moov = found && found.bytes <= MOOV_BYTES_MAX ? Buffer.alloc(found.bytes) : null
    if (found && moov) await file.read(moov, 0, found.bytes, found.start)
    return { bytes: size, boxes, isWhole: at === size, moov: moov && bodyOf(moov) }
  } finally {
    await file.close()
  }
}

/** The boxes inside a body, in order. */
export function* boxesIn(body: Buffer): Generator<{ type: string; body: Buffer }> {
  let at = 0
  for (let count = 0; at < body.length && count < BOXES_MAX; count += 1) {
    const box = headerOf(body.subarray(at, at + LONG_HEADER_BYTES), body.length - at)
    if (!box) return
    yield { type: box.type, body: body.subarray(at + box.headerBytes, at + box.bytes) }
    at += box.bytes
  }
}

/** The first box on the way down; null when there is none. */
export function boxAt(body: Buffer, ...path: readonly string[]): Buffer | null {
  let inner: Buffer | null = body
  for (const type of path) {
    if (!inner) return null
    inner = [...boxesIn(inner)].find((box) => box.type === type)?.body ?? null
  }
  return inner
}

/** Reads numbers; what lies beyond the end is 0, which no caller takes for a good value. */
export function numbersOf(body: Buffer) {
  const within = (at: number, bytes: number) => at >= 0 && at + bytes <= body.length
  return {
    bytes: body.length,
    byte: (at: number) => body[at] ?? 0,
    short: (at: number) => (within(at, 2) ? body.readUInt16BE(at) : 0),
    word: (at: number) => (within(at, 4) ? body.readUInt32BE(at) : 0),
    signedWord: (at: number) => (within(at, 4) ? body.readInt32BE(at) : 0),
    long: (at: number) => (within(at, 8) ? Number(body.readBigUInt64BE(at)) : 0),
    signedLong: (at: number) => (within(at, 8) ? Number(body.readBigInt64BE(at)) : 0),
  }
}

function bodyOf(box: Buffer): Buffer {
  return box.subarray(headerOf(box, box.length)?.headerBytes ?? HEADER_BYTES)
}

function headerOf(header: Buffer, left: number): { type: string; bytes: number; headerBytes: number } | null {
  if (header.length < HEADER_BYTES) return null
  const type = header.toString('latin1', 4, 8)
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return null
  const short = header.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && header.length < LONG_HEADER_BYTES) return null
  // 0: up to the end of what is around it.
  const bytes = short === 0 ? left : isLong ? Number(header.readBigUInt64BE(8)) : short
  const headerBytes = isLong ? LONG_HEADER_BYTES : HEADER_BYTES
  return bytes >= headerBytes && bytes <= left ? { type, bytes, headerBytes } : null
}
