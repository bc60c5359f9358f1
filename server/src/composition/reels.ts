/** The part of the wiring that makes reels: what belongs together, made from ports and rooms that others made. */
import type { AccountsService } from '#features/analytics/accounts/index.ts'
import { creditsService } from '#features/billing/credits/index.ts'
import type { ContentService, WriteThrough } from '#features/content/items/index.ts'
import type { UploadsService } from '#features/content/uploads/index.ts'
import type { AuditLog } from '#features/core/audit-log/index.ts'
import type { KeptAnswers } from '#features/core/idempotency/index.ts'
import type { ImageVariants } from '#features/core/image-variants/index.ts'
import type { CompaniesService } from '#features/identity/companies/index.ts'
import { reelOrdersService } from '#features/reels/creation/index.ts'
import { reelImages } from '#features/reels/images/index.ts'
import { reelsService } from '#features/reels/reels/index.ts'
import { type RendersService, renderJobs } from '#features/reels/renders/index.ts'
import { videosService } from '#features/reels/videos/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { Renderer } from '#ports/renderer.ts'

export function wireReels({
  images,
  pictures,
  renderer,
  rendersAtOnce,
  workPath,
  ...parts
}: {
  database: Database
  clock: Clock
  answers: KeptAnswers
  audit: AuditLog
  blobs: BlobStorage
  accounts: AccountsService
  companies: CompaniesService
  content: ContentService
  uploads: UploadsService
  variants: ImageVariants
  renders: RendersService
  writeThrough: WriteThrough
  images: Images
  pictures: PictureFetch
  renderer: Renderer
  rendersAtOnce: number
  /** Where renders work, and nobody else. */
  workPath: string
}) {
  const { answers, renders, uploads } = parts
  const credits = creditsService(parts)
  const videos = videosService(parts)
  const ofReels = reelImages({ uploads, pictures })
  const reels = reelsService({ ...parts, reelImages: ofReels, renderer, encode: images.encode })
  const rendering = renderJobs({ ...parts, renderer, workPath, concurrency: rendersAtOnce })
  return {
    services: {
      credits,
      reels,
      reelOrders: reelOrdersService({ ...parts, credits, reels, reelImages: ofReels }),
      renders,
      videos,
    },
    handlers: rendering.handlers,
    /** Forgets and removes what nobody needs any more. Safe to repeat. */
    async tidy(): Promise<void> {
      await renders.tidy()
      await rendering.tidy()
      await videos.tidy()
      await answers.tidy()
    },
  }
}
