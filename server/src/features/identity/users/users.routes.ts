import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { UsersService } from './users.service.ts'

export function usersRoutes(app: FastifyInstance, users: UsersService): void {
  serve(
    app,
    routes.users.list,
  )(async ({ query, request, reply }) => {
    const rows = answerPage(await users.list(query), request, reply)
    return PreRenderedJson.list(rows)
  })
  serve(app, routes.users.create)(async ({ viewer, body }) => users.create(viewer, body))
  serve(app, routes.users.update)(async ({ viewer, params, body }) => users.update(viewer, params.userId, body))
  serve(
    app,
    routes.users.remove,
  )(async ({ viewer, params }) => {
    await users.remove(viewer, params.userId)
    return { success: true }
  })
}
