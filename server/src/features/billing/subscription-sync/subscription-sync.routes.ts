import type { FastifyInstance } from 'fastify'
import type { PaymentEvents } from './service/provider-events.ts'

/** Not in the contract: the body is the provider's, and its signature covers every byte of it. */
export function paymentEventsRoutes(app: FastifyInstance, events: PaymentEvents): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    scope.post<{ Body: Buffer | undefined }>('/api/webhooks/stripe', async ({ body, headers }) => {
      const signature = headers['stripe-signature']
      await events.receive(body ?? Buffer.alloc(0), typeof signature === 'string' ? signature : '')
      return { received: true }
    })
  })
}
