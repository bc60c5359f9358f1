/** Backups that are old, and drills that failed. */
import { BACKUP_OLD_DAYS } from '@tangelo/contract/limits'
import { alertsView } from '../alerts.view.ts'
import { type Cause, DRILL_GROUP, type Findings, type FoundCause } from '../rules/causes.ts'
import { compare, endAll, NOTHING } from '../rules/compare.ts'
import { causesStore } from '../store/causes.ts'
import type { DetectTools } from './detect-tools.ts'

const DAY_MS = 24 * 60 * 60_000
const DRILL = 'drill'

export function backupDetector({
  database,
  backups,
  backupDrills,
}: Pick<DetectTools, 'database' | 'backups' | 'backupDrills'>) {
  const view = alertsView(database.queries)
  const store = causesStore(database.queries)

  async function detectBackup(now: number, open: readonly Cause[]): Promise<Findings> {
    const ofDrill = (cause: Cause) => cause.subject === DRILL
    const age = await detectOldBackup(
      now,
      open.filter((cause) => !ofDrill(cause)),
    )
    const drill = compare(open.filter(ofDrill), await detectDrill())
    return {
      found: [...age.found, ...drill.found],
      ended: [...age.ended, ...drill.ended],
      changed: [...age.changed, ...drill.changed],
    }
  }

  async function detectDrill(): Promise<FoundCause[]> {
    const last = await backupDrills.lastEnded()
    if (!last?.hasFailed) return []
    const { id, file, message } = last
    return [
      { ...NOTHING, kind: 'backup', subject: DRILL, groupKey: DRILL_GROUP, marker: id, name: file, detail: message },
    ]
  }

  async function detectOldBackup(now: number, open: readonly Cause[]): Promise<Findings> {
    const newest = await newestBackup()
    if (newest === null || now - newest.madeAt < BACKUP_OLD_DAYS * DAY_MS) return endAll(open)
    const { name, madeAt } = newest
    const named = { ...NOTHING, kind: 'backup' as const, subject: 'backup', groupKey: 'backup' }
    if (name !== '')
      return compare(open, [{ ...named, marker: madeAt, amount: Math.floor((now - madeAt) / DAY_MS), name }])
    // Also a second time, after those that there were have been deleted.
    const known = open.find(({ amount }) => amount === null)
    const marker = known?.marker ?? (await store.lastMarker('backup', 'backup')) + 1
    return compare(open, [{ ...named, marker, name: '' }])
  }

  /**
   * The newest backup; without a name, since when there is none. The command writes it anywhere, and on PostgreSQL each node sees its
   * own folder only: there the audit log tells, and null says that PostgreSQL has only ever been backed up by other means.
   */
  async function newestBackup(): Promise<{ madeAt: number; name: string } | null> {
    if (database.engine === 'postgres') return view.lastBackup('both')
    // A copy that an upgrade made holds no media.
    const newest = (await backups.list()).files.find(({ kind }) => kind === 'whole')
    const inFolder = newest ? { madeAt: Date.parse(newest.madeAt), name: newest.name } : null
    const byCommand = await view.lastBackup('command')
    if (byCommand && byCommand.madeAt > (inFolder?.madeAt ?? 0)) return byCommand
    if (inFolder) return inFolder
    const beganAt = await view.beganAt()
    return beganAt === null ? null : { madeAt: beganAt, name: '' }
  }

  return detectBackup
}
