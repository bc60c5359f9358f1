export { twoFactorRoutes } from './two-factor.routes.ts'
export { type TwoFactorService, twoFactorService } from './two-factor.service.ts'
