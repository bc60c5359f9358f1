export { type ImportJob, importFile } from './data-imports.jobs.ts'
export { dataImportsRoutes } from './data-imports.routes.ts'
export { type DataImportsService, dataImportsService } from './data-imports.service.ts'
