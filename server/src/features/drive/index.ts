import type { FastifyInstance } from 'fastify'
import { driveConnectionsRoutes } from './connection/connection.routes.ts'
import type { DriveConnectionsService } from './connection/connection.service.ts'
import { driveFoldersRoutes } from './folders/folders.routes.ts'
import type { DriveFoldersService } from './folders/folders.service.ts'
import { driveImportsRoutes } from './imports/imports.routes.ts'
import type { DriveImportsService } from './imports/imports.service.ts'

export {
  type DriveConnectionsService,
  type DriveOfCompany,
  driveConnectionsService,
} from './connection/connection.service.ts'
export { driveFolderJobs } from './folders/folders.jobs.ts'
export { toFolderJson } from './folders/folders.rules.ts'
export { driveFoldersService } from './folders/folders.service.ts'
export { driveImportJobs } from './imports/imports.jobs.ts'
export { driveImportsService } from './imports/imports.service.ts'

/** What the routes of the domain call. */
export interface DriveServices {
  driveConnections: DriveConnectionsService
  driveFolders: DriveFoldersService
  driveImports: DriveImportsService
}

/** Every route of the domain. */
export function serveDrive(app: FastifyInstance, services: DriveServices): void {
  driveConnectionsRoutes(app, services.driveConnections)
  driveFoldersRoutes(app, services.driveFolders)
  driveImportsRoutes(app, services.driveImports)
}
