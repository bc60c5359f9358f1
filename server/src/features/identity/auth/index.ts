export { authRoutes } from './auth.routes.ts'
export { bearerToken } from './auth.rules.ts'
export { type AuthService, authService } from './auth.service.ts'
