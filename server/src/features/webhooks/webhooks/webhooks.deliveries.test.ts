/** The list of deliveries, and sending one again. */
import type { Webhook } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { aDraft, deliveries, listening, oneListening, SECOND, sendDue, setUrl } from '#testing/webhooks.ts'
import { DAY } from '#testing/world-with-sources.ts'

describe('the list', () => {
  test('sends again with the same event id, also what was taken', async () => {
    const { here, receiver } = await oneListening()
    await aDraft(here)
    await sendDue(here)
    const [delivery] = await deliveries(here)
    const resend = () => here.ask('admin', 'POST', `/api/webhooks/deliveries/${delivery?.id}/resend`)
    const res = await resend()
    expect(res.statusCode).toBe(202)
    expect(res.json()).toEqual({
      ...delivery,
      state: 'waiting',
      tries: 0,
      message: null,
      nextTryAt: new Date(here.clock.now()).toISOString(),
    })
    await sendDue(here)
    expect(receiver.calls.map(({ id }) => id)).toEqual([delivery?.eventId, delivery?.eventId])
    expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body)
    const read = await here.ask('admin', 'GET', `/api/webhooks/deliveries/${delivery?.id}`)
    expect(read.json().body).toBe(receiver.calls[0]?.body)
    await setUrl(here, 'pro', null)
    expect((await resend()).json()).toMatchObject({ status: 409, error: 'not_sendable' })
    expect((await here.ask('admin', 'POST', '/api/webhooks/deliveries/999/resend')).statusCode).toBe(404)
  })

  test('begins at once what waits for a receiver that was down', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(503)
    await aDraft(here)
    await sendDue(here)
    receiver.answer(200)
    const [delivery] = await deliveries(here)
    await here.ask('admin', 'POST', `/api/webhooks/deliveries/${delivery?.id}/resend`)
    await sendDue(here)
    expect(await deliveries(here)).toMatchObject([{ state: 'delivered', tries: 1 }])
  })

  test('comes page by page, by state and by user, and forgets after a month', async () => {
    const { here, receivers } = await listening('pro', 'basic')
    receivers[1]?.answer(500)
    for (const caption of ['one', 'two']) await aDraft(here, caption)
    await sendDue(here)
    expect(await deliveries(here)).toHaveLength(4)
    expect((await deliveries(here, '?state=waiting')).map(({ username }) => username)).toEqual(['basic', 'basic'])
    expect((await deliveries(here, '?userId=2')).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    const first = await here.ask('admin', 'GET', '/api/webhooks/deliveries?limit=3')
    const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect(first.json()).toHaveLength(3)
    const last = await here.ask('admin', 'GET', next)
    expect(last.json()).toHaveLength(1)
    expect(last.headers.link).toBeUndefined()
    const names = async (query = '') =>
      (await here.ask('admin', 'GET', `/api/webhooks${query}`)).json().map(({ username }: Webhook) => username)
    expect(await names()).toEqual(['basic', 'pro'])
    expect(await names('?state=failing')).toEqual(['basic'])
    expect(await names('?state=on')).toEqual(['pro'])
    expect((await here.ask('pro', 'GET', '/api/webhooks')).json()).toMatchObject([{ username: 'pro' }])
    here.clock.moveBy(30 * DAY + SECOND)
    await here.purge()
    expect(await deliveries(here)).toEqual([])
  })
})
