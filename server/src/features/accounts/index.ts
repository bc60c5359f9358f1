export { scopeOf } from './accounts.policy.ts'
export { accountsRoutes } from './accounts.routes.ts'
export { asMetrics } from './accounts.rules.ts'
export {
  type AccountsService,
  accountsService,
  madeOrMatched,
  setLatestPosts,
  showAgain,
  stillTracked,
} from './accounts.service.ts'
