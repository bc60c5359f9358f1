export { reelOrdersRoutes } from './creation.routes.ts'
export { type ReelOrdersService, reelOrdersService } from './creation.service.ts'
