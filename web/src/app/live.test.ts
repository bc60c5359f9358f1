/** Events make the screen ask again for what it shows; many of them make it ask no more than a few times. */
import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountDetail } from '#features/analytics/accounts/queries/account.ts'
import { accountPages } from '#features/analytics/accounts/queries/lists.ts'
import { clientTotals, globalMetrics, metricHistoryWithBefore } from '#features/analytics/metrics/queries/metrics.ts'
import { refreshState } from '#features/analytics/refreshes/queries.ts'
import { followEvents } from '#features/operations/activity/components/follow-events.ts'
// Known before a test stops the clock: it is fetched with the first event.
import '#features/operations/activity/components/refetching.ts'
import { activityList } from '#features/operations/activity/queries.ts'
import { mediaInsights } from '#features/publishing/insights/queries/insights.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { aClient, anAccount, aRefreshState, page, sums } from '../testing/accounts.ts'
import { type Asked, json, network } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'
import { eventLine, someWork } from '../testing/work.ts'

let stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  stops = []
})
afterEach(() => {
  for (const stop of stops.reverse()) stop()
})

interface Screen {
  client: QueryClient
  asked: Asked[]
  /** How often a route was asked since the last time this was called. */
  since: (name: string) => number
  pass: (ms: number) => Promise<unknown>
  stop: () => void
}

/** A tab that shows account 4, the lists, the sums and the tray. */
async function aScreen(handlers: Handlers): Promise<Screen> {
  const account = anAccount()
  const asked = network({
    'GET /api/accounts': () => page([account]),
    'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
    'GET /api/accounts/4/metrics/history': () => json([]),
    'GET /api/accounts/4/refresh': () => json(aRefreshState()),
    'GET /api/metrics/global': () => sums(),
    'GET /api/metrics/clients': () => json([aClient()]),
    'GET /api/accounts/4/insights/media/m1': () => json({}),
    'GET /api/activity': () => json([]),
    ...handlers,
  })
  const client = createQueryClient()
  const watched = [
    new QueryObserver(client, accountDetail(4)),
    new QueryObserver(client, metricHistoryWithBefore(4, '2026-10-22', '2026-11-20')),
    new QueryObserver(client, refreshState(4)),
    new QueryObserver(client, globalMetrics({ period: 30 })),
    new QueryObserver(client, clientTotals(30)),
    new QueryObserver(client, mediaInsights(4, 'm1')),
    new QueryObserver(client, activityList()),
  ]
  for (const observer of watched) stops.push(observer.subscribe(() => undefined))
  stops.push(new InfiniteQueryObserver(client, accountPages()).subscribe(() => undefined))
  const stop = followEvents(client, () => 0)
  stops.push(stop)
  const seen = new Map<string, number>()
  const since = (name: string): number => {
    const count = asked.filter((call) => call.name === name).length
    const before = seen.get(name) ?? 0
    seen.set(name, count)
    return count - before
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  await pass(10)
  for (const name of new Set(asked.map((call) => call.name))) since(name)
  return { client, asked, since, pass, stop }
}

const OF_THE_ACCOUNT = [
  'GET /api/accounts/4',
  'GET /api/accounts/4/metrics/history',
  'GET /api/accounts/4/refresh',
] as const
const OF_THE_LISTS = ['GET /api/accounts', 'GET /api/metrics/global', 'GET /api/metrics/clients'] as const
const OF_THE_OWNER = 'GET /api/accounts/4/insights/media/m1'

test('a refresh asks again for its account, the lists and the sums', async () => {
  const line = eventLine()
  const { since, pass } = await aScreen({ 'GET /api/events': line.answer })
  line.say('refresh-done', 4)
  await pass(10)
  for (const name of [...OF_THE_ACCOUNT, ...OF_THE_LISTS]) expect([name, since(name)]).toEqual([name, 1])
  expect(since('GET /api/activity')).toBe(0)
})

test('news of another account leaves this one alone', async () => {
  const line = eventLine()
  const { since, pass } = await aScreen({ 'GET /api/events': line.answer })
  line.say('refresh-done', 40)
  await pass(10)
  for (const name of OF_THE_ACCOUNT) expect([name, since(name)]).toEqual([name, 0])
  expect(since('GET /api/accounts')).toBe(1)
})

test('changed work asks again for the work, and for nothing else', async () => {
  const line = eventLine()
  const { since, pass } = await aScreen({ 'GET /api/events': line.answer })
  line.say('activity-changed')
  await pass(10)
  expect(since('GET /api/activity')).toBe(1)
  expect(since('GET /api/accounts')).toBe(0)
})

test.each(['content-sync-changed', 'drive-changed', 'refresh-started'] as const)(
  'work that %s tells of is asked for',
  async (kind) => {
    const line = eventLine()
    const { since, pass } = await aScreen({ 'GET /api/events': line.answer })
    line.say(kind)
    await pass(10)
    expect(since('GET /api/activity')).toBe(1)
  },
)

test('work under way is asked for while it goes on, and from time to time when there is none', async () => {
  const line = eventLine()
  let work = [someWork({ progress: 0.4 })]
  const { since, pass } = await aScreen({ 'GET /api/events': line.answer, 'GET /api/activity': () => json(work) })
  await pass(15_000)
  expect(since('GET /api/activity')).toBe(3)
  work = []
  await pass(5_000)
  expect(since('GET /api/activity')).toBe(1)
  await pass(20_000)
  expect(since('GET /api/activity')).toBe(0)
  await pass(50_000)
  expect(since('GET /api/activity')).toBeGreaterThan(0)
})

test('ten thousand events in a minute are one question a second', async () => {
  const line = eventLine()
  const { since, pass } = await aScreen({ 'GET /api/events': line.answer })
  for (let second = 0; second < 60; second += 1) {
    for (let count = 0; count < 83; count += 1) {
      line.say('refresh-done', 100 + count)
      line.say('activity-changed')
    }
    await pass(1_000)
  }
  for (const name of [...OF_THE_LISTS, 'GET /api/activity']) {
    const count = since(name)
    expect(count).toBeGreaterThan(50)
    expect(count).toBeLessThanOrEqual(61)
  }
  for (const name of OF_THE_ACCOUNT) expect(since(name)).toBe(0)
})

test('a slow list is not asked again while its answer is on its way', async () => {
  const line = eventLine()
  const answers: ((response: Response) => void)[] = []
  let isSlow = false
  const { since, pass } = await aScreen({
    'GET /api/events': line.answer,
    'GET /api/accounts': () => (isSlow ? new Promise((resolve) => answers.push(resolve)) : page([anAccount()])),
  })
  isSlow = true
  for (let second = 0; second < 5; second += 1) {
    line.say('refresh-done', 40)
    await pass(1_000)
  }
  expect(since('GET /api/accounts')).toBe(1)
  answers[0]?.(page([anAccount()]))
  await pass(1_000)
  expect(since('GET /api/accounts')).toBe(1)
})

test('slow sums are not asked again while their answer is on its way', async () => {
  const line = eventLine()
  let isSlow = false
  const { since, pass } = await aScreen({
    'GET /api/events': line.answer,
    'GET /api/metrics/clients': () => (isSlow ? new Promise(() => undefined) : json([aClient()])),
  })
  isSlow = true
  for (let second = 0; second < 5; second += 1) {
    line.say('refresh-done', 40)
    await pass(1_000)
  }
  expect(since('GET /api/metrics/clients')).toBe(1)
})

test('after a gap everything on the screen is asked again, once', async () => {
  const line = eventLine()
  const { asked, since, pass } = await aScreen({ 'GET /api/events': line.answer })
  line.say('activity-changed')
  await pass(10)
  since('GET /api/activity')
  line.end()
  await pass(1_100)
  expect(
    asked
      .filter(({ name }) => name === 'GET /api/events')
      .at(-1)
      ?.headers.get('last-event-id'),
  ).toBe('1')
  await pass(1_000)
  for (const name of [...OF_THE_ACCOUNT, ...OF_THE_LISTS, OF_THE_OWNER, 'GET /api/activity']) {
    expect([name, since(name)]).toEqual([name, 1])
  }
})

test('without a stream for 10 seconds it asks now and then, until there is one', async () => {
  const line = eventLine()
  let isThere = false
  const { since, pass } = await aScreen({
    'GET /api/events': (call, signal) => (isThere ? line.answer(call, signal) : new TypeError('refused')),
    'GET /api/accounts/4/refresh': () => json(aRefreshState({ state: 'running' })),
  })
  await pass(9_900)
  for (const name of [...OF_THE_ACCOUNT, 'GET /api/activity']) expect(since(name)).toBe(0)
  await pass(30_300)
  expect(since('GET /api/activity')).toBe(2)
  for (const name of OF_THE_ACCOUNT) expect([name, since(name)]).toEqual([name, 10])
  isThere = true
  await pass(30_000)
  expect(line.isHeard()).toBe(true)
  for (const name of OF_THE_ACCOUNT) since(name)
  await pass(8_000)
  for (const name of OF_THE_ACCOUNT) expect(since(name)).toBe(0)
})

test('what ended before the first event could be heard is asked for when the stream begins', async () => {
  const line = eventLine()
  let open = (): void => undefined
  const { since, pass } = await aScreen({
    'GET /api/events': (call, signal) =>
      new Promise((resolve) => {
        open = () => resolve(line.answer(call, signal))
      }),
    'GET /api/accounts/4/refresh': () => json(aRefreshState({ state: 'running' })),
  })
  open()
  await pass(10)
  for (const name of OF_THE_ACCOUNT) expect([name, since(name)]).toEqual([name, 1])
})

test('polling asks for no account that is not being refreshed', async () => {
  const { since, pass } = await aScreen({ 'GET /api/events': () => new TypeError('refused') })
  await pass(30_000)
  for (const name of OF_THE_ACCOUNT) expect(since(name)).toBe(0)
})

test('a hidden tab lets go of its stream, and takes it up again', async () => {
  const line = eventLine()
  const { since, pass } = await aScreen({ 'GET /api/events': line.answer })
  const looks = vi.spyOn(document, 'visibilityState', 'get')
  looks.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(29_999)
  expect(line.isHeard()).toBe(true)
  await pass(1)
  expect(line.isHeard()).toBe(false)
  looks.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(10)
  expect(line.isHeard()).toBe(true)
  for (const name of OF_THE_ACCOUNT) expect(since(name)).toBe(1)
})

test('once stopped, it asks nothing any more', async () => {
  const line = eventLine()
  const { since, pass, stop } = await aScreen({ 'GET /api/events': line.answer })
  line.say('refresh-done', 4)
  await pass(10)
  for (const name of [...OF_THE_ACCOUNT, ...OF_THE_LISTS]) since(name)
  line.say('refresh-done', 4)
  stop()
  await pass(60_000)
  expect(line.isHeard()).toBe(false)
  expect(since('GET /api/events')).toBe(0)
  for (const name of [...OF_THE_ACCOUNT, ...OF_THE_LISTS]) expect(since(name)).toBe(0)
})
