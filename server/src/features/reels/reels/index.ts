export { reelsRoutes } from './reels.routes.ts'
export { firstSettings } from './reels.rules.ts'
export { type ReelsService, reelsService } from './reels.service.ts'
export { reelsStore } from './reels.store.ts'
