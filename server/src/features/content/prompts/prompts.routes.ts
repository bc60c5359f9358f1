import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { abortOnDisconnect } from '#platform/http/chunks.ts'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { PromptsService } from './prompts.service.ts'

export function promptsRoutes(app: FastifyInstance, prompts: PromptsService): void {
  serve(
    app,
    routes.prompts.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await prompts.list(viewer, query), request, reply))
  serve(
    app,
    routes.prompts.titles,
  )(async ({ query, request, reply }) => answerPage(await prompts.titles(query), request, reply))
  serve(app, routes.prompts.provider)(async ({ viewer }) => prompts.provider(viewer))
  serve(
    app,
    routes.prompts.generate,
  )(async ({ viewer, body, reply }) => prompts.generate(viewer, body, abortOnDisconnect(reply)))
  serve(
    app,
    routes.prompts.save,
  )(async ({ viewer, body, request }) => prompts.save(viewer, body, request.headers['idempotency-key']))
  serve(app, routes.prompts.read)(async ({ viewer, params }) => prompts.read(viewer, params.promptId))
  serve(app, routes.prompts.update)(async ({ viewer, params, body }) => prompts.update(viewer, params.promptId, body))
  serve(
    app,
    routes.prompts.remove,
  )(async ({ viewer, params }) => {
    await prompts.remove(viewer, params.promptId)
    return { success: true }
  })
  serve(
    app,
    routes.prompts.setDefault,
  )(async ({ viewer, params, body }) => prompts.setDefault(viewer, params.promptId, body))
}
