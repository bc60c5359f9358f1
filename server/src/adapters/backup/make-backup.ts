/**
 * Makes a backup of a SQLite database and a folder of media, beside a running server. The database is copied first: all
 * of its media exist then, and media never change under their names. Reads and copies on its own connection, which
 * blocks the calling thread for seconds: a server calls it in a worker thread.
 */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { diskAt, filesUnder } from '#platform/disk.ts'
import { diskFull, isStoreDamage } from '#platform/errors.ts'
import { VERSION } from '#platform/version.ts'
import { type BackupMaker, CannotBackUp } from '#ports/backups.ts'
import { CONTENTS, FORMAT, MANIFEST, readBackup, STORE } from './backup-file.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

/** The paths, as plain data for another thread. */
export interface BackupLocation {
  databasePath: string
  /** Null where media are stored in a bucket, which the operator backs up. */
  blobsPath: string | null
}

/** Of the time it takes: copying the store, writing, reading back. */
const COPIED = 0.2
const WRITTEN = 0.7
const CHUNK_BYTES = 256 * 1024
const NAME_OF_MEDIUM = /^[0-9a-f]{2}\/[0-9a-f]{62}(\.gz)?$/

export function backupMaker({ databasePath, blobsPath }: BackupLocation, now: () => number): BackupMaker {
  return {
    async make(path, onProgress = () => {}) {
      if (await isThere(path)) throw new CannotBackUp(`There is a file ${path} already: choose another name.`)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const part = `${path}.part`
      const copy = `${path}.part-store`
      try {
        const media = blobsPath === null ? [] : await mediaIn(blobsPath)
        await refuseFullDisk(dirname(path), [databasePath, databasePath, ...media.map(({ from }) => from)])
        copyStore(databasePath, copy)
        onProgress(COPIED)
        // Listed again: what came while the store was copied may be in it.
        const entries = blobsPath === null ? [] : await mediaIn(blobsPath)
        await write(part, copy, entries, now(), (share) => onProgress(COPIED + share * (WRITTEN - COPIED)))
        const contents = await readBackup(part)
        await rename(part, path)
        onProgress(1)
        return contents
      } catch (error) {
        const full = diskFull(error)
        if (full) throw new CannotBackUp(full.message)
        if (isStoreDamage(error)) throw damaged(error)
        throw error
      } finally {
        await rm(part, { force: true })
        await rm(copy, { force: true })
      }
    },
  }
}

interface Medium {
  /** In the backup. */
  name: string
  from: string
}

async function mediaIn(blobsPath: string): Promise<Medium[]> {
  return (await filesUnder(blobsPath))
    .map((from) => ({ from, name: relative(blobsPath, from).replaceAll('\\', '/') }))
    .filter(({ name }) => NAME_OF_MEDIUM.test(name))
    .map(({ from, name }) => ({ from, name: `blobs/${name}` }))
}

/** A store that has no room left stops the server that writes to it. */
async function refuseFullDisk(folder: string, paths: readonly string[]): Promise<void> {
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

const damaged = (cause: Error) =>
  new CannotBackUp(
    `The database is damaged (${cause.message}), so that no backup can be made of it: put back an earlier one with npm run restore -- FILE.`,
    { cause },
  )

async function write(
  part: string,
  copy: string,
  media: readonly Medium[],
  madeAt: number,
  onProgress: (share: number) => void,
): Promise<void> {
  const sums = { storeBytes: 0, storeSha256: '', mediaFiles: 0, mediaBytes: 0 }
  const text = (name: string, value: unknown) => {
    const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    return [tarHeader({ name, bytes: content.length, at: madeAt }), content, tarPadding(content.length)]
  }
  async function* content() {
    yield* text(MANIFEST, { format: 'tangelo-backup', formatVersion: FORMAT, version: VERSION, madeAt })
    const sum = createHash('sha256')
    const { size } = await stat(copy)
    yield tarHeader({ name: STORE, bytes: size, at: madeAt })
    for await (const chunk of createReadStream(copy, { highWaterMark: CHUNK_BYTES })) {
      sum.update(chunk)
      yield chunk
    }
    yield tarPadding(size)
    sums.storeBytes = size
    sums.storeSha256 = sum.digest('hex')
    for (const [at, { name, from }] of media.entries()) {
      onProgress(at / media.length)
      const file = await open(from).catch(() => null)
      // Removed since it was listed: the store of this backup may still name it, as it may on any day.
      if (!file) continue
      try {
        const { size } = await file.stat()
        yield tarHeader({ name, bytes: size, at: madeAt })
        yield* file.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })
        yield tarPadding(size)
        sums.mediaFiles += 1
        sums.mediaBytes += size
      } finally {
        await file.close()
      }
    }
    yield* text(CONTENTS, sums)
    yield TAR_END
  }
  const file = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600)
  try {
    await pipeline(content, file.createWriteStream({ flush: true }))
  } finally {
    await file.close().catch(() => {})
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
