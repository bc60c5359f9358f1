import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { STREAMED } from '#platform/http/event-stream.ts'
import { serve } from '#platform/http/serve.ts'
import type { Reauthenticate } from '#platform/viewer.ts'
import type { RecipientsService } from './recipients.service.ts'

export function recipientsRoutes(app: FastifyInstance, recipients: RecipientsService, confirmed: Reauthenticate): void {
  serve(app, routes.mailRecipients.read)(async ({ viewer }) => recipients.read(viewer))
  serve(
    app,
    routes.mailRecipients.change,
  )(async ({ viewer, body: { address, ...proof } }) => recipients.change(await confirmed(viewer, proof), address))
  serve(app, routes.mailRecipients.sendConfirmation)(async ({ viewer }) => recipients.sendConfirmation(viewer))
  serve(app, routes.mailRecipients.tryAgain)(async ({ viewer }) => recipients.tryAgain(viewer))
  serve(
    app,
    routes.mailRecipients.tryAgainFor,
  )(async ({ viewer, params }) => {
    await recipients.tryAgainFor(viewer, params.recipientId)
    return { success: true }
  })
  serve(app, routes.mailRecipients.choose)(async ({ viewer, body }) => recipients.choose(viewer, body))
  serve(app, routes.mailRecipients.confirm)(async ({ body, request }) => recipients.confirm(body.token, request.ip))
  serve(
    app,
    routes.mailRecipients.openUnsubscribe,
  )(async ({ params, reply }) => {
    reply.redirect(await recipients.unsubscribePage(params.token), 303)
    return STREAMED
  })
  // Its own scope: bodies of any kind are taken here, and nowhere else.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
    serve(
      scope,
      routes.mailRecipients.unsubscribe,
    )(async ({ params }) => {
      await recipients.unsubscribe(params.token)
      return { success: true }
    })
  })
}
