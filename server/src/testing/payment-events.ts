/** Events in the provider's name: the sandbox is the provider, and signs as Stripe does. */
import { createHmac } from 'node:crypto'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { stripePayments } from '#adapters/payments/stripe.ts'
import type { Payments } from '#ports/payments.ts'
import type { Paying } from './paying.ts'
import { START } from './world.ts'

const SECRET = 'whsec_of_a_test'
const keys = { apiUrl: 'http://127.0.0.1:9', secretKey: 'sk_test_of_a_test', publishableKey: 'pk_test_of_a_test' }

/** How often each call was made. */
export type Calls = Map<string, number>

export const signing =
  (calls: Calls = new Map()) =>
  (parts: Parameters<typeof sandboxPayments>[0]): Payments => {
    const sandbox = sandboxPayments(parts)
    const subscriptionsOf: Payments['subscriptionsOf'] = (id) => {
      calls.set('subscriptionsOf', (calls.get('subscriptionsOf') ?? 0) + 1)
      return sandbox.subscriptionsOf(id)
    }
    const { readWebhook } = stripePayments({ ...keys, webhookSecret: SECRET, clock: parts.clock })
    return { ...sandbox, readWebhook, subscriptionsOf }
  }

const price = { id: 'price_1', lookup_key: null, metadata: {}, unit_amount: 1, currency: 'usd', active: true }

/** Reports a subscription of this customer as active, whatever its status is. */
export const anEvent = (customer: string, id = 'evt_1', type = 'customer.subscription.updated') => ({
  id,
  type,
  created: START / 1_000,
  data: {
    object: {
      id: 'sub_1',
      customer,
      status: 'active',
      created: 0,
      ended_at: null,
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: {},
      default_payment_method: null,
      latest_invoice: null,
      pending_update: null,
      items: { data: [{ id: 'si_1', price, current_period_start: 0, current_period_end: 1 }] },
    },
  },
})

export const signBody = (body: string, at = START, secret = SECRET) => {
  const seconds = Math.floor(at / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export const send = ({ app }: Paying, body: string, signature = signBody(body)) =>
  app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  })

export const customerOf = async ({ database }: Paying, companyId = 1): Promise<string> =>
  (
    await database.queries
      .selectFrom('provider_customers')
      .select('customer_id')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
  ).customer_id ?? ''

export const eventsIn = async ({ database }: Paying) =>
  (await database.queries.selectFrom('provider_events').select('id').orderBy('id').execute()).map(({ id }) => id)
