/**
 * Puts a backup in the place of what a data folder holds, or into an empty PostgreSQL; from either engine into either
 * (docs/decisions/0055). The caller holds the folder's lock. Killed at any moment, a folder has the old store or the new one,
 * each whole, and PostgreSQL says that not all is there yet: media are only added.
 */
import { createWriteStream } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LeftToPeople } from '#platform/database/after-restore.ts'
import { openCarriedRows } from '#platform/database/carried-rows.ts'
import type { StoreLocation } from '#platform/database/database.ts'
import { acceptRestored, type Migration, stepsThatHadRun } from '#platform/database/migrate.ts'
import type { BackupContents } from '#ports/backups.ts'
import { readBackup } from './backup-file.ts'
import { fillStore, type StoreFiller } from './fill-store.ts'
import type { Manifest } from './manifest.ts'
import type { MediaTarget } from './media-target.ts'
import { inOneFile, replaceStore } from './replace-store.ts'

export interface RestoreTools {
  /** All that this program knows. */
  steps: readonly Migration[]
  now: () => number
  media: MediaTarget
  /** For what is unpacked on its way, on the disk of the data folder. */
  temporaryPath: string
  onProgress?: (share: number) => void
  /** Rests as long as it works, for a store that is beside a running one. */
  isPaced?: boolean
}

export interface Restored extends BackupContents, LeftToPeople {
  /** Where the store is that was there before; null where there was none. */
  keptAs: string | null
}

/** Of the time it takes: judging the file. */
const JUDGED = 0.3

/** Throws `BrokenBackup` before anything of the folder has changed but for media that were added. */
export async function restoreIntoFolder(path: string, databasePath: string, tools: RestoreTools): Promise<Restored> {
  const store = join(tools.temporaryPath, 'restored.sqlite')
  try {
    const contents = await unpack(path, { engine: 'sqlite', path: store }, tools)
    const now = tools.now()
    const left = await acceptRestored(store, tools.steps, { madeAt: contents.madeAt, now })
    inOneFile(store)
    await syncFile(store)
    const keptAs = await replaceStore(store, databasePath, now)
    return Object.assign(contents, left, { keptAs })
  } finally {
    await clear(store)
  }
}

/** Into a PostgreSQL that is empty but for its mark, or the file of a store that there is not. Also without the media. */
export async function unpack(
  path: string,
  to: StoreLocation,
  tools: RestoreTools,
  /** Called once the backup was found whole. */
  begin: () => Promise<void> = async () => {},
): Promise<BackupContents> {
  const { media, temporaryPath, onProgress = () => {} } = tools
  // Once to judge it, once to unpack it: half a backup adds nothing.
  let kind: Manifest['formatVersion'] = 1
  const judged = await readBackup(path, {
    async manifest(manifest) {
      kind = manifest.formatVersion
      if ('steps' in manifest) stepsThatHadRun(manifest.steps, tools.steps)
    },
  })
  onProgress(JUDGED)
  await begin()
  const file = kind === 1 && to.engine === 'postgres' ? join(temporaryPath, 'unpacked.sqlite') : null
  if (file !== null) await clear(file)
  if (to.engine === 'sqlite') await clear(to.path)
  const filling: { store: StoreFiller | null } = { store: null }
  let begun = 0
  const mediumPath = () => join(temporaryPath, `restored-medium-${begun}`)
  try {
    await readBackup(path, {
      async manifest(manifest) {
        if ('steps' in manifest) filling.store = await fillStore(to, manifest, tools)
      },
      place({ kind: part }) {
        if (part === 'store')
          return to.engine === 'sqlite' ? openWriter(to.path) : file === null ? null : openWriter(file)
        begun += 1
        return media.isNowhere ? null : openWriter(mediumPath())
      },
      onPlaced: ({ name }) => media.keep(mediumPath(), name),
      rows: async (table, lines) => filling.store?.put(table, lines),
    })
    const kept = media.end()
    // Awaited below, once the rows are there: a rejection before that must not end the process.
    kept.catch(() => {})
    if (file !== null) await copyRows(file, to, tools)
    await filling.store?.end()
    await kept
    onProgress(1)
    return judged
  } catch (error) {
    await filling.store?.abandon().catch(() => {})
    throw error
  } finally {
    if (file !== null) await clear(file)
  }
}

const openWriter = (path: string) => createWriteStream(path, { mode: 0o600, flush: true })

/** From a SQLite file into PostgreSQL. */
async function copyRows(file: string, to: StoreLocation, tools: RestoreTools): Promise<void> {
  const source = await openCarriedRows({ engine: 'sqlite', path: file })
  try {
    const filler = await fillStore(to, source, tools)
    try {
      for (const { name } of source.tables) for await (const lines of source.rows(name)) await filler.put(name, lines)
    } catch (error) {
      await filler.abandon()
      throw error
    }
    await filler.end()
  } finally {
    await source.end()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** With what SQLite keeps beside it. */
async function clear(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) if (name.startsWith(basename(path))) await rm(join(dirname(path), name), { force: true })
}
