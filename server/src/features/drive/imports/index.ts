export { driveImportJobs } from './imports.jobs.ts'
export { driveImportsRoutes } from './imports.routes.ts'
export { type DriveImportsService, driveImportsService } from './imports.service.ts'
