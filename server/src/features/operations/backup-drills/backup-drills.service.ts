/**
 * Drills: the newest backup of this node is restored into a scratch store, where the audit looks at it, and the scratch is
 * removed. Once a month by itself, and by hand; one at a time on all nodes; in a thread, beside everything else. A backup that
 * was never restored is only a hope (docs/decisions/0055).
 */
import { stat } from 'node:fs/promises'
import type { BackupDrills } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { newestBackupIn, type Places } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { diskFull } from '#platform/store-errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BackupDrill } from '#ports/backups.ts'
import type { Clock } from '#ports/clock.ts'
import { isDue, problemIn } from './backup-drills.rules.ts'
import { backupDrillsStore } from './backup-drills.store.ts'

export type BackupDrillsService = ReturnType<typeof backupDrillsService>

const LISTED = 12
const BEAT_EVERY_MS = 60_000
const SILENT_MS = 10 * 60_000
const MEANT = new Set(['BrokenBackup', 'StartRefused', 'CannotTry'])

export function backupDrillsService({
  database,
  audit,
  clock,
  log,
  folder,
  drill,
  node,
}: {
  database: Database
  audit: AuditLog
  clock: Clock
  log: Log
  folder: Pick<Places, 'backupsPath'>
  drill: BackupDrill
  /** Of this process among the others. */
  node: string
}) {
  const store = backupDrillsStore(database.queries)
  let running: { progress: number; ended: Promise<void> } | null = null

  async function newest() {
    const path = newestBackupIn(folder.backupsPath)
    if (path === null) return null
    const { size, mtimeMs } = await stat(path)
    return { path, name: path.slice(folder.backupsPath.length + 1), bytes: size, madeAt: Math.floor(mtimeMs) }
  }

  async function list(): Promise<BackupDrills> {
    await endSilent()
    const rows = await store.latest(LISTED)
    return {
      drills: rows.map(({ id, node, file, bytes, made_at, begun_at, ended_at, state, message, looked }) => ({
        id,
        node,
        file,
        bytes,
        madeAt: momentToText(made_at),
        begunAt: momentToText(begun_at),
        endedAt: ended_at === null ? null : momentToText(ended_at),
        state,
        message,
        looked: looked === null ? null : JSON.parse(looked),
      })),
      progress: running?.progress ?? null,
      hasBackup: (await newest()) !== null,
    }
  }

  const endSilent = () =>
    store.endSilent(clock.now() - SILENT_MS, {
      ended_at: clock.now(),
      message: 'The process that ran it has ended before it was done.',
    })

  /** Begins one; false while another one is running. `viewer` null: by the clock. */
  async function begin(
    backup: NonNullable<Awaited<ReturnType<typeof newest>>>,
    viewer: Viewer | null,
  ): Promise<boolean> {
    const { path, name, bytes, madeAt } = backup
    const begun = await database.transaction(async (tx) => {
      const row = await backupDrillsStore(tx).begin({ node, file: name, bytes, made_at: madeAt, begun_at: clock.now() })
      if (row && viewer)
        await audit.record(tx, viewer, {
          act: 'backup.drilled',
          object: { kind: 'backup', id: name, name },
          companyId: null,
        })
      return row
    })
    if (!begun) return false
    const mine = { progress: 0, ended: Promise.resolve() }
    running = mine
    mine.ended = run(begun.id, path, (share) => {
      mine.progress = share
    })
    return true
  }

  /** Never rejects: what it finds is in its row. */
  async function run(id: number, path: string, onProgress: (share: number) => void): Promise<void> {
    const beating = setInterval(() => {
      store.beat(id, clock.now()).catch((error) => log.warn({ err: error }, 'a drill could not say that it is running'))
    }, BEAT_EVERY_MS)
    try {
      await store.end(id, await outcomeOf(path, onProgress))
    } catch (error) {
      log.error({ err: error }, 'the end of a drill could not be stored')
    } finally {
      clearInterval(beating)
      running = null
    }
  }

  async function outcomeOf(path: string, onProgress: (share: number) => void) {
    try {
      const report = await drill.run(path, onProgress)
      const message = problemIn(report)
      const { accounts, snapshots, auditEntries, mediaFiles, figures, entries } = report
      const looked = JSON.stringify({ accounts, snapshots, auditEntries, mediaFiles, problems: figures + entries })
      return {
        ended_at: clock.now(),
        state: message === null ? ('passed' as const) : ('failed' as const),
        message,
        looked,
      }
    } catch (error) {
      log.error({ err: error }, 'a backup could not be restored in a drill')
      const isMeant = error instanceof Error && MEANT.has(error.name)
      const message =
        diskFull(error)?.message ?? (isMeant ? error.message : 'It could not be restored. The cause is in the errors.')
      return { ended_at: clock.now(), state: 'failed' as const, message, looked: null }
    }
  }

  return {
    list,

    /** Begins one unless one is running; answers how things are then. Throws `conflict` without a backup in the data folder. */
    async run(viewer: Viewer): Promise<BackupDrills> {
      await endSilent()
      const backup = await newest()
      if (!backup) throw conflict('no_backup', 'There is no backup in the data folder of this node yet.')
      await begin(backup, viewer)
      return list()
    },

    /** Begins one where a month has passed. Safe to call at any time, on all nodes. */
    async runDue(): Promise<void> {
      await endSilent()
      const backup = await newest()
      const [last] = await store.latest(1)
      if (backup && isDue(last, backup, clock.now())) await begin(backup, null)
    },

    /** The last one that ended, for the alert; null before there is one. */
    async lastEnded() {
      const ended = (await store.latest(2)).find(({ state }) => state !== 'running')
      return ended
        ? { id: ended.id, file: ended.file, hasFailed: ended.state === 'failed', message: ended.message }
        : null
    },

    /** Resolves when this node runs none. */
    waitForEnd: async () => running?.ended,
  }
}
