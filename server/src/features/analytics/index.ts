import type { FastifyInstance } from 'fastify'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import type { AccountsService } from './accounts/accounts.service.ts'
import type { AccountBatchesService } from './accounts/service/batches.ts'
import type { TagsService } from './accounts/service/tags.ts'
import { analysisRoutes } from './analysis/analysis.routes.ts'
import type { AnalysisService } from './analysis/analysis.service.ts'
import { comparisonRoutes } from './comparison/comparison.routes.ts'
import type { ComparisonService } from './comparison/comparison.service.ts'
import { exportRoutes } from './export/export.routes.ts'
import type { ExportService } from './export/export.service.ts'
import { imageCacheRoutes } from './image-cache/image-cache.routes.ts'
import type { ImageCacheService } from './image-cache/image-cache.service.ts'
import { integrityCheckRoutes } from './integrity-check/integrity-check.routes.ts'
import type { IntegrityCheckService } from './integrity-check/integrity-check.service.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import type { MetricsService } from './metrics/metrics.service.ts'
import { metricsImportRoutes } from './metrics-import/metrics-import.routes.ts'
import type { MetricsImportService } from './metrics-import/metrics-import.service.ts'
import type { ImportPreviewsService } from './metrics-import/service/previews.ts'
import { postsRoutes } from './posts/posts.routes.ts'
import type { PostsService } from './posts/posts.service.ts'
import { provenanceRoutes } from './provenance/provenance.routes.ts'
import type { ProvenanceService } from './provenance/provenance.service.ts'
import { refreshesRoutes } from './refreshes/refreshes.routes.ts'
import type { RefreshesService } from './refreshes/refreshes.service.ts'
import type { IntervalsService } from './refreshes/service/intervals.ts'
import { sourceConnectionsRoutes } from './source-connections/source-connections.routes.ts'
import type { SourceConnectionsService } from './source-connections/source-connections.service.ts'

export { type AccountsService, accountsService, eraseAccountsOf } from './accounts/accounts.service.ts'
export { accountBatchesService } from './accounts/service/batches.ts'
export { setProfile } from './accounts/service/render-accounts.ts'
export { tagsService } from './accounts/service/tags.ts'
export { type AnalysisJob, accountAnalyser } from './analysis/analysis.jobs.ts'
export { type AnalysisService, analysisService } from './analysis/analysis.service.ts'
export { medianOf } from './analysis/rules/medians.ts'
export {
  beginningOf,
  changeWithin,
  type Dated,
  type DayChange,
  type DayReading,
  isFresh,
  type NoChange,
} from './changes/changes.rules.ts'
export { type ComparisonService, comparisonService } from './comparison/comparison.service.ts'
export { exportService } from './export/export.service.ts'
export { copyPicturesOf, imageCacheJobs } from './image-cache/image-cache.jobs.ts'
export { type ImageCacheService, imageCacheService } from './image-cache/image-cache.service.ts'
export { integrityCheckService } from './integrity-check/integrity-check.service.ts'
export { fingerprint } from './metrics/metrics.rules.ts'
export { type MetricsService, metricsService } from './metrics/metrics.service.ts'
export { countPosts, HISTORY_DAYS } from './metrics/rules/periods.ts'
export { keepAnswer } from './metrics/service/keep-answer.ts'
export { bringAllUpToDate } from './metrics/service/latest-figures.ts'
export { storePeriodsAgain } from './metrics/service/periods.ts'
export { type ImportJob, importFile } from './metrics-import/jobs/import-file.ts'
export type { FilePreview } from './metrics-import/jobs/preview-counter.ts'
export { type PreviewJob, previewFile } from './metrics-import/jobs/preview-file.ts'
export { metricsImportService } from './metrics-import/metrics-import.service.ts'
export { importPreviewsService } from './metrics-import/service/previews.ts'
export { type MonthProblem, monthExportService, UnknownMonths } from './month-export/month-export.service.ts'
export { moveJobs } from './moves/moves.jobs.ts'
export { MOVED_DAYS } from './moves/moves.rules.ts'
export { enqueueBackfill, postBackfillHandler } from './posts/posts.jobs.ts'
export { seesOwnFigures } from './posts/posts.policy.ts'
export { type PostsService, postsService } from './posts/posts.service.ts'
export { provenanceService } from './provenance/provenance.service.ts'
export { olderPostsJobs } from './refreshes/jobs/older-posts.ts'
export { refreshJobs } from './refreshes/refreshes.jobs.ts'
export { refreshAfterAdding, refreshesService } from './refreshes/refreshes.service.ts'
export {
  type ReadingCapacity,
  type ReadingCapacityService,
  readingCapacityService,
} from './refreshes/service/capacity.ts'
export { intervalsService } from './refreshes/service/intervals.ts'
export { profileSyncService } from './refreshes/service/profiles.ts'
export { refreshRanges } from './refreshes/service/ranges.ts'
export {
  type SourceConnectionsService,
  sourceConnectionsService,
} from './source-connections/source-connections.service.ts'

/** What the routes of the domain call. */
export interface AnalyticsServices {
  accounts: AccountsService
  tags: TagsService
  accountBatches: AccountBatchesService
  metrics: MetricsService
  dataImports: MetricsImportService
  importPreviews: ImportPreviewsService
  posts: PostsService
  analysis: AnalysisService
  exports: ExportService
  refreshes: RefreshesService
  intervals: IntervalsService
  sourceConnections: SourceConnectionsService
  provenance: ProvenanceService
  comparison: ComparisonService
  audits: IntegrityCheckService
  imageCache: ImageCacheService
}

/** Every route of the domain. */
export function serveAnalytics(app: FastifyInstance, services: AnalyticsServices, importFileBytesMax: number): void {
  accountsRoutes(app, services.accounts, services.tags, services.accountBatches)
  metricsRoutes(app, services.metrics)
  metricsImportRoutes(app, services.dataImports, services.importPreviews, importFileBytesMax)
  postsRoutes(app, services.posts)
  analysisRoutes(app, services.analysis)
  exportRoutes(app, services.exports)
  refreshesRoutes(app, services.refreshes, services.intervals)
  sourceConnectionsRoutes(app, services.sourceConnections)
  provenanceRoutes(app, services.provenance)
  comparisonRoutes(app, services.comparison)
  integrityCheckRoutes(app, services.audits)
  imageCacheRoutes(app, services.imageCache)
}
