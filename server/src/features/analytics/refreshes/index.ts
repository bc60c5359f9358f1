export { refreshAfterAdding, refreshJobs } from './refreshes.jobs.ts'
export { refreshesRoutes } from './refreshes.routes.ts'
export { type RefreshesService, refreshesService } from './refreshes.service.ts'
