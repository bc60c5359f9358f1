import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { TeamCommentsService } from './team-comments.service.ts'

export function teamCommentsRoutes(app: FastifyInstance, comments: TeamCommentsService): void {
  serve(app, routes.teamComments.list)(async ({ viewer, params }) => comments.list(viewer, params.postId))
  serve(
    app,
    routes.teamComments.add,
  )(async ({ viewer, params, body, request }) =>
    comments.add(viewer, params.postId, body.text, request.headers['idempotency-key']),
  )
  serve(
    app,
    routes.teamComments.remove,
  )(async ({ viewer, params }) => {
    await comments.remove(viewer, params.postId, params.commentId)
    return { success: true }
  })
}
