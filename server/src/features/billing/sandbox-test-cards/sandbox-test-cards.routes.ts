import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { SandboxCardsService } from './sandbox-test-cards.service.ts'

export function sandboxCardsRoutes(app: FastifyInstance, cards: SandboxCardsService): void {
  const { confirmSandbox, answerSandbox } = routes.payments
  serve(app, confirmSandbox)(async ({ viewer, body }) => cards.confirm(viewer, body))
  serve(app, answerSandbox)(async ({ viewer, body }) => cards.answerChallenge(viewer, body))
}
