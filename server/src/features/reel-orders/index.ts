export { reelOrdersRoutes } from './reel-orders.routes.ts'
export { type ReelOrdersService, reelOrdersService } from './reel-orders.service.ts'
