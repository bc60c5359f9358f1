export { driveConnectionsRoutes } from './connection.routes.ts'
export {
  type DriveConnectionsService,
  type DriveOfCompany,
  driveConnectionsService,
} from './connection.service.ts'
