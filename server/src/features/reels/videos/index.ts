export { videosRoutes } from './videos.routes.ts'
export { coverAddress, ownCover, ownMark, videoAddress } from './videos.rules.ts'
export { type VideosService, videosService } from './videos.service.ts'
export { videosStore } from './videos.store.ts'
