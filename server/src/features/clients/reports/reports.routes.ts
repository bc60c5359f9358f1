import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { abortOnDisconnect } from '#platform/http/chunks.ts'
import { STREAMED } from '#platform/http/event-stream.ts'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReportsService } from './reports.service.ts'

/**
 * A document of its own: nothing runs in it, nothing is loaded, and only our pages may frame it. They count its sheets, and print it:
 * the frame that shows it on a screen has none of these rights.
 */
const VIEW_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-modals",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

export function reportsRoutes(app: FastifyInstance, reports: ReportsService): void {
  serve(
    app,
    routes.reports.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await reports.list(viewer, query), request, reply))
  serve(
    app,
    routes.reports.create,
  )(async ({ viewer, body, request, reply }) =>
    reports.create(viewer, body, request.headers['idempotency-key'], abortOnDisconnect(reply)),
  )
  serve(
    app,
    routes.reports.preview,
  )(async ({ viewer, body, reply }) => reports.preview(viewer, body, abortOnDisconnect(reply)))
  serve(app, routes.reports.read)(async ({ viewer, params }) => reports.read(viewer, params.reportId))
  serve(app, routes.reports.view)(async ({ viewer, params }) => reports.view(viewer, params.reportId))
  serve(
    app,
    routes.reports.file,
  )(async ({ viewer, params, query, reply }) => {
    const { name, type, bytes } = await reports.file(viewer, params.reportId, query.format, abortOnDisconnect(reply))
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(Buffer.from(bytes))
    return STREAMED
  })
  serve(
    app,
    routes.reports.remove,
  )(async ({ viewer, params }) => {
    await reports.remove(viewer, params.reportId)
    return { success: true }
  })
  app.get<{ Params: { id: string } }>('/media/r/:id', async ({ params }, reply) =>
    reply
      .headers(VIEW_HEADERS)
      .type('text/html; charset=utf-8')
      .send(Buffer.from(await reports.readView(params.id))),
  )
}
