import type { FastifyInstance } from 'fastify'
import { reelsRoutes } from './reels/reels.routes.ts'
import type { ReelsService } from './reels/reels.service.ts'
import type { ReelOrdersService } from './reels/service/orders.ts'
import { rendersRoutes } from './renders/renders.routes.ts'
import type { RendersService } from './renders/renders.service.ts'
import type { VideosService } from './renders/service/videos.ts'

export { firstSettings } from './reels/reels.rules.ts'
export { type ReelsService, reelsService } from './reels/reels.service.ts'
export { type ReelImage, reelImages } from './reels/service/images.ts'
export { reelOrdersService } from './reels/service/orders.ts'
export { renderJobs } from './renders/renders.jobs.ts'
export { isPaidWork, type RendersService, rendersService } from './renders/renders.service.ts'
export { videosService } from './renders/service/videos.ts'

/** What the routes of the domain call. */
export interface ReelsServices {
  reels: ReelsService
  reelOrders: ReelOrdersService
  renders: RendersService
  videos: VideosService
}

/** Every route of the domain. */
export function serveReels(app: FastifyInstance, services: ReelsServices): void {
  reelsRoutes(app, services.reels, services.reelOrders)
  rendersRoutes(app, services.renders, services.videos)
}
