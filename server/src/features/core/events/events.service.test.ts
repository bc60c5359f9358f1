/** What happens while people look, as server-sent events. Who may call the route is in the access matrix. */
import { graphErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { buildRefreshDone, publish, stream, waitForAll } from '../../../testing/event-streams.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START, world } from '../../../testing/world.ts'
import { type Measured, MINUTE, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const at = (moment: number) => new Date(moment).toISOString()

test('come as server-sent events that no proxy keeps back', async () => {
  const here = await world()
  const { res, text, events, hangUp } = await stream(here, 'pro')
  expect(res.statusCode).toBe(200)
  expect(res.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(res.headers['cache-control']).toContain('no-store')
  await publish(here, { companyId: 1, kind: 'refresh-failed', accountId: 7, message: 'No\nfigures.' })
  await until('the event is there', () => events().length === 1)
  const event = { id: 1, kind: 'refresh-failed', accountId: 7, message: 'No\nfigures.', at: at(START) }
  expect(text()).toBe(`: welcome\n\nid: 1\ndata: ${JSON.stringify(event)}\n\n`)
  hangUp()
})

test('reach those whose company they are about', async () => {
  const here = await world()
  const [admin, pro, foreigner, loner] = await Promise.all(
    (['admin', 'pro', 'foreigner', 'loner'] as const).map((who) => stream(here, who)),
  )
  await publish(here, buildRefreshDone(1), buildRefreshDone(2, 2), {
    companyId: null,
    kind: 'activity-changed',
    accountId: 3,
  })
  await publish(here, buildRefreshDone(4), buildRefreshDone(5, 2))
  await until('everybody has theirs', () => [admin, pro, foreigner].every((one) => (one?.accounts().length ?? 0) > 1))
  expect(admin?.accounts()).toEqual([1, 2, 3, 4, 5])
  expect(pro?.accounts()).toEqual([1, 4])
  expect(foreigner?.accounts()).toEqual([2, 5])
  expect(loner?.accounts()).toEqual([])
  for (const one of [admin, pro, foreigner, loner]) one?.hangUp()
})

test('go on after the last that was seen, each once', async () => {
  const here = await world()
  await publish(here, ...Array.from({ length: 1_200 }, (_, place) => buildRefreshDone(place + 1)))
  await publish(here, buildRefreshDone(9_999, 2))
  const late = await stream(here, 'pro', 100)
  await publish(here, buildRefreshDone(1_201))
  await waitForAll([late], 1_101)
  expect(late.accounts()).toEqual(Array.from({ length: 1_101 }, (_, place) => place + 101))
  late.hangUp()
})

test.each(['', 'x', '-1', '1.5', '9'.repeat(40)])('a last event called "%s" is none', async (lastEventId) => {
  const here = await world()
  await publish(here, buildRefreshDone(1))
  const one = await stream(here, 'pro', lastEventId)
  await publish(here, buildRefreshDone(2))
  await waitForAll([one], 1)
  expect(one.accounts()).toEqual([2])
  one.hangUp()
})

test.each(['4294967296', '2147483648', '999999999999999'])(
  'a last event called "%s" is after all there are',
  async (lastEventId) => {
    const here = await world()
    await publish(here, buildRefreshDone(1))
    const one = await stream(here, 'pro', lastEventId)
    expect(one.res.statusCode).toBe(200)
    await publish(here, buildRefreshDone(2))
    await waitForAll([one], 1)
    expect(one.accounts()).toEqual([2])
    one.hangUp()
  },
)

test('of transactions that overtook each other are all delivered', async () => {
  const here = await world()
  await publish(here, buildRefreshDone(1))
  const one = await stream(here, 'pro')
  const withId = (id: number) =>
    here.database.queries
      .insertInto('events')
      .values({ id, company_id: 1, kind: 'refresh-done', account_id: id, message: null, at: START })
      .execute()
  await withId(4)
  await waitForAll([one], 1)
  await withId(3)
  await waitForAll([one], 2)
  await withId(2)
  await withId(5)
  await waitForAll([one], 4)
  expect(one.accounts().toSorted()).toEqual([2, 3, 4, 5])
  one.hangUp()
})

test('a refresh is reported from its start to its end', async () => {
  const here: Measured = await makeWorldWithSources({ accounts: ['nasa', 'missing_one'] })
  const one = await stream(here, 'pro')
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  await here.ask('admin', 'POST', '/api/accounts/2/refresh')
  await here.settle()
  await waitForAll([one], 5)
  expect(one.events()).toMatchObject([
    { kind: 'refresh-started', accountId: 1 },
    { kind: 'refresh-done', accountId: 1 },
    { kind: 'refresh-started', accountId: 2 },
    { kind: 'refresh-failed', accountId: 2, message: expect.stringContaining('missing_one') },
    // Published when the job has ended, for pages that asked before.
    { kind: 'refresh-failed', accountId: 2, message: 'The refresh ended without figures.' },
  ])
  one.hangUp()
})

test('a refresh that the source refuses, or that is canceled, is reported as ended', async () => {
  const here: Measured = await makeWorldWithSources({ accounts: ['nasa'] })
  const one = await stream(here, 'pro')
  here.graph.faults.always(graphErrors.tokenInvalid())
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  await here.settle()
  here.clock.moveBy(MINUTE)
  await here.settle()
  await waitForAll([one], 3)
  expect(one.events().at(-1)).toMatchObject({
    kind: 'refresh-failed',
    accountId: 1,
    message: 'The refresh ended without figures.',
  })
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  const work = (await here.ask('admin', 'GET', '/api/activity')).json()
  const { id } = work.find(({ state }: { state: string }) => state === 'waiting')
  await here.ask('admin', 'POST', `/api/activity/${id}/cancel`)
  await waitForAll([one], 4)
  expect(one.events().at(-1)).toMatchObject({ kind: 'refresh-failed', message: 'The refresh was canceled.' })
  one.hangUp()
})

test('a refresh whose name was read meanwhile for another company is reported once more when it ends', async () => {
  const here: Measured = await makeWorldWithSources({ accounts: ['nasa', { username: 'nasa', companyId: 2 }] })
  const one = await stream(here, 'pro')
  here.graph.faults.next(1, 'held')
  await here.ask('admin', 'POST', '/api/accounts/1/refresh')
  const workers = here.work()
  await until('its call is under way', () => here.graph.calls.timesAsked('nasa') === 1)
  await here.ask('admin', 'POST', '/api/accounts/2/refresh')
  await waitForAll([one], 2)
  expect(one.events()).toMatchObject([{ kind: 'refresh-started' }, { kind: 'refresh-done' }])
  here.graph.faults.release()
  await waitForAll([one], 3)
  expect(one.events().at(-1)).toMatchObject({ kind: 'refresh-done', accountId: 1 })
  expect((await here.ask('admin', 'GET', '/api/accounts/1/refresh')).json()).toMatchObject({ state: 'idle' })
  await workers.end()
  one.hangUp()
})

test('are forgotten after an hour', async () => {
  const here = await world()
  await publish(here, buildRefreshDone(1))
  here.clock.moveBy(3_600_001)
  await publish(here, buildRefreshDone(2))
  await here.purge()
  const one = await stream(here, 'pro', 0)
  await waitForAll([one], 1)
  expect(one.accounts()).toEqual([2])
  one.hangUp()
})
