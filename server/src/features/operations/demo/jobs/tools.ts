/** What filling the demo workspace takes: the services that users' own data go through, and what they tell of themselves. */
import type { comparisonService, metricsImportService, tagsService } from '#features/analytics/index.ts'
import type { CreditsService, DemoSubscription } from '#features/billing/index.ts'
import type { ReportsService } from '#features/clients/index.ts'
import type { ItemChanges, UploadsService } from '#features/content/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { ReelsService, RendersService } from '#features/reels/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { DemoClient } from '../rules/clients.ts'

export interface DemoTools {
  database: Database
  clock: Clock
  images: Pick<Images, 'draw'>
  blobs: BlobStorage
  dataImports: Pick<ReturnType<typeof metricsImportService>, 'importPath'>
  tags: Pick<ReturnType<typeof tagsService>, 'change'>
  comparison: Pick<ReturnType<typeof comparisonService>, 'create' | 'groups'>
  uploads: Pick<UploadsService, 'upload' | 'imagesOf'>
  items: Pick<ItemChanges, 'make'>
  reels: Pick<ReelsService, 'make'>
  renders: Pick<RendersService, 'start'>
  reports: Pick<ReportsService, 'create'>
  credits: Pick<CreditsService, 'give'>
  subscription: DemoSubscription
  temporaryPath: string
}

/** A company of the demo, and which of its clients it is. */
export interface DemoCompany {
  id: number
  name: string
  /** Its place in `CLIENTS`. */
  place: number
  client: DemoClient
}

export interface Fill {
  /** The last day of its history, and the moment that its figures are as of. */
  lastDay: number
  begunAt: number
  companies: readonly DemoCompany[]
  /** Throws where the job was cancelled. Called between two steps. */
  step(): Promise<void>
}

/** Open screens of administrators look again. */
export const tellScreens = ({ database, clock }: Pick<DemoTools, 'database' | 'clock'>): Promise<void> =>
  publishEvents(database.queries, [{ companyId: null, kind: 'activity-changed' }], clock.now())
