/** The store of a data folder is replaced by another one in one rename; the old one stays beside it. */
import { existsSync } from 'node:fs'
import { copyFile, link, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#platform/start-refused.ts'
import { isStoreDamage } from '#platform/store-errors.ts'

/** Answers where the store is that was there before; null where there was none. */
export async function replaceStore(store: string, databasePath: string, now: number): Promise<string | null> {
  const keptAs = await keepStore(databasePath, now)
  await rename(store, databasePath)
  return keptAs
}

/** The old store under another name. */
async function keepStore(path: string, now: number): Promise<string | null> {
  if (!existsSync(path)) return null
  const kept = `${path}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}.bak`
  try {
    inOneFile(path)
  } catch (error) {
    if (!isStoreDamage(error)) throw error
    // A damaged database stays as it is, with its log beside it, for partial recovery.
    if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${kept}-wal`)
  }
  // Not every disk knows links.
  await link(path, kept).catch(() => copyFile(path, kept))
  await rm(`${path}-wal`, { force: true })
  await rm(`${path}-shm`, { force: true })
  return kept
}

/** What is still in the log comes into the store, and the log goes: SQLite would take one that stays for the next store's. */
export function inOneFile(path: string): void {
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
