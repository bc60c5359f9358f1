import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { PostsService } from './posts.service.ts'

export function postsRoutes(app: FastifyInstance, posts: PostsService): void {
  serve(
    app,
    routes.postHistory.list,
  )(async ({ viewer, params, query, request, reply }) =>
    answerPage(await posts.list(viewer, params.accountId, query), request, reply),
  )
  serve(
    app,
    routes.postHistory.readings,
  )(async ({ viewer, params }) => posts.readings(viewer, params.accountId, params.postId))
}
