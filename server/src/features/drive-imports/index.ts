export { driveImportJobs } from './drive-imports.jobs.ts'
export { driveImportsRoutes } from './drive-imports.routes.ts'
export { type DriveImportsService, driveImportsService } from './drive-imports.service.ts'
