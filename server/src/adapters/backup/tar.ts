/**
 * The oldest container there is (POSIX ustar), so that a backup can be looked into, and taken apart, without tangelo.
 * Plain files only. Sizes from 8 GB on are written as GNU tar does.
 */
import type { FileHandle } from 'node:fs/promises'

const BLOCK = 512
const NAME_MAX_LENGTH = 100
const OCTAL_MAX = 8 ** 11

export interface TarEntry {
  name: string
  bytes: number
  /** Where its content begins in the file. */
  start: number
}

/** Not a tar, or not all of it. */
export class BrokenTar extends Error {
  override name = 'BrokenTar'
}

export function tarHeader({ name, bytes, at }: { name: string; bytes: number; at: number }): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX_LENGTH) throw new Error(`Too long a name for a tar: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeNumber(header, bytes, 124)
  writeNumber(header, Math.floor(at / 1000), 136)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function writeNumber(header: Buffer, value: number, at: number): void {
  if (value < OCTAL_MAX) return void header.write(`${value.toString(8).padStart(11, '0')}\0`, at)
  header[at] = 0x80
  header.writeBigUInt64BE(BigInt(value), at + 4)
}

/** With the place of the sum itself counted as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

/** What fills the last block of a content. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

/** One whole entry. */
export const tarEntry = ({ name, content, at }: { name: string; content: Buffer; at: number }): Buffer[] => [
  tarHeader({ name, bytes: content.length, at }),
  content,
  tarPadding(content.length),
]

export const TAR_END = Buffer.alloc(2 * BLOCK)

/** The entries in their order. Throws `BrokenTar` at any fault, also where the end is missing. */
export async function* tarEntries(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size } = await file.stat()
  const header = Buffer.alloc(BLOCK)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(header, 0, BLOCK, at)
    if (bytesRead < BLOCK) throw new BrokenTar('It breaks off before its end.')
    if (header.every((byte) => byte === 0)) return
    const entry = entryIn(header, at + BLOCK)
    at = entry.start + entry.bytes + tarPadding(entry.bytes).length
    if (at > size) throw new BrokenTar('It breaks off before its end.')
    yield entry
  }
}

function entryIn(header: Buffer, start: number): TarEntry {
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  const isTar = text(257, 5) === 'ustar' && Number.parseInt(text(148, 8), 8) === sumOf(header)
  if (!isTar) throw new BrokenTar('It is damaged, or no backup at all.')
  const bytes = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new BrokenTar('It is damaged, or no backup at all.')
  return { name: text(0, NAME_MAX_LENGTH), bytes, start }
}
