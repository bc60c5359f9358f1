/** For tests of the stand-in of Stripe: one call of its API, and a subscription that waits for its payment. */
import type { StripeStandIn } from '../stripe/stripe-stand-in.ts'

let keys = 0

export async function ask(
  stripe: StripeStandIn,
  method: 'GET' | 'POST',
  path: string,
  form: Record<string, string> = {},
  key?: string,
) {
  keys += 1
  const query = method === 'GET' ? `?${new URLSearchParams(form)}` : ''
  const answer = await fetch(`${stripe.url}${path}${query}`, {
    method,
    headers: {
      Authorization: `Bearer ${stripe.token}`,
      'Stripe-Version': '2026-10-28.endive',
      ...(method === 'POST' && { 'Idempotency-Key': key ?? `key-${keys}` }),
    },
    ...(method === 'POST' && { body: new URLSearchParams(form) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

export async function subscribe(stripe: StripeStandIn) {
  const create = async (path: string, form: Record<string, string>) => (await ask(stripe, 'POST', path, form)).body
  const customer = await create('/v1/customers', { name: 'Ada' })
  const product = await create('/v1/products', { name: 'Starter' })
  const price = await create('/v1/prices', {
    product: String(product.id),
    currency: 'usd',
    unit_amount: '2900',
    'recurring[interval]': 'month',
  })
  const setup = await create('/v1/setup_intents', { customer: String(customer.id) })
  const { body: kept } = stripe.confirm(String(setup.client_secret), '4242424242424242')
  const subscription = await create('/v1/subscriptions', {
    customer: String(customer.id),
    'items[0][price]': String(price.id),
    payment_behavior: 'default_incomplete',
    default_payment_method: String((kept as { payment_method: string }).payment_method),
    'expand[0]': 'latest_invoice.confirmation_secret',
  })
  const { confirmation_secret } = subscription.latest_invoice as { confirmation_secret: { client_secret: string } }
  return { subscription, secret: confirmation_secret.client_secret }
}
