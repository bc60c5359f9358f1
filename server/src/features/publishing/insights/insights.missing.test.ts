/** Insights that are missing: late, taken away, refused or ended. What is shown meanwhile, and what is asked for again. */
import { publishingErrors } from '@tangelo/stand-ins'
import { expect, test, vi } from 'vitest'
import { OWN, type PublishingTest } from '#testing/publishing.ts'
import { readingInsights } from '#testing/reading-insights.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const figuresAsked = ({ stand }: PublishingTest, id: string) =>
  stand.calls.latest().filter(({ operation, names }) => operation === 'readInsights' && names.includes(id)).length

test.each([
  ['used up its calls', () => publishingErrors.accountLimit(), 20 * 60_000],
  ['had one answer that says nothing', () => publishingErrors.gateway(), 7 * HOUR_MS],
])('no day of a week without the machine is left out where the first round after it %s', async (_, fault, laterMs) => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  await here.afterRound(1_000)
  // The post, two days that may still be corrected and the newest complete one are read; those before it are not reached.
  const { status, body, headers } = fault()
  here.stand.faults.next(7, { delayMs: 1 }, { of: 'readInsights' })
  here.stand.faults.next(1, { status, body, ...(headers && { headers }) }, { of: 'readInsights' })
  await here.afterRound(6 * DAY_MS)
  const days = async () => (await here.readInsights()).days.map(({ day, isSettled }) => `${day} ${isSettled}`)
  expect(await days()).toContain('2026-11-23 true')
  expect(await days()).not.toContain('2026-11-22 true')
  await here.afterRound(laterMs)
  expect(await days()).toEqual([
    ...['17', '18', '19', '20', '21', '22', '23'].map((day) => `2026-11-${day} true`),
    ...['24', '25'].map((day) => `2026-11-${day} false`),
  ])
})

test('figures that come two days late are unknown until then, and never zero', async () => {
  const here = await readingInsights({
    isFilled: true,
    insightsLagMs: 46 * HOUR_MS,
    accounts: [{ username: OWN, posts: 1 }],
  })
  const id = here.post()
  await here.afterRound(DAY_MS)
  expect((await here.readMedia(id)).readings).toEqual([])
  expect((await here.readInsights()).days.map(({ day }) => day).at(-1)).toBe('2026-11-18')
  await here.afterRound(1.5 * DAY_MS)
  expect((await here.readMedia(id)).readings).toMatchObject([{ views: expect.any(Number) }])
  const { days } = await here.readInsights()
  expect(days.every(({ views }) => views !== null)).toBe(true)
  expect(here.stand.violations).toEqual([])
})

test('a metric that the service has taken away empties its own column, and is asked for singly once', async () => {
  const here = await readingInsights({
    isFilled: true,
    goneMetrics: ['saved', 'accounts_engaged'],
    accounts: [{ username: OWN, posts: 8 }],
  })
  await here.afterRound(1_000)
  const { media, days } = await here.readInsights()
  const dayAgo = new Date(here.clock.now() - 1.1 * DAY_MS).toISOString()
  const posts = media.filter(({ product, postedAt }) => product === 'feed' && postedAt < dayAgo)
  expect(posts.length).toBeGreaterThan(3)
  for (const { latest } of posts) expect(latest).toMatchObject({ saves: null, views: expect.any(Number) })
  for (const day of days) expect(day).toMatchObject({ engagedAccounts: null, views: expect.any(Number) })
  const asked = posts.map(({ mediaId }) => figuresAsked(here, mediaId)).toSorted((one, other) => one - other)
  // The first post of its kind had each figure asked for by itself.
  expect([asked.at(-1), asked.at(-2)]).toEqual([12, 1])
  expect(here.stand.violations).toEqual([])
})

test('a figure without an answer while they are asked for singly is asked for again, not stored as missing', async () => {
  const here = await readingInsights({
    isFilled: true,
    goneMetrics: ['saved'],
    accounts: [{ username: OWN, posts: 1 }],
  })
  const id = here.post()
  await here.afterRound(1_000)
  // All at once, then the first eight by themselves: the next one is that of the follows.
  const { status, body } = publishingErrors.gateway()
  here.stand.faults.next(9, { delayMs: 1 }, { of: id })
  here.stand.faults.next(1, { status, body }, { of: id })
  await here.afterRound(DAY_MS)
  await here.afterRound(7 * HOUR_MS)
  const { readings } = await here.readMedia(id)
  expect(readings).toMatchObject([{ saves: null, views: expect.any(Number), follows: expect.any(Number) }])
  expect(here.stand.violations).toEqual([])
})

test('a watch time with a fraction is read as whole milliseconds, and its reel is shown', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const id = here.post({ kind: 'VIDEO', product: 'REELS' })
  const figure = (name: string, value: number) => {
    const about = { name, period: 'lifetime', title: name, description: name, id: `${id}/insights/${name}/lifetime` }
    return { ...about, values: [{ value }] }
  }
  const data = [figure('views', 120), figure('ig_reels_avg_watch_time', 8_573.4), figure('reels_skip_rate', 31.4)]
  here.stand.faults.next(1, { status: 200, body: { data } }, { of: id })
  await here.afterRound(DAY_MS)
  expect((await here.readMedia(id)).readings).toMatchObject([{ views: 120, averageWatchMs: 8_573, skipPercent: 31.4 }])
  expect((await here.readInsights()).media.map(({ mediaId }) => mediaId)).toContain(id)
})

test('what was posted before the account was professional is marked, and never asked for again', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const id = here.post({ isFromBefore: true })
  await here.afterRound(DAY_MS)
  await here.afterRound(3 * DAY_MS)
  expect((await here.readMedia(id)).media).toMatchObject({ endedBecause: 'before_professional', latest: null })
  expect(figuresAsked(here, id)).toBe(1)
})

test('nothing is asked for without the permission, and the screen says what is missing', async () => {
  const here = await readingInsights({ works: false, isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const grant = (permissions: string[]) =>
    here.database.queries
      .updateTable('own_accounts')
      .set({ permissions: JSON.stringify(permissions) })
      .execute()
  await grant(['profile', 'publish'])
  here.work()
  await vi.waitFor(async () => expect(await here.stateOf()).toBeDefined(), { timeout: 10_000 })
  expect(await here.readInsights()).toMatchObject({ state: 'not_granted' })
  expect(here.stand.calls.latest()).toEqual([])
  await grant(['profile', 'insights'])
  await here.afterRound(2 * HOUR_MS)
  expect(await here.readInsights()).toMatchObject({ state: 'read' })
})

test('an access that the service ended stops the reading, keeps what was read, and goes on once it is connected again', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 4 }] })
  await here.afterRound(1_000)
  here.stand.signIns.endTokens(OWN, 460)
  await here.afterRound(HOUR_MS)
  const ended = await here.readInsights()
  expect(ended).toMatchObject({ state: 'ended', problem: expect.stringContaining('password') })
  expect(ended.media).toHaveLength(4)
  await here.ask('pro', 'DELETE', `/api/own-accounts/${here.accountId}`)
  expect(await here.readInsights()).toMatchObject({ state: 'not_connected' })
})

test('a limit of the account is waited for as long as the service says', async () => {
  const here = await readingInsights({ isFilled: true, works: false, accounts: [{ username: OWN, posts: 1 }] })
  const { status, body, headers } = publishingErrors.accountLimit(here.stand.account(OWN).id, 19)
  here.stand.faults.next(1, { status, body, ...(headers && { headers }) }, { of: 'listMedia' })
  here.work()
  await vi.waitFor(async () => expect((await here.readInsights()).problem).toMatch(/no more calls/), {
    timeout: 15_000,
  })
  const { nextReadAt } = await here.readInsights()
  expect(Date.parse(String(nextReadAt)) - here.clock.now()).toBeGreaterThan(15 * 60_000)
  await here.afterRound(20 * 60_000)
  expect(await here.readInsights()).toMatchObject({ state: 'read', problem: null })
})
