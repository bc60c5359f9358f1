export { scopeOf } from './accounts.policy.ts'
export { asMetrics } from './accounts.rules.ts'
export { accountsRoutes } from './accounts.routes.ts'
export { type AccountsService, accountsService, madeOrMatched, stillTracked } from './accounts.service.ts'
