/** The wiring of analytics: accounts, their refreshes and figures, imports of figures, and copies of their pictures. */
import type { ImportResult } from '@tangelo/contract'
import type { BlobLocation } from '#adapters/blob-storage/index.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import { readStoredPosts } from '#adapters/instagram/stored-posts.ts'
import {
  accountAnalyser,
  accountsService,
  analysisService,
  comparisonService,
  enqueueBackfill,
  exportService,
  type FilePreview,
  type ImportJob,
  imageCacheJobs,
  imageCacheService,
  importFile,
  importPreviewsService,
  integrityCheckService,
  intervalsService,
  metricsImportService,
  metricsService,
  moveJobs,
  olderPostsJobs,
  type PreviewJob,
  postBackfillHandler,
  postsService,
  previewFile,
  profileSyncService,
  provenanceService,
  readingCapacityService,
  refreshAfterAdding,
  refreshesService,
  refreshJobs,
  refreshRanges,
  sourceConnectionsService,
  storePeriodsAgain,
  tagsService,
} from '#features/analytics/index.ts'
import type { AuditLog, ImageVariants, ProviderQuotasService } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { OpenSource } from '#ports/instagram-connection.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { Queue } from '#ports/queue.ts'

import { analysisThread, importInWorker } from './analytics-threads.ts'

export function composeAnalytics({
  database,
  clock,
  audit,
  log,
  queue,
  quotas,
  companies,
  encryption,
  sources,
  openSource,
  own,
  confirmName,
  pictures,
  blobs,
  answers,
  blobLocation,
  variants,
  temporaryPath,
  worksIn,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  log: Log
  queue: Queue
  quotas: ProviderQuotasService
  companies: CompaniesService
  encryption: Encryption
  /** Those of the settings. */
  sources: readonly InstagramSource[]
  /** Opens those that administrators add. */
  openSource: OpenSource
  /** Accounts that their owners have connected; null where none can be. */
  own: InstagramSource<'own'> | null
  /** Throws where an account that its owner has connected must keep its name. */
  confirmName: (accountId: number, username: string) => Promise<void>
  pictures: PictureFetch
  /** For pictures. */
  blobs: BlobStorage
  /** For answers of sources. */
  answers: BlobStorage
  /** Where both are, for the importing thread. */
  blobLocation: BlobLocation
  variants: ImageVariants
  temporaryPath: string
  /** A server imports and analyses beside its requests; a command has none and works itself. */
  worksIn: 'worker' | 'this thread'
}) {
  const connections = sourceConnectionsService({ database, clock, audit, encryption, quotas, sources, openSource })
  const profiles = profileSyncService({ database, clock, blobs: answers, queue, connections, quotas, own })
  const ranges = refreshRanges({ database, clock, queue })
  const onAdded = refreshAfterAdding({ queue, profiles })
  const accounts = accountsService({ database, clock, audit, onAdded, confirmName })
  const refreshing = refreshJobs({ database, clock, queue, profiles, quotas, ranges, connections })
  const paging = olderPostsJobs({ database, clock, log, profiles, quotas, connections })
  const readerFor = (timeZone: string) => figuresFile({ now: clock.now, timeZone })
  const run = (job: ImportJob) =>
    worksIn === 'worker'
      ? importInWorker<ImportResult>({ import: job }, 'The import', database, blobLocation)
      : importFile(job, { database, clock, blobs: answers, readerFor })
  const runPreview = (job: PreviewJob, onProgress: (share: number) => void) =>
    worksIn === 'worker'
      ? importInWorker<FilePreview>({ preview: job }, 'The preview', database, blobLocation, onProgress)
      : previewFile(job, { database, clock, readerFor, onProgress })
  const dataImports = metricsImportService({ database, clock, accounts, companies, audit, temporaryPath, run })
  const { importPath } = dataImports
  const importPreviews = importPreviewsService({
    clock,
    accounts,
    companies,
    temporaryPath,
    run: runPreview,
    importPath,
  })
  const thread = worksIn === 'worker' ? analysisThread(database) : null
  const analyse = thread?.call ?? accountAnalyser({ database })
  const analysis = analysisService({ database, clock, accounts, companies, analyse })
  const moving = moveJobs({ database, clock, analysis })
  return {
    services: {
      accounts,
      tags: tagsService({ database, clock, audit, accounts }),
      metrics: metricsService({ database, clock, accounts, companies, audit }),
      dataImports,
      importPreviews,
      posts: postsService({ database, accounts, companies }),
      analysis,
      exports: exportService({ database, accounts, analysis }),
      refreshes: refreshesService({ database, clock, queue, accounts, profiles }),
      intervals: intervalsService({ database, clock, audit, accounts }),
      sourceConnections: connections,
      provenance: provenanceService({ database, accounts, blobs: answers }),
      comparison: comparisonService({ database, clock, accounts, companies }),
      audits: integrityCheckService({ database, clock }),
      imageCache: imageCacheService({ database, blobs, imageVariants: variants }),
    },
    capacity: readingCapacityService({ database, clock, quotas, connections }),
    hasSource: profiles.isConnected,
    handlers: [
      ...refreshing.handlers,
      ...paging.handlers,
      ...moving.handlers,
      ...imageCacheJobs({ database, clock, blobs, pictures }),
      postBackfillHandler({ database, blobs: answers, readStoredPosts, log, onStored: storePeriodsAgain }),
    ],
    schedules: [...refreshing.schedules, ...paging.schedules, ...moving.schedules],
    settle: () => enqueueBackfill({ database, queue }),
    async purge(): Promise<void> {
      await profiles.purge()
      await importPreviews.purge()
    },
    endThreads: async () => thread?.end(),
  }
}
