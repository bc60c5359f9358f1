import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { AnalysisService } from './analysis.service.ts'

export function analysisRoutes(app: FastifyInstance, analysis: AnalysisService): void {
  serve(
    app,
    routes.analysis.read,
  )(async ({ viewer, params, query }) => PreRenderedJson.of(await analysis.read(viewer, params.accountId, query)))
}
