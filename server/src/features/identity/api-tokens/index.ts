export { apiTokensRoutes } from './api-tokens.routes.ts'
export { isApiToken, isMeantAsApiToken } from './api-tokens.rules.ts'
export { type ApiTokensService, apiTokensService } from './api-tokens.service.ts'
