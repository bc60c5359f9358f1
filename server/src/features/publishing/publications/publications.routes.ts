import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { PublicationsService } from './publications.service.ts'

export function publicationsRoutes(app: FastifyInstance, publications: PublicationsService): void {
  const rows = routes.publications
  serve(app, rows.create)(async ({ viewer, body }) => publications.create(viewer, body))
  serve(
    app,
    rows.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await publications.list(viewer, query), request, reply))
  serve(app, rows.rehearse)(async ({ viewer, body }) => publications.rehearse(viewer, body))
  serve(app, rows.read)(async ({ viewer, params }) => publications.read(viewer, params.publicationId))
  serve(app, rows.plan)(async ({ viewer, params, body }) => publications.plan(viewer, params.publicationId, body.at))
  serve(app, rows.withdraw)(async ({ viewer, params }) => publications.withdraw(viewer, params.publicationId))
  serve(app, rows.decide)(async ({ viewer, params, body }) => publications.decide(viewer, params.publicationId, body))
}
