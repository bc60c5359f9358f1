import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { Reauthenticate } from '#platform/viewer.ts'
import type { SessionsService } from './sessions.service.ts'

export function sessionsRoutes(app: FastifyInstance, sessions: SessionsService, confirmed: Reauthenticate): void {
  serve(app, routes.sessions.own)(async ({ viewer }) => sessions.own(viewer))
  serve(
    app,
    routes.sessions.end,
  )(async ({ viewer, params, body }) => {
    await sessions.end(await confirmed(viewer, body), params.sessionId)
    return { success: true }
  })
  serve(
    app,
    routes.sessions.endOthers,
  )(async ({ viewer, body }) => ({ ended: await sessions.endOthers(await confirmed(viewer, body)) }))
  serve(
    app,
    routes.sessions.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await sessions.list(viewer, query), request, reply))
  serve(
    app,
    routes.sessions.endOne,
  )(async ({ viewer, params }) => {
    await sessions.endOne(viewer, params.sessionId)
    return { success: true }
  })
  serve(
    app,
    routes.sessions.endMany,
  )(async ({ viewer, query }) => ({ ended: await sessions.endMany(viewer, query.userId) }))
}
