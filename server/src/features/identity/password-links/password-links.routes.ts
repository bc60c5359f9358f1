import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { PasswordLinksService } from './password-links.service.ts'

export function passwordLinksRoutes(app: FastifyInstance, links: PasswordLinksService): void {
  serve(
    app,
    routes.passwordLinks.request,
  )(async ({ body, request }) => {
    await links.request(body.username, request.ip)
    return { success: true }
  })
  serve(app, routes.passwordLinks.complete)(async ({ body, request }) => links.complete(body, request.ip))
  serve(
    app,
    routes.passwordLinks.invite,
  )(async ({ viewer, params }) => {
    await links.invite(viewer, params.userId)
    return { success: true }
  })
}
