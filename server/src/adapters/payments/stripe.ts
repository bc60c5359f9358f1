/**
 * Stripe, as far as plans by the month from one card need it. Every change has an idempotency key made of our operation
 * id, so that a retry does nothing twice (docs/decisions/0022).
 */
import type { Payments } from '#ports/payments.ts'
import type { StripeDesk, StripeDeskOptions } from './stripe-desk.ts'

export interface StripeOptions extends StripeDeskOptions {
  publishableKey: string
  /** Of the endpoint that events are sent to; null where none are. */
  webhookSecret: string | null
}

export function stripePayments({ publishableKey, webhookSecret, ...options }: StripeOptions): Payments {
  let opened: Promise<StripeDesk> | undefined
  /** Loaded at the first call: the start does not wait for it, and many installations never need it. */
  const desk = () => {
    opened ??= import('./stripe-desk.ts').then(({ stripeDesk }) => stripeDesk(options))
    return opened
  }
  return {
    name: 'stripe',
    mode: /^(sk|rk)_live_/.test(options.secretKey) ? 'stripe:live' : 'stripe:test',
    browser: { provider: 'stripe', publishableKey },
    plans: async (requests) => (await desk()).plans(requests),
    customer: async (request, operationId) => (await desk()).customer(request, operationId),
    correctCustomer: async (id, request) => (await desk()).correctCustomer(id, request),
    beginSetup: async (request, operationId) => (await desk()).beginSetup(request, operationId),
    subscribe: async (request, operationId) => (await desk()).subscribe(request, operationId),
    subscriptionsOf: async (customerId) => (await desk()).subscriptionsOf(customerId),
    cancelAtPeriodEnd: async (id, cancels, operationId) => (await desk()).cancelAtPeriodEnd(id, cancels, operationId),
    cancelNow: async (id, operationId) => (await desk()).cancelNow(id, operationId),
    endUnpaid: async (id, operationId) => (await desk()).endUnpaid(id, operationId),
    previewPlanChange: async (request) => (await desk()).previewPlanChange(request),
    changePlan: async (request, operationId) => (await desk()).changePlan(request, operationId),
    replaceCard: async (request, operationId) => (await desk()).replaceCard(request, operationId),
    invoicesOf: async (customerId, limit) => (await desk()).invoicesOf(customerId, limit),
    async *eventsSince(at) {
      yield* (await desk()).eventsSince(at)
    },
    readWebhook: webhookSecret === null ? null : async (webhook) => (await desk()).readWebhook(webhook, webhookSecret),
    sandboxCards: null,
    test: async () => (await desk()).test(),
  }
}
