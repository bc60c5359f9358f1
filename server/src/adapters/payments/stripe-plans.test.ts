/** Stripe's replays for a key, its own faults among them: no operation is stuck with one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { PLANS, paymentsFailure } from '../../testing/standing-payments.ts'
import { stripePayments } from './stripe.ts'

test('a price that came to a fault at Stripe is made under another key', async () => {
  const keys: string[] = []
  const server = createServer((request, response) => {
    const isPrice = request.method === 'POST' && request.url === '/v1/prices'
    const key = String(request.headers['idempotency-key'])
    if (isPrice) keys.push(key)
    const isKept = isPrice && key === keys[0]
    response.writeHead(isKept ? 500 : 200, { 'content-type': 'application/json' })
    const product = {
      id: 'tangelo_pro',
      object: 'product',
      name: 'Pro',
      description: '100 credits a month',
      active: true,
    }
    const price = {
      id: 'price_1',
      object: 'price',
      lookup_key: null,
      metadata: {},
      unit_amount: 7_900,
      currency: 'usd',
    }
    const list = { object: 'list', url: '/v1/prices', has_more: false, data: [] }
    const made = isPrice ? { ...price, active: true } : request.url?.startsWith('/v1/products') ? product : list
    response.end(JSON.stringify(isKept ? { error: { type: 'api_error', message: 'An error occurred.' } } : made))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const payments = stripePayments({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: 'sk_test_sample',
    publishableKey: 'pk_test_sample',
    webhookSecret: null,
    clock: Date,
    retries: 0,
  })
  const pro = PLANS.slice(1)
  expect(await paymentsFailure(payments.plans(pro))).toMatchObject({ kind: 'unavailable', isKept: true })
  expect(await payments.plans(pro)).toMatchObject([{ key: 'pro', priceId: 'price_1' }])
  expect(new Set(keys).size).toBe(2)
})
