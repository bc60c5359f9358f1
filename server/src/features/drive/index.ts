export { driveConnectionsRoutes } from './connection/connection.routes.ts'
export {
  type DriveConnectionsService,
  type DriveOfCompany,
  driveConnectionsService,
} from './connection/connection.service.ts'
export { driveFolderJobs } from './folders/folders.jobs.ts'
export { driveFoldersRoutes } from './folders/folders.routes.ts'
export { shownFolder } from './folders/folders.rules.ts'
export { type DriveFoldersService, driveFoldersService } from './folders/folders.service.ts'
export { driveImportJobs } from './imports/imports.jobs.ts'
export { driveImportsRoutes } from './imports/imports.routes.ts'
export { type DriveImportsService, driveImportsService } from './imports/imports.service.ts'
