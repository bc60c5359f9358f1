export { driveConnectionsRoutes } from './drive-connections.routes.ts'
export {
  type DriveConnectionsService,
  type DriveOfCompany,
  driveConnectionsService,
} from './drive-connections.service.ts'
