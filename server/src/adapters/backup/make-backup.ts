/**
 * Makes a backup beside running servers. The store comes first, as it is at one moment: all of its media exist then, and
 * media never change under their names. A SQLite file is copied whole, which blocks the calling thread for seconds: a server
 * calls this in a worker thread. Of PostgreSQL the rows are read (docs/decisions/0055). Memory is bounded on both.
 */
import { createHash } from 'node:crypto'
import { constants, createReadStream, existsSync, mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { type CarriedRows, openCarriedRows } from '#platform/database/carried-rows.ts'
import type { StoreLocation } from '#platform/database/database.ts'
import { takeFileLock } from '#platform/database/file-lock.ts'
import { diskAt } from '#platform/disk.ts'
import { VERSION } from '#platform/version.ts'
import { type BackupMaker, CannotBackUp } from '#ports/backups.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { backupFailure, folderFailure } from './backup-failure.ts'
import { readBackup } from './backup-file.ts'
import { readNames, writeNames } from './blob-names.ts'
import { CONTENTS, type Contents, FORMATS, MANIFEST, STORE } from './manifest.ts'
import { type Media, mediaInBucket, mediaInFolder, mediaPathsIn } from './media-source.ts'
import { rowEntries } from './row-entries.ts'
import { TAR_END, tarEntry, tarHeader, tarPadding } from './tar.ts'

export interface BackupSource {
  store: StoreLocation
  /** A folder of this machine, or a bucket. */
  media: { folder: string } | { bucket: BlobStorage }
}

/** Of the time it takes: copying a SQLite file, writing, reading back. */
const COPIED = 0.2
const WRITTEN = 0.7
const CHUNK_BYTES = 256 * 1024

export function backupMaker(source: BackupSource, now: () => number): BackupMaker {
  return {
    async make(path, onProgress = () => {}) {
      refuseTaken(path)
      const part = `${path}.part`
      // Nothing is awaited before: of two at once the first call has it.
      const letGo = lockIn(dirname(path), `${part}-lock`)
      if (!letGo)
        throw new CannotBackUp(`Another backup is being written to ${path}: let it end, or choose another name.`)
      const parts = { whole: part, store: `${part}-store`, blobs: `${part}-blobs`, medium: `${part}-medium` }
      let rows: CarriedRows | null = null
      try {
        // Another backup may have written it between the first look and the lock.
        refuseTaken(path)
        // A process that was killed has left them.
        await clear(part)
        await refuseFullDisk(dirname(path), source)
        if (source.store.engine === 'sqlite') copyStore(source.store.path, parts.store)
        onProgress(COPIED)
        const copy: StoreLocation =
          source.store.engine === 'sqlite' ? { engine: 'sqlite', path: parts.store } : source.store
        // Of a copied file only the names of blobs are read this way, and of a bucket only those that are named.
        const isRead = copy.engine === 'postgres' || 'bucket' in source.media
        rows = isRead ? await openCarriedRows(copy) : null
        if (rows && 'bucket' in source.media) await writeNames(rows, parts.blobs)
        const media =
          'folder' in source.media
            ? mediaInFolder(source.media.folder)
            : mediaInBucket(source.media.bucket, readNames(parts.blobs), parts.medium)
        const store = rows && copy.engine === 'postgres' ? { rows } : { copy: parts.store }
        await write(parts.whole, { store, media, madeAt: now() }, (share) =>
          onProgress(COPIED + share * (WRITTEN - COPIED)),
        )
        const contents = await readBackup(parts.whole)
        await rename(parts.whole, path)
        onProgress(1)
        return contents
      } catch (error) {
        throw backupFailure(error, source.store)
      } finally {
        await rows?.end().catch(() => {})
        await clear(part).finally(letGo)
      }
    },
  }
}

/** Makes the folder where there is none. */
function lockIn(folder: string, path: string): (() => void) | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return takeFileLock(path)
  } catch (error) {
    throw folderFailure(error, folder)
  }
}

function refuseTaken(path: string): void {
  if (existsSync(path)) throw new CannotBackUp(`There is a file ${path} already: choose another name.`)
}

/** A store that has no room left stops the server that writes to it. */
async function refuseFullDisk(folder: string, { store, media }: BackupSource): Promise<void> {
  const copied = store.engine === 'sqlite' ? [store.path, store.path] : []
  const paths = [...copied, ...('folder' in media ? await mediaPathsIn(media.folder) : [])]
  let needed = 0
  for (const path of paths) needed += (await stat(path).catch(() => null))?.size ?? 0
  const { freeBytes } = await diskAt(folder)
  if (needed > freeBytes) throw new CannotBackUp('There is not enough room on the disk for a backup.')
}

/** What one moment knows, without what was deleted before: SQLite keeps that in the file until it is written over. */
function copyStore(path: string, copy: string): void {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    source.exec('pragma busy_timeout = 5000')
    source.prepare('vacuum into ?').run(copy)
  } finally {
    source.close()
  }
  const check = new DatabaseSync(copy, { readOnly: true })
  const verdict = check.prepare('pragma integrity_check').get()?.integrity_check
  check.close()
  if (verdict !== 'ok') throw new CannotBackUp('The copy of the store is not whole: check the disk.')
}

async function write(
  part: string,
  { store, media, madeAt }: { store: { rows: CarriedRows } | { copy: string }; media: Media; madeAt: number },
  onProgress: (share: number) => void,
): Promise<void> {
  const contents: Contents = { storeBytes: 0, mediaFiles: 0, mediaBytes: 0, mediaMissing: 0 }
  const text = (name: string, value: unknown) =>
    tarEntry({ name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`), at: madeAt })

  async function* packStore(copy: string) {
    const sum = createHash('sha256')
    const { size } = await stat(copy)
    yield tarHeader({ name: STORE, bytes: size, at: madeAt })
    for await (const chunk of createReadStream(copy, { highWaterMark: CHUNK_BYTES })) {
      sum.update(chunk)
      yield chunk
    }
    yield tarPadding(size)
    contents.storeBytes = size
    contents.storeSha256 = sum.digest('hex')
  }

  async function* content() {
    const made = { format: 'tangelo-backup', version: VERSION, madeAt }
    if ('copy' in store) {
      yield* text(MANIFEST, Object.assign(made, { formatVersion: FORMATS.file }))
      yield* packStore(store.copy)
    } else {
      const { steps, tables, counters } = store.rows
      yield* text(MANIFEST, Object.assign(made, { formatVersion: FORMATS.rows, steps, tables, counters }))
      yield* rowEntries(store.rows, contents, madeAt, onProgress)
      await store.rows.end()
    }
    for await (const medium of media) {
      if (!medium) {
        contents.mediaMissing += 1
        continue
      }
      try {
        yield tarHeader({ name: medium.name, bytes: medium.bytes, at: madeAt })
        yield* medium.content()
        yield tarPadding(medium.bytes)
        contents.mediaFiles += 1
        contents.mediaBytes += medium.bytes
      } finally {
        await medium.close()
      }
    }
    yield* text(CONTENTS, contents)
    yield TAR_END
  }
  const file = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600)
  try {
    await pipeline(content, file.createWriteStream({ flush: true }))
  } finally {
    await file.close().catch(() => {})
  }
}

/** What this writes beside the backup, with what SQLite keeps beside its copy; other files may begin alike. */
const LEFTOVER = /^(-store(-journal|-wal|-shm)?|-blobs|-medium-\d+)?$/

async function clear(part: string): Promise<void> {
  const own = basename(part)
  for (const name of await readdir(dirname(part)))
    if (name.startsWith(own) && LEFTOVER.test(name.slice(own.length)))
      await rm(join(dirname(part), name), { force: true })
}
