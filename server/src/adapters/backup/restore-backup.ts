/**
 * Replaces the content of a data folder with a backup. The caller holds the folder's lock. Killed at any moment, the
 * folder has the old store or the new one, each whole: media are only added, and the store changes in one rename.
 */
import { createWriteStream } from 'node:fs'
import { access, copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Places } from '#platform/data-folder.ts'
import { isStoreDamage } from '#platform/errors.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { BackupContents } from '#ports/backups.ts'
import { readBackup } from './backup-file.ts'

export interface Restored extends BackupContents {
  /** Where the store is that was there before; null where there was none. */
  keptAs: string | null
}

/**
 * `prepare` is given the path of the unpacked store before it counts: it throws when this program must not use it. Throws
 * `BrokenBackup` before anything of the folder has changed but for media that were added.
 */
export async function restoreBackup(
  path: string,
  folder: Pick<Places, 'databasePath' | 'blobsPath' | 'temporaryPath'>,
  { now, prepare }: { now: () => number; prepare: (storePath: string) => Promise<void> },
): Promise<Restored> {
  const store = join(folder.temporaryPath, 'restored.sqlite')
  const medium = join(folder.temporaryPath, 'restored-medium')
  // Once to judge it, once to unpack it: half a backup adds nothing.
  await readBackup(path)
  await rm(store, { force: true })
  const contents = await readBackup(path, {
    place: ({ kind }) => createWriteStream(kind === 'store' ? store : medium, { mode: 0o600, flush: true }),
    placed: ({ name }) => settle(medium, join(folder.blobsPath, name.slice('blobs/'.length))),
  })
  await prepare(store)
  inOneFile(store)
  const keptAs = await keepStore(folder.databasePath, now())
  await rename(store, folder.databasePath)
  return { ...contents, keptAs }
}

async function settle(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  if (await isThere(to)) return
  await rename(from, to)
}

/** The old store under another name. */
async function keepStore(path: string, now: number): Promise<string | null> {
  if (!(await isThere(path))) return null
  const kept = `${path}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}.bak`
  try {
    inOneFile(path)
  } catch (error) {
    if (!isStoreDamage(error)) throw error
    // A damaged database stays as it is, with its log beside it, for partial recovery.
    if (await isThere(`${path}-wal`)) await copyFile(`${path}-wal`, `${kept}-wal`)
  }
  // Not every disk knows links.
  await link(path, kept).catch(() => copyFile(path, kept))
  await rm(`${path}-wal`, { force: true })
  await rm(`${path}-shm`, { force: true })
  return kept
}

/** What is still in the log comes into the store, and the log goes: SQLite would take one that stays for the next store's. */
function inOneFile(path: string): void {
  const store = new DatabaseSync(path)
  try {
    store.exec('pragma journal_mode = delete')
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message))
      throw new StartRefused(`Another program has the store ${path} open: end it, then restore again.`)
    throw error
  } finally {
    store.close()
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
