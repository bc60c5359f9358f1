import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ApiTokensService } from './api-tokens.service.ts'

export function apiTokensRoutes(app: FastifyInstance, tokens: ApiTokensService): void {
  serve(app, routes.apiTokens.generate)(async ({ viewer, body }) => tokens.generate(viewer, body))
  serve(app, routes.apiTokens.list)(async ({ viewer, query }) => tokens.list(viewer, query))
  serve(
    app,
    routes.apiTokens.remove,
  )(async ({ viewer, params }) => {
    await tokens.remove(viewer, params.tokenId)
    return { success: true }
  })
  serve(app, routes.apiTokens.removeAll)(async ({ viewer }) => ({ count: await tokens.removeAll(viewer) }))
}
