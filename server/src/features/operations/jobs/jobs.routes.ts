import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { JobsService } from './jobs.service.ts'

export function jobsRoutes(app: FastifyInstance, jobs: JobsService): void {
  serve(app, routes.jobs.kinds)(async () => jobs.kinds())
  serve(app, routes.jobs.deadLetters)(async () => jobs.deadLetters())
  serve(
    app,
    routes.jobs.retry,
  )(async ({ viewer, params }) => {
    await jobs.retry(viewer, params.workId)
    return { success: true }
  })
}
