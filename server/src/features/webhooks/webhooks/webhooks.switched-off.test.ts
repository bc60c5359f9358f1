/** Webhooks whose receiver fails for long are switched off, and go on with another address. */
import { describe, expect, test } from 'vitest'
import { isSignedWith, testReceiver } from '#testing/receiver.ts'
import { aDraft, deliveries, oneListening, SECOND, secretOf, sendDue, setUrl, webhookOf } from '#testing/webhooks.ts'
import { DAY, HOUR } from '#testing/world-with-sources.ts'
import { deliveriesStore } from './store/deliveries.ts'

describe('a receiver that fails', () => {
  test('is not looked at while it is left alone, but with another address at once', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(500)
    await aDraft(here)
    await sendDue(here)
    await aDraft(here)
    const { due } = deliveriesStore(here.database.queries)
    const dueUsers = async () => (await due(here.clock.now())).map(({ id }) => id)
    expect(await dueUsers()).toEqual([])
    await setUrl(here, 'pro', `${receiver.url}/other`)
    expect(await dueUsers()).toEqual([2])
    await setUrl(here, 'pro', receiver.url)
    here.clock.moveBy(10 * SECOND)
    expect(await dueUsers()).toEqual([2])
  })

  test('fifty times in a row is switched off, with a notice, until its owner switches it on', async () => {
    const { here, receiver } = await oneListening()
    receiver.answer(500)
    await aDraft(here)
    await sendDue(here)
    // Forty-eight more nights like this one.
    await here.database.queries.updateTable('webhooks').set({ failures: 48, paused_until: 0 }).execute()
    await here.database.queries.deleteFrom('events').execute()
    await sendDue(here, HOUR)
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'failing', failures: 49 })
    await aDraft(here, 'waits')
    await sendDue(here, HOUR)
    expect(receiver.calls).toHaveLength(3)
    expect(await webhookOf(here, 'pro')).toMatchObject({
      state: 'off',
      failures: 50,
      message: 'It answered with status 500.',
      switchedOffAt: new Date(here.clock.now()).toISOString(),
      waiting: 0,
    })
    const events = await here.database.queries
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'webhooks-changed')
      .execute()
    expect(events).toMatchObject([{ company_id: 1 }])
    expect((await here.ask('pro', 'GET', '/api/webhooks?state=off')).json()).toMatchObject([{ username: 'pro' }])
    const [waited, first] = await deliveries(here)
    for (const delivery of [waited, first])
      expect(delivery).toMatchObject({
        state: 'failed',
        message: 'The webhook was switched off after 50 tries in a row that failed.',
      })

    receiver.answer(200)
    await aDraft(here, 'sent to no one')
    await sendDue(here, DAY)
    expect(receiver.calls).toHaveLength(3)
    const refused = await here.ask('admin', 'POST', `/api/webhooks/deliveries/${waited?.id}/resend`)
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'webhook_off'])

    expect((await here.ask('pro', 'POST', '/api/webhooks/2/switch-on')).json()).toMatchObject({
      state: 'on',
      failures: 0,
    })
    await aDraft(here, 'sent again')
    await sendDue(here)
    expect(receiver.calls.at(-1)?.event.data).toMatchObject({ post: { caption: 'sent again' } })
  })

  test('begins anew with another address, which gets what waited', async () => {
    const { here, receiver } = await oneListening()
    await receiver.end()
    const secret = await secretOf(here, 'pro')
    await aDraft(here)
    await sendDue(here)
    const other = await testReceiver()
    await setUrl(here, 'pro', other.url)
    expect(await webhookOf(here, 'pro')).toMatchObject({ state: 'on', failures: 0, waiting: 1 })
    await sendDue(here, 10 * SECOND)
    expect(other.calls.map((call) => isSignedWith(secret, call, here.clock.now()))).toEqual([true])
  })
})
