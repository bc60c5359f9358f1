import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { ReadyJson, serve } from '#platform/http/serve.ts'
import type { CompaniesService } from './companies.service.ts'

export function companiesRoutes(app: FastifyInstance, companies: CompaniesService): void {
  serve(
    app,
    routes.companies.list,
  )(async ({ query, request, reply }) => {
    const rows = answerPage(await companies.list(query), request, reply)
    return new ReadyJson(JSON.stringify(rows))
  })
  serve(app, routes.companies.create)(async ({ body }) => companies.create(body))
  serve(app, routes.companies.update)(async ({ params, body }) => companies.update(params.companyId, body))
  serve(
    app,
    routes.companies.remove,
  )(async ({ params }) => {
    await companies.remove(params.companyId)
    return { success: true }
  })
}
