import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { abortOnDisconnect } from '#platform/http/chunks.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { AnalysisService } from './analysis.service.ts'

export function analysisRoutes(app: FastifyInstance, analysis: AnalysisService): void {
  serve(
    app,
    routes.analysis.read,
  )(async ({ viewer, params, query, reply }) =>
    PreRenderedJson.of(await analysis.read(viewer, params.accountId, query, abortOnDisconnect(reply))),
  )
  serve(
    app,
    routes.analysis.posting,
  )(async ({ viewer, params, query, reply }) =>
    PreRenderedJson.of(await analysis.readPosting(viewer, params.accountId, query, abortOnDisconnect(reply))),
  )
}
