export { type ImportJob, importFile } from './metrics-import.jobs.ts'
export { dataImportsRoutes } from './metrics-import.routes.ts'
export { type DataImportsService, dataImportsService } from './metrics-import.service.ts'
