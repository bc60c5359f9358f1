export { sandboxCardsRoutes } from './sandbox-test-cards.routes.ts'
export { type SandboxCardsService, sandboxCardsService } from './sandbox-test-cards.service.ts'
