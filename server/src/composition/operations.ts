/** The wiring of operations: the state of the system, its queue, its backups, the integrations. */
import { Worker } from 'node:worker_threads'
import { backupMaker } from '#adapters/backup/index.ts'
import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import type { ReadingCapacityService, SourceConnectionsService } from '#features/analytics/index.ts'
import type { CreditsService } from '#features/billing/index.ts'
import type { AiClient } from '#features/content/index.ts'
import type { TableClient } from '#features/content-sync/index.ts'
import type { AuditLog, ProviderQuotasService } from '#features/core/index.ts'
import type { DriveConnectionsService } from '#features/drive/index.ts'
import type { LoginThrottle } from '#features/identity/index.ts'
import {
  attentionService,
  backupDrillsService,
  backupsService,
  integrationsService,
  jobsService,
  systemService,
} from '#features/operations/index.ts'
import type { Config } from '#platform/config.ts'
import { placesIn } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import type { Nodes } from '#platform/database/nodes.ts'
import type { Log } from '#platform/log.ts'
import { answerOf } from '#platform/thread.ts'
import { type BackupContents, type BackupMaker, CannotBackUp } from '#ports/backups.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { Payments } from '#ports/payments.ts'
import type { Queue } from '#ports/queue.ts'
import type { Renderer } from '#ports/renderer.ts'
import { explainDamage } from '../commands/backup-words.ts'
import type { BackupWorkerData } from '../threads/backup-worker.ts'
import { drillHere, drillInWorker } from './backup-drill.ts'
import { type BackupLocation, backupSourceOf } from './backups.ts'

export function composeOperations({
  database,
  clock,
  audit,
  queue,
  log,
  dataFolder,
  s3,
  worksIn,
  attempts,
  warnings,
  nodes,
  renderer,
  credits,
  isSet,
  ...connected
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  queue: Queue
  log: Log
  dataFolder: string
  s3: Config['s3']
  /** A server makes backups beside its requests. */
  worksIn: 'worker' | 'this thread'
  attempts: LoginThrottle
  /** What an administrator should know and mend. */
  warnings: () => Promise<string[]>
  nodes: Pick<Nodes, 'list' | 'label'>
  sources: readonly InstagramSource[]
  capacity: ReadingCapacityService
  sourceConnections: SourceConnectionsService
  /** Whether any source is connected, in the settings or by an administrator. */
  hasSource: () => Promise<boolean>
  /** Null where no content database is connected. */
  tables: TableClient | null
  ai: AiClient
  payments: Payments
  drives: DriveConnectionsService
  quotas: ProviderQuotasService
  renderer: Renderer
  credits: CreditsService
  /** Whether an environment variable is set. */
  isSet: (setting: string) => boolean
}) {
  const folder = placesIn(dataFolder)
  const source = { store: database.location, blobs: { folder: folder.blobsPath, s3 } }
  const place = { store: database.location, temporaryPath: folder.temporaryPath }
  return {
    system: systemService({
      database,
      clock,
      folder,
      keepsMediaHere: s3 === null,
      attempts,
      explainDamage: (cause) => explainDamage(cause, folder),
      warnings,
      nodes,
    }),
    integrations: integrationsService({
      ...connected,
      database,
      audit,
      clock,
      isSet,
      encoder: () => renderer.encoder(),
      bucket: s3 && { whyNot: () => whyNotS3(s3, { clock, log }) },
    }),
    attention: attentionService({
      database,
      clock,
      credits,
      hasSource: connected.hasSource,
      capacity: connected.capacity.lately,
    }),
    jobs: jobsService({ database, queue, audit }),
    backupDrills: backupDrillsService({
      database,
      audit,
      clock,
      log,
      folder,
      drill: worksIn === 'worker' ? drillInWorker(place) : drillHere(place),
      node: nodes.label,
    }),
    backups: backupsService({
      database,
      audit,
      clock,
      log,
      folder,
      maker:
        worksIn === 'worker' ? makerInWorker(source) : backupMaker(backupSourceOf(source, { clock, log }), clock.now),
    }),
  }
}

const makerInWorker = (location: BackupLocation): BackupMaker => ({
  make(path, onProgress) {
    const worker = new Worker(new URL('../threads/backup-worker.ts', import.meta.url), {
      workerData: { location, path } satisfies BackupWorkerData,
    })
    return answerOf<BackupContents>(worker, 'The backup', onProgress).catch((error: Error) => {
      throw error.name === 'CannotBackUp' ? new CannotBackUp(error.message) : error
    })
  },
})
