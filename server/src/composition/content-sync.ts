/** The wiring of content sync: tables elsewhere, where a content database is connected. */
import { noTables, type UploadsService } from '#features/content/index.ts'
import {
  attachmentJobs,
  pendingCreates,
  pulledPages,
  pullJobs,
  pullService,
  pushService,
  syncSettingsService,
  tableClient,
} from '#features/content-sync/index.ts'
import type { AuditLog, ProviderQuotasService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { Queue } from '#ports/queue.ts'

export function composeContentSync({
  database,
  clock,
  audit,
  queue,
  quotas,
  uploads,
  pictures,
  contentDatabase,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  queue: Queue
  quotas: ProviderQuotasService
  uploads: UploadsService
  pictures: PictureFetch
  contentDatabase: ContentDatabase | null
}) {
  const client = contentDatabase && tableClient({ contentDatabase, quotas, clock })
  const services = { contentTables: syncSettingsService({ database, clock, queue, client, audit }) }
  if (!client) return { client, services, writeThrough: noTables, handlers: [], schedules: [], creates: null }
  const pages = pulledPages({ database, clock, queue })
  const pulls = pullService({ database, clock, client, queue, pages })
  const creates = pendingCreates({ database, clock, client })
  const pulling = pullJobs({ database, clock, queue, pulls })
  const writeThrough = pushService({ database, clock, client, queue, pages, creates, uploads })
  return {
    client,
    services,
    writeThrough,
    handlers: [...pulling.handlers, ...attachmentJobs({ database, clock, client, pictures, uploads, writeThrough })],
    schedules: pulling.schedules,
    creates,
  }
}
