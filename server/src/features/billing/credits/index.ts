export { creditsRoutes } from './credits.routes.ts'
export {
  beginPeriod,
  type CreditsService,
  creditsService,
  followPeriod,
  giveBack,
  grant,
  raisePeriod,
  spend,
} from './credits.service.ts'
