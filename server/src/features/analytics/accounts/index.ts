export { accountsRoutes } from './accounts.routes.ts'
export { asMetrics } from './accounts.rules.ts'
export {
  type AccountsService,
  accountsService,
  madeOrMatched,
  setProfile,
  showAgain,
  showPosts,
  stillTracked,
  type TrackedAccount,
} from './accounts.service.ts'
