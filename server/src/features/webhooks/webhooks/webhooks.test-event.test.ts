/** The event that tests a webhook. */
import { describe, expect, test } from 'vitest'
import type { Received } from '#testing/receiver.ts'
import { listening, oneListening, sendDue, webhookOf } from '#testing/webhooks.ts'
import { world } from '#testing/world.ts'
import { MINUTE } from '#testing/world-with-sources.ts'

const typesOf = (calls: readonly Received[]) => calls.map(({ event }) => event.type)

describe('a test', () => {
  test('is sent at once, by the owner or an administrator, and is in the list', async () => {
    const { here, receivers } = await listening('pro', 'loner')
    const res = await here.ask('pro', 'POST', '/api/webhooks/2/test')
    expect(res.json()).toMatchObject({
      kind: 'test',
      state: 'delivered',
      status: 200,
      tries: 1,
      message: null,
      username: 'pro',
      companyId: 1,
    })
    await here.ask('loner', 'POST', '/api/webhooks/5/test')
    expect(receivers.map(({ calls }) => typesOf(calls))).toEqual([['test'], ['test']])
    expect(receivers[1]?.calls[0]?.event).toMatchObject({ companyId: null, data: { requestedBy: 'loner' } })
    await sendDue(here)
    expect(receivers.map(({ calls }) => calls.length)).toEqual([1, 1])
    receivers[0]?.answer((response) => response.writeHead(200, { 'Content-Length': 2_000_000 }).write('no end'))
    expect((await here.ask('pro', 'POST', '/api/webhooks/2/test')).json()).toMatchObject({ state: 'delivered' })
    receivers[0]?.answer(404)
    expect((await here.ask('admin', 'POST', '/api/webhooks/2/test')).json()).toMatchObject({
      state: 'failed',
      status: 404,
      message: 'It answered with status 404.',
    })
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'on', failures: 0 })
  })

  test('can be sent six times a minute', async () => {
    const { here, receiver } = await oneListening()
    const send = () => here.ask('pro', 'POST', '/api/webhooks/2/test')
    for (let time = 0; time < 6; time += 1) expect((await send()).statusCode).toBe(200)
    const res = await send()
    expect([res.statusCode, res.json().error, res.headers['retry-after']]).toEqual([429, 'too_many_tests', '60'])
    here.clock.moveBy(MINUTE)
    expect((await send()).statusCode).toBe(200)
    expect(receiver.calls).toHaveLength(7)
  })

  test('needs a webhook', async () => {
    const { ask } = await world()
    for (const [who, id] of [
      ['pro', 2],
      ['admin', 2],
      ['admin', 999],
    ] as const)
      expect((await ask(who, 'POST', `/api/webhooks/${id}/test`)).json()).toMatchObject({
        status: 404,
        message: 'Webhook not found',
      })
  })
})
