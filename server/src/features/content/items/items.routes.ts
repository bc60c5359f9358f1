import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '#platform/http/media-addresses.ts'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { ItemsService } from './items.service.ts'

export function itemsRoutes(app: FastifyInstance, content: ItemsService): void {
  serve(app, routes.content.counts)(async ({ viewer, query }) => content.counts(viewer, query))
  serve(app, routes.content.assignees)(async ({ viewer, query }) => content.assignees(viewer, query))
  serve(
    app,
    routes.content.list,
  )(async ({ viewer, query, request, reply }) =>
    PreRenderedJson.list(answerPage(await content.plan(viewer, query), request, reply)),
  )
  serve(
    app,
    routes.content.all,
  )(async ({ viewer, query, request, reply }) => {
    const shown = answerPage(await content.list(viewer, query), request, reply)
    return PreRenderedJson.list(shown)
  })
  serve(
    app,
    routes.content.create,
  )(async ({ viewer, body, request }) => content.create(viewer, body, request.headers['idempotency-key']))
  serve(app, routes.content.read)(async ({ viewer, params }) => content.read(viewer, params.postId))
  serve(
    app,
    routes.content.history,
  )(async ({ viewer, params, request }) => content.history(viewer, params.postId, originOf(request)))
  serve(
    app,
    routes.content.calendar,
  )(async ({ viewer, query }) => {
    const { items, ...rest } = await content.calendar(viewer, query)
    return PreRenderedJson.listWithin(rest, 'items', items)
  })
  serve(
    app,
    routes.content.unplanned,
  )(async ({ viewer, query, request, reply }) => {
    const shown = answerPage(await content.list(viewer, { ...query, isUnplanned: true }), request, reply)
    return PreRenderedJson.list(shown)
  })
}
