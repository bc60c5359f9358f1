import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { CompaniesService } from './companies.service.ts'

export function companiesRoutes(app: FastifyInstance, companies: CompaniesService): void {
  serve(
    app,
    routes.companies.list,
  )(async ({ query, request, reply }) => {
    const rows = answerPage(await companies.list(query), request, reply)
    return PreRenderedJson.list(rows)
  })
  serve(app, routes.companies.create)(async ({ viewer, body }) => companies.create(viewer, body))
  serve(
    app,
    routes.companies.update,
  )(async ({ viewer, params, body }) => companies.update(viewer, params.companyId, body))
  serve(
    app,
    routes.companies.remove,
  )(async ({ viewer, params }) => {
    await companies.remove(viewer, params.companyId)
    return { success: true }
  })
}
