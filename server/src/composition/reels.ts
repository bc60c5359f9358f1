/** The wiring of reels: reels, their orders and images, renders, videos. */
import type { AccountsService } from '#features/analytics/index.ts'
import type { CreditsService } from '#features/billing/index.ts'
import type { ItemChanges, UploadsService, WriteThrough } from '#features/content/index.ts'
import type { AuditLog, IdempotencyService, ImageVariants } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import {
  type RendersService,
  reelImages,
  reelOrdersService,
  reelsService,
  renderJobs,
  videosService,
} from '#features/reels/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { Renderer } from '#ports/renderer.ts'

export function composeReels({
  images,
  pictures,
  renderer,
  rendersAtOnce,
  workPath,
  ...parts
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  audit: AuditLog
  blobs: BlobStorage
  accounts: AccountsService
  companies: CompaniesService
  credits: CreditsService
  items: ItemChanges
  uploads: UploadsService
  writeThrough: WriteThrough
  variants: ImageVariants
  renders: RendersService
  images: Images
  pictures: PictureFetch
  renderer: Renderer
  rendersAtOnce: number
  /** The folder for the working files of renders, and for nothing else. */
  workPath: string
}) {
  const { answers, renders, uploads } = parts
  const videos = videosService(parts)
  const ofReels = reelImages({ uploads, pictures })
  const reels = reelsService({ ...parts, reelImages: ofReels, renderer, encode: images.encode })
  const rendering = renderJobs({ ...parts, renderer, workPath, concurrency: rendersAtOnce })
  return {
    services: {
      reels,
      reelOrders: reelOrdersService({ ...parts, reels, reelImages: ofReels }),
      renders,
      videos,
    },
    handlers: rendering.handlers,
    /** Forgets and removes what is not needed any more. Safe to repeat. */
    async purge(): Promise<void> {
      await renders.purge()
      await rendering.purge()
      await videos.purge()
      await answers.purge()
    },
  }
}
