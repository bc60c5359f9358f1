import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { MailStatusService } from './service/mail-status.ts'

export function outboxRoutes(app: FastifyInstance, status: MailStatusService): void {
  serve(app, routes.mailOutbox.status)(async () => status.read())
  serve(app, routes.mailOutbox.test)(async ({ viewer, body }) => status.test(viewer, body.address))
  serve(
    app,
    routes.mailOutbox.retry,
  )(async ({ viewer, params }) => {
    await status.retry(viewer, params.mailId)
    return { success: true }
  })
}
