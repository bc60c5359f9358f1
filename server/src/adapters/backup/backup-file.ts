/**
 * What is in the file of a backup, and whether all of it is there: `manifest.json`, the store (`tangelo.sqlite`, or the rows of
 * PostgreSQL as `rows/<table>/…`), the media as `blobs/ab/cdef…`, and last `contents.json` with the sums of it all.
 * Media are named by their SHA-256; a compressed one by that of what it holds.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzip } from '#platform/compression.ts'
import type { BackupContents } from '#ports/backups.ts'
import { AnyManifest, CONTENTS, Contents, FORMATS, MANIFEST, Manifest, STORE } from './manifest.ts'
import { linesOf, rowSums, tableOf } from './row-entries.ts'
import { BrokenTar, type TarEntry, tarEntries } from './tar.ts'

const MEDIUM = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{62})(\.gz)?$/
const CHUNK_BYTES = 256 * 1024
const TEXT_BYTES_MAX = 4 * 1024 * 1024
/** Of compressed rows, which are held in memory. */
const ROWS_BYTES_MAX = 256 * 1024 * 1024

/** Not a backup, or not all of one; the message goes on after "This backup cannot be used:". */
export class BrokenBackup extends Error {
  override name = 'BrokenBackup'
}

/** Where the parts of a backup go while it is read; nothing is kept of what there is no place for. */
export interface Places {
  /** Called first. */
  manifest?: (manifest: Manifest) => Promise<void>
  /** Called with names from inside the pattern of media only: no path leads out of its folder. */
  place?: (part: { kind: 'store' } | { kind: 'medium'; name: string }) => Writable | null
  /** Called once the part was found whole. */
  onPlaced?: (part: { kind: 'medium'; name: string }) => Promise<void>
  /** Rows of a table, as lines, in their order. */
  rows?: (table: string, lines: string[]) => Promise<void>
}

/** Reads all of it and compares every sum. Throws `BrokenBackup`. */
export async function readBackup(path: string, places: Places = {}): Promise<BackupContents> {
  const file = await open(path)
  try {
    return await read(file, places)
  } catch (error) {
    if (error instanceof BrokenTar) throw new BrokenBackup(error.message)
    throw error
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, { manifest: begin, place, onPlaced, rows }: Places): Promise<BackupContents> {
  let manifest: Manifest | null = null
  let contents: Contents | null = null
  const found = { storeBytes: 0, storeSha256: '', mediaFiles: 0, mediaBytes: 0 }
  const sums = rowSums()
  for await (const entry of tarEntries(file)) {
    const medium = entry.name.match(MEDIUM)
    const table = tableOf(entry.name)
    if (!manifest) {
      manifest = await manifestOf(file, entry)
      await begin?.(manifest)
    } else if (entry.name === STORE) {
      found.storeSha256 = await copyContent(contentOf(file, entry), place?.({ kind: 'store' }) ?? null, false)
      found.storeBytes = entry.bytes
    } else if (table !== null) {
      const content = await bufferOf(file, entry, ROWS_BYTES_MAX)
      const lines = await linesOf(content).catch(() => null)
      if (!lines || !sums.add(entry.name, content, lines.length))
        throw new BrokenBackup(`${entry.name} in it is damaged.`)
      found.storeBytes += entry.bytes
      await rows?.(table, lines)
    } else if (medium) {
      const part = { kind: 'medium', name: entry.name } as const
      const sum = await copyContent(contentOf(file, entry), place?.(part) ?? null, medium[3] !== undefined)
      if (sum !== `${medium[1]}${medium[2]}`) throw new BrokenBackup(`${entry.name} in it is damaged.`)
      await onPlaced?.(part)
      found.mediaFiles += 1
      found.mediaBytes += entry.bytes
    } else if (entry.name === CONTENTS) contents = contentsIn(await jsonOf(file, entry))
  }
  if (!manifest || !contents) throw new BrokenBackup('It breaks off before its end.')
  if ((contents.storeSha256 ?? '') !== found.storeSha256) throw new BrokenBackup('The store in it is damaged.')
  const table = sums.differing(contents.rows ?? {})
  if (table !== null) throw new BrokenBackup(`The rows of ${table} in it are damaged.`)
  if (contents.mediaFiles !== found.mediaFiles) throw new BrokenBackup('Pictures or videos are missing from it.')
  return {
    version: manifest.version,
    madeAt: manifest.madeAt,
    storeBytes: found.storeBytes,
    mediaFiles: found.mediaFiles,
    mediaBytes: found.mediaBytes,
    mediaMissing: contents.mediaMissing,
  }
}

async function manifestOf(file: FileHandle, entry: TarEntry): Promise<Manifest> {
  const content = entry.name === MANIFEST ? await jsonOf(file, entry) : null
  const known = AnyManifest.safeParse(content)
  if (!known.success) throw new BrokenBackup('It is no backup of tangelo.')
  if (known.data.formatVersion > FORMATS.rows)
    throw new BrokenBackup(`It was made by a newer tangelo (${known.data.version}): update this one.`)
  const parsed = Manifest.safeParse(content)
  if (!parsed.success) throw new BrokenBackup('It is damaged, or no backup at all.')
  return parsed.data
}

function contentsIn(content: unknown): Contents {
  const parsed = Contents.safeParse(content)
  if (!parsed.success) throw new BrokenBackup('It is damaged, or no backup at all.')
  return parsed.data
}

async function jsonOf(file: FileHandle, entry: TarEntry): Promise<unknown> {
  const buffer = await bufferOf(file, entry, TEXT_BYTES_MAX)
  try {
    return JSON.parse(buffer.toString('utf8'))
  } catch {
    throw new BrokenBackup('It is damaged, or no backup at all.')
  }
}

async function bufferOf(file: FileHandle, { start, bytes }: TarEntry, bytesMax: number): Promise<Buffer> {
  if (bytes > bytesMax) throw new BrokenBackup('It is no backup of tangelo.')
  const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, start)
  return buffer
}

/** Read by place: each stream of a handle would leave a listener on it for as long as the handle is open. */
async function* contentOf(file: FileHandle, { start, bytes }: TarEntry): AsyncGenerator<Buffer> {
  for (let read = 0; read < bytes; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - read))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start + read)
    if (bytesRead === 0) throw new BrokenTar('It breaks off before its end.')
    read += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

/** Writes it as it is, and answers the SHA-256 of what it holds. */
async function copyContent(
  content: AsyncIterable<Buffer>,
  to: Writable | null,
  isCompressed: boolean,
): Promise<string> {
  const sum = createHash('sha256')
  const kept: Buffer[] = []
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        // A compressed entry came from memory as a whole, so it fits there again.
        if (isCompressed) kept.push(chunk)
        else sum.update(chunk)
        yield chunk
      }
    },
    to ?? new Writable({ write: (_chunk, _encoding, done) => done() }),
  )
  if (!isCompressed) return sum.digest('hex')
  // Data that cannot be decompressed has no checksum, and so the wrong one.
  const expanded = await gunzip(Buffer.concat(kept)).catch(() => null)
  return expanded ? sum.update(expanded).digest('hex') : ''
}
