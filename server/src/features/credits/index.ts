export { creditsRoutes } from './credits.routes.ts'
export { type CreditsService, creditsService, giveBack, grant, spend } from './credits.service.ts'
