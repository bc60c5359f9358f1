export { sandboxCardsRoutes } from './sandbox-cards.routes.ts'
export { type SandboxCardsService, sandboxCardsService } from './sandbox-cards.service.ts'
