import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '../http/contract.ts'
import { startedStripe } from '../testing/started.ts'
import { formObject } from './stripe-form.ts'
import type { StripeStandIn } from './stripe-stand-in.ts'

interface Sample {
  name: string
  operation?: string
  schema?: string
  part?: string
  status?: number
  invalid?: true
  body: Record<string, unknown>
}

const { samples } = JSON.parse(
  readFileSync(new URL('../../contracts/stripe/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }

let keys = 0

async function ask(
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

async function subscribed(stripe: StripeStandIn) {
  const made = async (path: string, form: Record<string, string>) => (await ask(stripe, 'POST', path, form)).body
  const customer = await made('/v1/customers', { name: 'Ada' })
  const product = await made('/v1/products', { name: 'Starter' })
  const price = await made('/v1/prices', {
    product: String(product.id),
    currency: 'usd',
    unit_amount: '2900',
    'recurring[interval]': 'month',
  })
  const setup = await made('/v1/setup_intents', { customer: String(customer.id) })
  const { body: kept } = stripe.confirm(String(setup.client_secret), '4242424242424242')
  const subscription = await made('/v1/subscriptions', {
    customer: String(customer.id),
    'items[0][price]': String(price.id),
    payment_behavior: 'default_incomplete',
    default_payment_method: String((kept as { payment_method: string }).payment_method),
    'expand[0]': 'latest_invoice.confirmation_secret',
  })
  const { confirmation_secret } = subscription.latest_invoice as { confirmation_secret: { client_secret: string } }
  return { subscription, secret: confirmation_secret.client_secret }
}

test('every sample is as the contract judges it', () => {
  const rules = contract('stripe/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  for (const { name, operation = '', schema, part, status = 200, invalid, body } of samples) {
    const rule = operations.get(operation)
    const path: Record<string, string> = /create$/.test(operation) ? {} : { id: '1' }
    const problems = schema
      ? rules.problems(schema.replace('#/components/schemas/', ''), body)
      : part === 'request'
        ? rule?.requestProblems({ path, query: {}, body })
        : rule?.answerProblems({ status, body })
    expect((problems?.length ?? 1) > 0, `${name}: ${problems?.join(', ')}`).toBe(invalid === true)
  }
})

test('every event it tells of is one of the contract', async () => {
  const stripe = await startedStripe()
  const rules = contract('stripe/openapi.json')
  const { secret, subscription } = await subscribed(stripe)
  stripe.confirm(secret, null)
  stripe.pass(32 * 86_400_000)
  await ask(stripe, 'POST', `/v1/subscriptions/${subscription.id}`, { cancel_at_period_end: 'true' })
  stripe.pass(32 * 86_400_000)
  const types = new Set(stripe.events.map(({ type }) => type))
  expect(types.size).toBeGreaterThan(10)
  for (const event of stripe.events) expect(rules.problems(`event.${event.type}`, event), event.type).toEqual([])
  expect([...types]).toContain('customer.subscription.deleted')
  expect(stripe.violations).toEqual([])
})

test('names in brackets become objects and lists', () => {
  expect(
    formObject(new URLSearchParams('items[0][price]=p&items[1][price]=q&metadata[a b]=c&expand[0]=x.y&n=1')),
  ).toEqual({
    items: [{ price: 'p' }, { price: 'q' }],
    metadata: { 'a b': 'c' },
    expand: ['x.y'],
    n: '1',
  })
})

test('the same key does the same once, and answers the same; another question under it is refused', async () => {
  const stripe = await startedStripe()
  const first = await ask(stripe, 'POST', '/v1/customers', { name: 'Ada' }, 'once')
  const second = await ask(stripe, 'POST', '/v1/customers', { name: 'Ada' }, 'once')
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  const other = await ask(stripe, 'POST', '/v1/customers', { name: 'Eve' }, 'once')
  expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  expect(stripe.counts().customers).toBe(1)
})

test('what no longer is, is refused: old parameters, old versions, other keys', async () => {
  const stripe = await startedStripe()
  const old = await ask(stripe, 'POST', '/v1/setup_intents', { 'payment_method_types[0]': 'card' })
  expect(old.body.error).toMatchObject({ code: 'payment_method_types_no_longer_supported' })
  const version = await fetch(`${stripe.url}/v1/customers`, { headers: { Authorization: `Bearer ${stripe.token}` } })
  expect(version.status).toBe(400)
  expect(stripe.violations.map(({ problems }) => problems.join())).toEqual([
    expect.stringContaining('payment_method_types'),
    'another Stripe-Version than the contract',
  ])
  const key = await fetch(`${stripe.url}/v1/customers`, {
    headers: { Authorization: 'Bearer sk_other', 'Stripe-Version': '2026-10-28.endive' },
  })
  expect(key.status).toBe(401)
})

test('events are signed, and sent at once, late, twice or in another order', async () => {
  const stripe = await startedStripe()
  const came: { type: string; isSigned: boolean }[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const [, stamp, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(request.headers['stripe-signature'])) ?? []
    const own = createHmac('sha256', stripe.webhookSecret).update(`${stamp}.${body}`).digest('hex')
    came.push({ type: (JSON.parse(body) as { type: string }).type, isSigned: own === signature })
    response.writeHead(came.length === 1 ? 500 : 200).end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void receiver.close())
  stripe.webhooks.sendTo(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`)
  await ask(stripe, 'POST', '/v1/customers', { name: 'Ada' })
  await stripe.webhooks.settled()
  // What was not taken in is kept for another try.
  expect(stripe.webhooks.held().map(({ type }) => type)).toEqual(['customer.created'])
  stripe.webhooks.holds = true
  await ask(stripe, 'POST', '/v1/products', { name: 'Starter' })
  const [first, second] = stripe.webhooks.held()
  if (!first || !second) throw new Error('nothing is held')
  expect(await stripe.webhooks.deliver([second, first, second])).toEqual([200, 200, 200])
  expect(stripe.webhooks.held()).toEqual([])
  expect(came).toEqual(
    ['customer.created', 'product.created', 'customer.created', 'product.created'].map((type) => ({
      type,
      isSigned: true,
    })),
  )
})

test('other processes order at its door', async () => {
  const stripe = await startedStripe()
  const { secret } = await subscribed(stripe)
  stripe.confirm(secret, null)
  const order = async (body: unknown) => {
    const answer = await fetch(`${stripe.url}/__stand-in/stripe`, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as { charges?: object[]; held?: number } }
  }
  expect((await order({ passMs: 32 * 86_400_000 })).body.charges).toHaveLength(2)
  expect((await order({ holds: true, sendTo: null, deliver: { times: 2, reversed: true } })).status).toBe(200)
  expect((await order({ passMs: -1 })).status).toBe(400)
})

test('a browser finds its script, and may do with a secret what that is for', async () => {
  const stripe = await startedStripe()
  const script = await (await fetch(`${stripe.url}/browser/endive/stripe.js`)).text()
  expect(() => new Function(script)).not.toThrow()
  expect(script).not.toMatch(/^(import|export) /m)
  expect((await fetch(`${stripe.url}/browser/v3`)).status).toBe(404)
  const { secret } = await subscribed(stripe)
  const [id] = secret.split('_secret_')
  const confirm = (key: string, client_secret: string) =>
    fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ key, client_secret }),
    })
  expect((await confirm('pk_test_other', secret)).status).toBe(401)
  expect((await confirm(stripe.publishableKey, `${id}_secret_guessed`)).status).toBe(404)
  expect(stripe.charges).toEqual([])
  const paid = await confirm(stripe.publishableKey, secret)
  expect(paid.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await paid.json()).toMatchObject({ status: 'succeeded' })
  expect(stripe.charges).toHaveLength(1)
})

test('a browser may pay with another card that is kept; the subscription goes on with that', async () => {
  const stripe = await startedStripe()
  const { secret, subscription } = await subscribed(stripe)
  const setup = await ask(stripe, 'POST', '/v1/setup_intents', { customer: String(subscription.customer) })
  const { body } = stripe.confirm(String(setup.body.client_secret), '5555555555554444')
  const { payment_method: other } = body as { payment_method: string }
  const [id] = secret.split('_secret_')
  const confirm = (payment_method: string) =>
    fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ key: stripe.publishableKey, client_secret: secret, payment_method }),
    })
  expect((await confirm('pm_nobody')).status).toBe(400)
  expect(await (await confirm(other)).json()).toMatchObject({ status: 'succeeded', payment_method: other })
  const kept = await ask(stripe, 'GET', `/v1/subscriptions/${subscription.id}`)
  expect(kept.body).toMatchObject({ status: 'active', default_payment_method: other })
  expect(stripe.violations).toEqual([])
})
