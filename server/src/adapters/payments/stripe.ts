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
    plans: async (wishes) => (await desk()).plans(wishes),
    customer: async (wish, operationId) => (await desk()).customer(wish, operationId),
    correctCustomer: async (id, wish) => (await desk()).correctCustomer(id, wish),
    beginSetup: async (wish, operationId) => (await desk()).beginSetup(wish, operationId),
    subscribe: async (wish, operationId) => (await desk()).subscribe(wish, operationId),
    subscriptionsOf: async (customerId) => (await desk()).subscriptionsOf(customerId),
    cancelAtPeriodEnd: async (id, cancels, operationId) => (await desk()).cancelAtPeriodEnd(id, cancels, operationId),
    cancelNow: async (id, operationId) => (await desk()).cancelNow(id, operationId),
    endUnpaid: async (id, operationId) => (await desk()).endUnpaid(id, operationId),
    previewPlanChange: async (wish) => (await desk()).previewPlanChange(wish),
    changePlan: async (wish, operationId) => (await desk()).changePlan(wish, operationId),
    replaceCard: async (wish, operationId) => (await desk()).replaceCard(wish, operationId),
    invoicesOf: async (customerId, limit) => (await desk()).invoicesOf(customerId, limit),
    async *eventsSince(at) {
      yield* (await desk()).eventsSince(at)
    },
    readWebhook: webhookSecret === null ? null : async (webhook) => (await desk()).readWebhook(webhook, webhookSecret),
    sandboxCards: null,
    test: async () => (await desk()).test(),
  }
}
