import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { WorkQueueService } from './jobs.service.ts'

export function workQueueRoutes(app: FastifyInstance, workQueue: WorkQueueService): void {
  serve(app, routes.workQueue.kinds)(async () => workQueue.kinds())
  serve(app, routes.workQueue.deadLetters)(async () => workQueue.deadLetters())
  serve(
    app,
    routes.workQueue.retry,
  )(async ({ viewer, params }) => {
    await workQueue.retry(viewer, params.workId)
    return { success: true }
  })
}
