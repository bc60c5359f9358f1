export { plansRoutes } from './plans.routes.ts'
export type { PlanRow } from './plans.rules.ts'
export { type PlansService, planRows, plansService } from './plans.service.ts'
