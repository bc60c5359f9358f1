/**
 * Stripe, as far as plans by the month from one card need it. Every change has an idempotency key made of our operation id, so
 * that asking again does nothing twice (docs/decisions/0022).
 */
import type { Stripe } from 'stripe'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments.ts'
import type { StripeAddress } from './stripe-client.ts'

export interface StripeOptions extends StripeAddress {
  publishableKey: string
  /** Of the endpoint that events are sent to; null where none are. */
  webhookSecret: string | null
  clock: Clock
}

type Library = Awaited<ReturnType<typeof load>>

/** Loaded when somebody first asks: the start does not wait for it, and many installations never need it. */
const load = async () => {
  const [client, failures, shapes, reading, change, plans, events] = await Promise.all([
    import('./stripe-client.ts'),
    import('./stripe-failures.ts'),
    import('./stripe-shapes.ts'),
    import('./stripe-reading.ts'),
    import('./stripe-change.ts'),
    import('./stripe-plans.ts'),
    import('./stripe-events.ts'),
  ])
  return { ...client, ...failures, ...shapes, ...reading, ...change, ...plans, ...events }
}

const LIST_MAX = 100

export function stripePayments({ publishableKey, webhookSecret, clock, ...address }: StripeOptions): Payments {
  let opened: Promise<{ library: Library; stripe: Stripe; plans: ReturnType<Library['stripePlans']> }> | undefined
  const open = () => {
    opened ??= load().then((library) => {
      const stripe = library.stripeClient(address)
      return { library, stripe, plans: library.stripePlans(async () => stripe) }
    })
    return opened
  }

  /** Whatever goes wrong is said in our words. */
  async function asking<Result>(work: (here: Awaited<ReturnType<typeof open>>) => Promise<Result>): Promise<Result> {
    const here = await open()
    try {
      return await work(here)
    } catch (error) {
      throw here.library.stripeFailure(error, { secretKey: address.secretKey, clock })
    }
  }

  return {
    name: 'stripe',
    title: 'Stripe',
    browser: { provider: 'stripe', publishableKey },

    plans: (wishes) => asking(({ plans }) => plans.plans(wishes)),

    /** Made without what may be corrected meanwhile, so that the same operation is the same question. */
    customer: ({ companyId, name, email }, operationId) =>
      asking(async ({ stripe, library }) => {
        const { id } = await stripe.customers.create(
          { metadata: { companyId, [library.OPERATION]: operationId } },
          { idempotencyKey: operationId },
        )
        await stripe.customers.update(id, { name, email })
        return id
      }),

    beginSetup: ({ customerId, companyId }, operationId) =>
      asking(async ({ stripe, library }) => {
        const setup = await stripe.setupIntents.create(
          {
            ...{ customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
            metadata: { companyId },
          },
          { idempotencyKey: operationId },
        )
        return library.shownSetup(library.SetupShape.parse(setup))
      }),
    readSetup: (id) =>
      asking(async ({ stripe, library }) => {
        const [setupId = id] = id.split('_secret_')
        return library.shownSetup(library.SetupShape.parse(await stripe.setupIntents.retrieve(setupId)))
      }),

    subscribe: ({ customerId, companyId, priceId, paymentMethodId }, operationId) =>
      asking(async ({ stripe, library }) =>
        library.shown(
          stripe,
          await stripe.subscriptions.create(
            {
              ...{ customer: customerId, items: [{ price: priceId }], default_payment_method: paymentMethodId },
              payment_behavior: 'default_incomplete',
              payment_settings: { save_default_payment_method: 'on_subscription' },
              metadata: { companyId, [library.OPERATION]: operationId },
              expand: library.WITH,
            },
            { idempotencyKey: operationId },
          ),
        ),
      ),
    readSubscription: (id) =>
      asking(async ({ stripe, library }) => library.shown(stripe, await library.retrieve(stripe, id))),
    subscriptionsOf: (customer) =>
      asking(async ({ stripe, library }) => {
        const { data } = await stripe.subscriptions.list({
          ...{ customer, status: 'all', limit: LIST_MAX, expand: library.WITH.map((path) => `data.${path}`) },
        })
        return Promise.all(data.map((told) => library.shown(stripe, told)))
      }),

    cancelAtPeriodEnd: (id, cancels, operationId) =>
      asking(async ({ stripe, library }) =>
        library.shown(
          stripe,
          await stripe.subscriptions.update(
            id,
            { cancel_at_period_end: cancels, expand: library.WITH },
            { idempotencyKey: operationId },
          ),
        ),
      ),
    cancelNow: (id) =>
      asking(async ({ stripe, library }) => {
        try {
          return await library.shown(stripe, await stripe.subscriptions.cancel(id, { expand: library.WITH }))
        } catch (error) {
          // One that has ended is missing for those who want to end it, and is there for those who read.
          if (library.isMissing(error)) return library.shown(stripe, await library.retrieve(stripe, id))
          throw error
        }
      }),

    previewPlanChange: (wish) =>
      asking(({ stripe, library, plans }) => library.previewChange(stripe, wish, { plans, now: clock.now() })),
    changePlan: (wish, operationId) => asking(({ stripe, library }) => library.changePlan(stripe, wish, operationId)),
    replaceCard: ({ subscriptionId, paymentMethodId }, operationId) =>
      asking(async ({ stripe, library }) => {
        const kept = await stripe.subscriptions.update(
          subscriptionId,
          { default_payment_method: paymentMethodId, expand: library.WITH },
          { idempotencyKey: operationId },
        )
        const { latest_invoice: invoice } = library.SubscriptionShape.parse(kept)
        if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open')
          return library.shown(stripe, kept)
        await stripe.invoices
          .pay(
            invoice.id,
            { payment_method: paymentMethodId, off_session: false },
            { idempotencyKey: `${operationId}:pay` },
          )
          .catch((error: unknown) => {
            if (!library.needsPerson(error)) throw error
          })
        return library.shown(stripe, await library.retrieve(stripe, subscriptionId))
      }),

    readInvoice: (id) =>
      asking(async ({ stripe, library, plans }) =>
        library.shownInvoice(library.InvoiceShape.parse(await stripe.invoices.retrieve(id)), plans.planKeyOf),
      ),
    invoicesOf: (customer, { limit, after }) =>
      asking(async ({ stripe, library, plans }) => {
        const { data, has_more } = await stripe.invoices.list({
          ...{ customer, limit: Math.min(limit, LIST_MAX) },
          ...(after !== undefined && { starting_after: after }),
        })
        const invoices = data.map((told) => library.shownInvoice(library.InvoiceShape.parse(told), plans.planKeyOf))
        return { invoices: await Promise.all(invoices), isLast: !has_more }
      }),

    async *eventsSince(at) {
      const { stripe, library, plans } = await open()
      try {
        yield* library.eventsSince({ stripe, planKeyOf: plans.planKeyOf }, at)
      } catch (error) {
        throw library.stripeFailure(error, { secretKey: address.secretKey, clock })
      }
    },
    readWebhook:
      webhookSecret === null
        ? null
        : (webhook) =>
            asking(({ stripe, library, plans }) =>
              library.signedEvent({ stripe, planKeyOf: plans.planKeyOf }, webhook, webhookSecret),
            ),

    sandboxCards: null,
    async test() {
      await asking(async ({ stripe }) => {
        const { data } = await stripe.prices.list({ limit: 1 })
        if (!Array.isArray(data)) throw new PaymentsFailure('not_understood', 'Stripe sent no list.')
      })
    },
  }
}
