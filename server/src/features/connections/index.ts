export { connectionsRoutes } from './connections.routes.ts'
export { type ConnectionsService, connectionsService } from './connections.service.ts'
