export { connectionsRoutes } from './integrations.routes.ts'
export { type ConnectionsService, connectionsService } from './integrations.service.ts'
