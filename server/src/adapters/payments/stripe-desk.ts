/** What `Payments` promises, done by Stripe. Loaded with the first question (`stripe.ts`), and its package with it. */
import type { Clock } from '#ports/clock.ts'
import type { Payments, PaymentsEvent } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { changePlan, previewChange } from './stripe-change.ts'
import { type StripeAddress, stripeClient } from './stripe-client.ts'
import { cancelNow, endUnpaid } from './stripe-end.ts'
import { eventsSince, readSignedEvent } from './stripe-events.ts'
import { needsPerson, stripeFailure, tooSlow } from './stripe-failures.ts'
import { stripePlans } from './stripe-plans.ts'
import { readSubscription, retrieve, WITH } from './stripe-reading.ts'
import { InvoiceShape, OPERATION, SetupShape, SubscriptionShape, toPaidInvoice } from './stripe-shapes.ts'

export interface StripeDesk extends Omit<Payments, 'name' | 'mode' | 'browser' | 'sandboxCards' | 'readWebhook'> {
  readWebhook(webhook: { body: Buffer; signature: string; now: number }, secret: string): Promise<PaymentsEvent>
}

const LIST_MAX = 100
/** Longer than one question with its further tries; what follows it in the same call may not get so far. */
const WHOLE_MS = 65_000

export interface StripeDeskOptions extends StripeAddress {
  clock: Clock
  /** Of one call of the port. */
  wholeMs?: number
}

export function stripeDesk({ clock, wholeMs = WHOLE_MS, ...address }: StripeDeskOptions): StripeDesk {
  const stripe = stripeClient(address)
  const plans = stripePlans(stripe)

  /** Has an end, however many calls it takes; every error is translated into ours. */
  async function asking<Result>(work: (ending: AbortSignal) => Promise<Result>): Promise<Result> {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(tooSlow()), wholeMs)
    try {
      return await Promise.race([work(ending.signal), endOf(ending.signal)])
    } catch (error) {
      throw stripeFailure(error, { secretKey: address.secretKey, clock })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    plans: (requests) => asking(() => plans.plans(requests)),

    /** Made without what may be corrected meanwhile, so that the same operation is the same question. */
    customer: ({ companyId, name, email }, operationId) =>
      asking(async (ending) => {
        const { id } = await stripe.customers.create(
          { metadata: { companyId, [OPERATION]: operationId } },
          { idempotencyKey: operationId },
        )
        ending.throwIfAborted()
        await stripe.customers.update(id, { name, email })
        return id
      }),
    correctCustomer: (id, { name, email }) =>
      asking(async () => {
        await stripe.customers.update(id, { name, email })
      }),

    beginSetup: ({ customerId, companyId }, operationId) =>
      asking(async () => {
        const setup = await stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            metadata: { companyId },
          },
          { idempotencyKey: operationId },
        )
        return { clientSecret: SetupShape.parse(setup).client_secret }
      }),

    subscribe: ({ customerId, companyId, priceId, paymentMethodId }, operationId) =>
      asking(async () =>
        readSubscription(
          stripe,
          await stripe.subscriptions.create(
            {
              customer: customerId,
              items: [{ price: priceId }],
              default_payment_method: paymentMethodId,
              payment_behavior: 'default_incomplete',
              payment_settings: { save_default_payment_method: 'on_subscription' },
              metadata: { companyId, [OPERATION]: operationId },
              expand: WITH,
            },
            { idempotencyKey: operationId },
          ),
        ),
      ),
    subscriptionsOf: (customer) =>
      asking(async () => {
        const { data } = await stripe.subscriptions.list({
          customer,
          status: 'all',
          limit: LIST_MAX,
          expand: WITH.map((path) => `data.${path}`),
        })
        return Promise.all(data.map((answered) => readSubscription(stripe, answered)))
      }),

    cancelAtPeriodEnd: (id, cancels, operationId) =>
      asking(async () =>
        readSubscription(
          stripe,
          await stripe.subscriptions.update(
            id,
            { cancel_at_period_end: cancels, expand: WITH },
            { idempotencyKey: operationId },
          ),
        ),
      ),
    cancelNow: (id) => asking(() => cancelNow(stripe, id)),
    endUnpaid: (id, operationId) => asking((ending) => endUnpaid(stripe, id, { operationId, ending })),

    previewPlanChange: (request) => asking(() => previewChange(stripe, request, { plans, now: clock.now() })),
    changePlan: (request, operationId) => asking((ending) => changePlan(stripe, request, { operationId, ending })),
    replaceCard: ({ subscriptionId, paymentMethodId }, operationId) =>
      asking(async (ending) => {
        const kept = await stripe.subscriptions.update(
          subscriptionId,
          { default_payment_method: paymentMethodId, expand: WITH },
          { idempotencyKey: operationId },
        )
        const { latest_invoice: invoice } = SubscriptionShape.parse(kept)
        if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open')
          return readSubscription(stripe, kept)
        ending.throwIfAborted()
        await stripe.invoices
          .pay(
            invoice.id,
            { payment_method: paymentMethodId, off_session: false },
            { idempotencyKey: `${operationId}:pay` },
          )
          .catch((error: unknown) => {
            if (!needsPerson(error)) throw error
          })
        return readSubscription(stripe, await retrieve(stripe, subscriptionId))
      }),

    invoicesOf: (customer, limit) =>
      asking(async () => {
        const { data } = await stripe.invoices.list({ customer, limit: Math.min(limit, LIST_MAX) })
        return Promise.all(data.map((answered) => toPaidInvoice(InvoiceShape.parse(answered), plans.planKeyOf)))
      }),

    async *eventsSince(at) {
      try {
        yield* eventsSince(stripe, at)
      } catch (error) {
        throw stripeFailure(error, { secretKey: address.secretKey, clock })
      }
    },
    readWebhook: (webhook, webhookSecret) => asking(async () => readSignedEvent(stripe, webhook, webhookSecret)),

    async test() {
      await asking(async () => {
        const { data } = await stripe.prices.list({ limit: 1 })
        if (!Array.isArray(data)) throw new PaymentsFailure('not_understood', 'Stripe sent no list.')
      })
    },
  }
}

/** Never keeps the promise: it is broken when the time is over. */
const endOf = (ending: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    ending.addEventListener('abort', () => reject(ending.reason), { once: true })
  })
