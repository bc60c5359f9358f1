import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { ProvenanceService } from './provenance.service.ts'

export function provenanceRoutes(app: FastifyInstance, provenance: ProvenanceService): void {
  serve(app, routes.provenance.read)(async ({ viewer, params }) => provenance.read(viewer, params.accountId))
  serve(app, routes.provenance.raw)(async ({ viewer, params }) => provenance.raw(viewer, params.accountId))
}
