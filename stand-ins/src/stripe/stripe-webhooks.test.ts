/** Events of the stand-in of Stripe: signed, and sent at once, late, twice or in another order. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask, subscribe } from '../testing/ask-stripe.ts'
import { startStripe } from '../testing/start-service.ts'

test('events are signed, and sent at once, late, twice or in another order', async () => {
  const stripe = await startStripe()
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
  await stripe.webhooks.waitUntilIdle()
  // What was not taken in is kept for another try.
  expect(stripe.webhooks.listHeld().map(({ type }) => type)).toEqual(['customer.created'])
  stripe.webhooks.holds = true
  await ask(stripe, 'POST', '/v1/products', { name: 'Starter' })
  const [first, second] = stripe.webhooks.listHeld()
  if (!first || !second) throw new Error('nothing is held')
  expect(await stripe.webhooks.deliver([second, first, second])).toEqual([200, 200, 200])
  expect(stripe.webhooks.listHeld()).toEqual([])
  expect(came).toEqual(
    ['customer.created', 'product.created', 'customer.created', 'product.created'].map((type) => ({
      type,
      isSigned: true,
    })),
  )
})

test('other processes order at its door', async () => {
  const stripe = await startStripe()
  const { secret } = await subscribe(stripe)
  stripe.confirm(secret, null)
  const order = async (body: unknown) => {
    const answer = await fetch(`${stripe.url}/__stand-in/stripe`, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as { charges?: object[]; held?: number } }
  }
  expect((await order({ passMs: 32 * 86_400_000 })).body.charges).toHaveLength(2)
  expect((await order({ holds: true, sendTo: null, deliver: { times: 2, reversed: true } })).status).toBe(200)
  expect((await order({ passMs: -1 })).status).toBe(400)
})
