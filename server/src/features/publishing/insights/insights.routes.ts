import { Readable } from 'node:stream'
import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { STREAMED } from '#platform/http/event-stream.ts'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { InsightsService } from './insights.service.ts'

export function insightsRoutes(app: FastifyInstance, insights: InsightsService): void {
  const rows = routes.insights
  serve(app, rows.read)(async ({ viewer, params, query }) => insights.read(viewer, params.accountId, query.range))
  serve(
    app,
    rows.media,
  )(async ({ viewer, params, query, request, reply }) =>
    answerPage(await insights.media(viewer, params.accountId, query), request, reply),
  )
  serve(app, rows.ofMedia)(async ({ viewer, params }) => insights.ofMedia(viewer, params.accountId, params.mediaId))
  serve(app, rows.raw)(async ({ viewer, params, query }) => insights.raw(viewer, params.accountId, query.hash))
  serve(app, rows.ofPublication)(async ({ viewer, params }) => insights.ofPublication(viewer, params.publicationId))
  serve(
    app,
    rows.export,
  )(async ({ viewer, params, query, reply }) => {
    const { name, chunks } = await insights.file(viewer, params.accountId, query.what)
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
    reply.send(Readable.from(chunks))
    return STREAMED
  })
  serve(
    app,
    rows.expected,
  )(async ({ viewer, params, query }) => insights.readExpected(viewer, params.accountId, query.itemId))
}
