/** Backups in the data folder: which there are, and one made now. One is made at a time, beside everything else. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, Backups } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Places } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type BackupMaker, CannotBackUp } from '#ports/backups.ts'
import type { Clock } from '#ports/clock.ts'
import { isLeftover, kindOf, nameOf } from './backups.rules.ts'

export type BackupsService = ReturnType<typeof backupsService>

export function backupsService({
  database,
  audit,
  clock,
  log,
  folder,
  maker,
}: {
  database: Database
  audit: AuditLog
  clock: Clock
  log: Log
  folder: Pick<Places, 'path' | 'backupsPath'>
  maker: BackupMaker
}) {
  let making: { share: number; ended: Promise<void> } | null = null
  let failure: string | null = null

  async function list(): Promise<Backups> {
    const found = [...(await backupsIn(folder.backupsPath)), ...(await backupsIn(folder.path))]
    return {
      files: found.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1)),
      making: making?.share ?? null,
      failure,
    }
  }

  /** Never rejects: the caller does not wait for it. Only what was made is recorded: the alert of old backups goes by it. */
  async function run(viewer: Viewer, name: string): Promise<void> {
    try {
      await clearLeftovers(folder.backupsPath)
      await maker.make(join(folder.backupsPath, name), (share) => {
        if (making) making.share = share
      })
      const made = { act: 'backup.made' as const, object: { kind: 'backup' as const, id: name, name }, companyId: null }
      await database
        .transaction((tx) => audit.record(tx, viewer, made))
        .catch((error: unknown) => log.error({ err: error }, 'a backup that was made could not be recorded'))
    } catch (error) {
      failure =
        error instanceof CannotBackUp ? error.message : 'The backup could not be made. The cause is in the errors.'
      log.error({ err: error }, 'a backup could not be made')
    } finally {
      making = null
    }
  }

  return {
    list,

    /** Begins one unless one is being made; answers how things are then. */
    async make(viewer: Viewer): Promise<Backups> {
      if (making) return list()
      failure = null
      making = { share: 0, ended: Promise.resolve() }
      making.ended = run(viewer, nameOf(clock.now()))
      return list()
    },

    /** Resolves when none is being made. */
    waitForEnd: async () => making?.ended,
  }
}

async function backupsIn(folder: string): Promise<Backup[]> {
  const found: Backup[] = []
  for (const name of await namesIn(folder)) {
    const kind = kindOf(name)
    if (!kind) continue
    // A link to a disk that is not there, or deleted meanwhile.
    const file = await unlessMissing(stat(join(folder, name)), null)
    if (file) found.push({ name, kind, bytes: file.size, madeAt: momentToText(Math.floor(file.mtimeMs)) })
  }
  return found
}

/** Of a process that was killed. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) if (isLeftover(name)) await rm(join(folder, name), { force: true })
}

const namesIn = (folder: string): Promise<string[]> => unlessMissing(readdir(folder), [])

const unlessMissing = <Found, Other>(found: Promise<Found>, other: Other): Promise<Found | Other> =>
  found.catch((error) => {
    if (error.code === 'ENOENT') return other
    throw error
  })
