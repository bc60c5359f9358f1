/** One drill, in this thread or in one of its own: judged, restored into a scratch store, audited, removed. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { tryBackup } from '#adapters/backup/index.ts'
import { integrityCheckService } from '#features/analytics/index.ts'
import { auditLogService } from '#features/core/index.ts'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { answerOf } from '#platform/thread.ts'
import type { BackupDrill, DrillReport } from '#ports/backups.ts'
import { systemClock } from '#ports/clock.ts'
import { migrations } from '../migrations/index.ts'

/** Can be handed to another thread. */
export interface DrillPlace {
  /** The store that the product runs on. */
  store: StoreLocation
  temporaryPath: string
}

export interface DrillWorkerData {
  path: string
  place: DrillPlace
}

export const drillHere = (place: DrillPlace): BackupDrill => ({
  run: (path, onProgress) => runDrill(path, place, onProgress),
})

export const drillInWorker = (place: DrillPlace): BackupDrill => ({
  run(path, onProgress) {
    const worker = new Worker(new URL('../threads/drill-worker.ts', import.meta.url), {
      workerData: { path, place } satisfies DrillWorkerData,
    })
    return answerOf<DrillReport>(worker, 'The drill', onProgress)
  },
})

export function runDrill(
  path: string,
  { store, temporaryPath }: DrillPlace,
  onProgress: (share: number) => void = () => {},
): Promise<DrillReport> {
  const tools = { steps: migrations, now: systemClock.now, temporaryPath: join(temporaryPath, 'drill'), onProgress }
  return tryBackup(path, store, tools, async (location, { mediaFiles, mediaMissing }) => {
    const database = openDatabase(location, { connections: 2 })
    try {
      await migrate(database, migrations)
      return Object.assign(await auditOf(database), { mediaFiles, mediaMissing })
    } finally {
      await database.close()
    }
  })
}

async function auditOf(database: Database) {
  const figures = await integrityCheckService({ database, clock: systemClock }).run()
  const log = await auditLogService({ database, clock: systemClock }).check()
  return {
    accounts: figures.accounts,
    snapshots: figures.snapshots,
    figures: figures.mismatchCount,
    auditEntries: log.entries,
    entries: log.problemCount,
  }
}
