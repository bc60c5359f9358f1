export { planChangesRoutes } from './plan-changes.routes.ts'
export { type PlanChangesService, planChangesService } from './plan-changes.service.ts'
