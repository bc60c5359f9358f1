export { renderJobs } from './renders.jobs.ts'
export { rendersRoutes } from './renders.routes.ts'
export { asResult, type Queued, type RenderRow } from './renders.rules.ts'
export { isPaidWork, type RendersService, rendersService } from './renders.service.ts'
