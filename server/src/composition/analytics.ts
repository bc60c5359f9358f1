/** The wiring of analytics: accounts, their refreshes and figures, imports of figures, and copies of their pictures. */
import type { BlobLocation } from '#adapters/blob-storage/index.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import {
  accountsService,
  type ImportJob,
  imageCacheJobs,
  imageCacheService,
  importFile,
  integrityCheckService,
  metricsImportService,
  metricsService,
  postsService,
  profileSyncService,
  provenanceService,
  refreshAfterAdding,
  refreshesService,
  refreshJobs,
} from '#features/analytics/index.ts'
import type { AuditLog, ImageVariants, ProviderQuotasService } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { Queue } from '#ports/queue.ts'
import { importInWorker } from '../threads/import-thread.ts'

export function composeAnalytics({
  database,
  clock,
  audit,
  queue,
  quotas,
  companies,
  sources,
  pictures,
  blobs,
  answers,
  blobLocation,
  variants,
  temporaryPath,
  importsIn,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  queue: Queue
  quotas: ProviderQuotasService
  companies: CompaniesService
  sources: readonly InstagramSource[]
  pictures: PictureFetch
  /** For pictures. */
  blobs: BlobStorage
  /** For answers of sources. */
  answers: BlobStorage
  /** Where both are, for the importing thread. */
  blobLocation: BlobLocation
  variants: ImageVariants
  temporaryPath: string
  /** A server imports beside its requests; a command has none and imports itself. */
  importsIn: 'worker' | 'this thread'
}) {
  const profiles = profileSyncService({ database, clock, blobs: answers, queue, sources, quotas })
  const onAdded = refreshAfterAdding({ queue, profiles })
  const accounts = accountsService({ database, clock, audit, onAdded })
  const refreshing = refreshJobs({ database, clock, profiles, quotas })
  const readerFor = (timeZone: string) => figuresFile({ now: clock.now, timeZone })
  const run = (job: ImportJob) =>
    importsIn === 'worker'
      ? importInWorker(job, database, blobLocation)
      : importFile(job, { database, clock, blobs: answers, readerFor })
  return {
    services: {
      accounts,
      metrics: metricsService({ database, clock, accounts, companies, audit }),
      dataImports: metricsImportService({ database, clock, accounts, companies, audit, temporaryPath, run }),
      posts: postsService({ database, accounts }),
      refreshes: refreshesService({ database, clock, queue, accounts, profiles }),
      provenance: provenanceService({ database, accounts, blobs: answers }),
      audits: integrityCheckService({ database, clock }),
      imageCache: imageCacheService({ database, blobs, imageVariants: variants }),
    },
    handlers: [...refreshing.handlers, ...imageCacheJobs({ database, clock, blobs, pictures })],
    schedules: refreshing.schedules,
    purge: () => profiles.purge(),
  }
}
