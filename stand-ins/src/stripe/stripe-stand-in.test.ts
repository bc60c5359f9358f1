/** The stand-in of Stripe: samples, keys, refusals and the script of the browser, as the contract says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '../http/contract.ts'
import { ask, subscribe } from '../testing/ask-stripe.ts'
import { startStripe } from '../testing/start-service.ts'
import { formObject } from './stripe-form.ts'

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
  const stripe = await startStripe()
  const rules = contract('stripe/openapi.json')
  const { secret, subscription } = await subscribe(stripe)
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
  const stripe = await startStripe()
  const first = await ask(stripe, 'POST', '/v1/customers', { name: 'Ada' }, 'once')
  const second = await ask(stripe, 'POST', '/v1/customers', { name: 'Ada' }, 'once')
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  const other = await ask(stripe, 'POST', '/v1/customers', { name: 'Eve' }, 'once')
  expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  expect(stripe.counts().customers).toBe(1)
})

test('what no longer is, is refused: old parameters, old versions, other keys', async () => {
  const stripe = await startStripe()
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

test('a browser finds its script, and may do with a secret what that is for', async () => {
  const stripe = await startStripe()
  const script = await (await fetch(`${stripe.url}/browser/endive/stripe.js`)).text()
  expect(() => new Function(script)).not.toThrow()
  expect(script).not.toMatch(/^(import|export) /m)
  expect((await fetch(`${stripe.url}/browser/v3`)).status).toBe(404)
  const { secret } = await subscribe(stripe)
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
  const stripe = await startStripe()
  const { secret, subscription } = await subscribe(stripe)
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
