/** Webhooks through the door: what is sent, to whom, and that no receiver waits for another one. */
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { spend } from '#features/billing/index.ts'
import { until } from '#testing/queue-nodes.ts'
import { isSignedWith, testReceiver } from '#testing/receiver.ts'
import { aReel, startRender, waitForRender } from '#testing/reels.ts'
import { aDraft, deliveries, listening, oneListening, SECOND, secretOf, sendDue, setUrl } from '#testing/webhooks.ts'
import { makeWorldWithSources } from '#testing/world-with-sources.ts'
import { enqueueWebhooks } from './service/enqueue.ts'

describe('what is sent', () => {
  test('is signed, dated, and describes the change of a draft, to every subscribed user of the company', async () => {
    const { here, receivers } = await listening('pro', 'admin', 'foreigner')
    const [pro, admin, foreigner] = receivers
    const secret = await secretOf(here, 'pro')
    const id = await aDraft(here, 'An orange')
    await here.ask('basic', 'PUT', `/api/airtable/posts/${id}`, { status: 'Approved' })
    await sendDue(here, SECOND)
    expect(foreigner?.calls).toEqual([])
    expect(pro?.calls.map(({ body }) => body)).toEqual(admin?.calls.map(({ body }) => body))
    const [made, changed] = pro?.calls ?? []
    expect(made?.event).toEqual({
      id: made?.id,
      type: 'draft.changed',
      timestamp: '2026-11-20T09:00:00.000Z',
      companyId: 1,
      data: {
        post: expect.objectContaining({ id, caption: 'An orange', status: 'Draft' }),
        isNew: true,
        isGone: false,
        changed: ['caption'],
        by: 'pro',
      },
    })
    expect(changed?.event.data).toMatchObject({ post: { status: 'Approved' }, changed: ['status'], by: 'basic' })
    expect(made?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'tangelo',
      'webhook-timestamp': String(Math.floor(here.clock.now() / 1_000)),
    })
    for (const call of pro?.calls ?? []) {
      expect(isSignedWith(secret, call, here.clock.now())).toBe(true)
      expect(isSignedWith(secret, { ...call, body: `${call.body} ` }, here.clock.now())).toBe(false)
      expect(isSignedWith(await secretOf(here, 'admin'), call, here.clock.now())).toBe(false)
    }
    // A published item is no draft any more: no event.
    await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: 'later' })
    await sendDue(here)
    expect(pro?.calls).toHaveLength(2)
  })

  test('reports reels: rendered, failed, and the credits that remain', async () => {
    const { here, receiver } = await oneListening()
    const reel = await aReel(here)
    const workers = here.work()
    const { id, url } = await waitForRender(here, await startRender(here, reel.id))
    await workers.end()
    const failing = await startRender(here, reel.id)
    await here.services.renders.fail(failing, 'The encoder was ended.')
    const { database, clock } = here
    for (const because of ['one more', 'and another'])
      await database.transaction((tx) =>
        spend({ queries: tx, engine: database.engine }, { companyId: 1, because, userId: null, at: clock.now() }),
      )
    await sendDue(here)
    const received = receiver.calls.filter(({ event }) => event.type !== 'draft.changed').map(({ event }) => event)
    expect(received).toMatchObject([
      { type: 'reel.rendered', data: { reelId: reel.id, renderId: id, videoUrl: url } },
      { type: 'render.failed', data: { reelId: reel.id, renderId: failing, message: 'The encoder was ended.' } },
      { type: 'credits.low', data: { total: 5, used: 4, remaining: 1 } },
    ])
  })

  test('reports accounts, with the figures that were read', async () => {
    const receiver = await testReceiver()
    const here = await makeWorldWithSources({ accounts: ['nasa'], webhooks: { allowsPrivate: true } })
    await setUrl(here, 'basic', receiver.url)
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    await sendDue(here)
    // What only a list says is left out: a fresh reading is never stale.
    const [{ isStale, refresh, ...account }] = (await here.ask('pro', 'GET', '/api/accounts')).json()
    expect({ isStale, refresh }).toEqual({ isStale: false, refresh: { interval: 'daily', everyDays: 1 } })
    expect(account.metrics.followers).toBeGreaterThan(0)
    expect(receiver.calls.map(({ event }) => [event.type, event.data])).toEqual([['account.refreshed', { account }]])
    expect(await deliveries(here)).toMatchObject([{ subject: '@nasa', username: 'basic', state: 'delivered' }])
  })

  test('never happened where the transaction was undone', async () => {
    const { here } = await oneListening()
    const undone = here.database.transaction(async (tx) => {
      await enqueueWebhooks(tx, [{ companyId: 1, kind: 'credits.low', subject: null, data: () => ({}) }], 0)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await deliveries(here)).toEqual([])
  })
})

describe('no event is sent of', () => {
  test('what happened in a company that they have left since', async () => {
    const { here, receiver } = await oneListening()
    await aDraft(here)
    await here.ask('admin', 'PUT', '/api/users/2', { companyId: 2 })
    await aDraft(here, 'theirs by now', 'foreigner')
    await sendDue(here)
    expect(receiver.calls.map(({ event }) => event.companyId)).toEqual([2])
    expect(await deliveries(here)).toMatchObject([
      { companyId: 2, state: 'delivered' },
      { companyId: 1, state: 'dropped', message: 'The user is no longer in this company.' },
    ])
  })

  test('anything, whose address was removed; and a deleted user takes everything along', async () => {
    const { here, receivers } = await listening('pro', 'basic')
    await aDraft(here, 'sent to no one', 'admin')
    await setUrl(here, 'pro', null)
    await here.ask('admin', 'DELETE', '/api/users/3')
    await sendDue(here)
    expect(receivers.flatMap(({ calls }) => calls)).toEqual([])
    expect(await deliveries(here)).toMatchObject([{ username: 'pro', state: 'dropped' }])
  })
})

describe('slow receivers', () => {
  test('sixteen that hang keep a quick one from nothing', async () => {
    const { here, receivers } = await listening('foreigner')
    const quick = receivers[0]
    const hanging = await testReceiver()
    const held: ServerResponse[] = []
    hanging.answer((response) => void held.push(response))
    const names = Array.from({ length: 16 }, (_, at) => `hangs-${at}`)
    await here.database.queries
      .insertInto('users')
      .values(
        names.map((name) => ({
          company_id: 1,
          username: name,
          username_key: name,
          password_hash: 'none',
          role: 'basic' as const,
          must_change_password: 0 as const,
          webhook_url: hanging.url,
          created_at: here.clock.now(),
        })),
      )
      .execute()
    await aDraft(here)
    const workers = here.work()
    await until('all that hang are called', async () => held.length === 16)
    await aDraft(here, 'for the quick one', 'foreigner')
    await until('the quick one has its event', async () => quick?.calls.length === 1)
    expect(held.filter((response) => response.destroyed)).toEqual([])
    await workers.end()
  })

  test('that have much waiting give their place back after ten deliveries', async () => {
    const { here, receiver } = await oneListening()
    for (let at = 0; at < 25; at += 1) await aDraft(here, `draft ${at}`)
    await sendDue(here)
    expect(receiver.calls).toHaveLength(25)
    const jobs = await here.database.queries
      .selectFrom('jobs')
      .select('state')
      .where('kind', '=', 'send-webhooks')
      .execute()
    expect(jobs).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }])
  })
})
