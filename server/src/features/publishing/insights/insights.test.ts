/** Insights that are read in rounds: of which days and posts, how often, and at which age. */
import type { OwnMedia } from '@tangelo/contract'
import { publishingErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { OWN } from '#testing/publishing.ts'
import { readingInsights } from '#testing/reading-insights.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function countPosts(here: Awaited<ReturnType<typeof readingInsights>>): Promise<number> {
  let count = 0
  let next: string | undefined = `/api/accounts/${here.accountId}/insights/media?limit=100`
  while (next) {
    const res = await here.ask('pro', 'GET', next)
    count += res.json<OwnMedia[]>().length
    next = String(res.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1]
  }
  return count
}

describe.each(['facebook', 'instagram'] as const)('through %s', (login) => {
  test('days, spans, audience, hours and posts are read', async () => {
    const here = await readingInsights({ login, isFilled: true, accounts: [{ username: OWN, posts: 4 }] })
    expect(await here.readInsights()).toMatchObject({ state: 'fresh', days: [], media: [], spans: [], online: null })
    await here.afterRound(1_000)
    const shown = await here.readInsights()
    expect(shown).toMatchObject({ state: 'read', problem: null, isFilling: false })
    // Two days that may still be corrected, and the complete one before them.
    expect(shown.days.map(({ day, isSettled }) => [day, isSettled])).toEqual([
      ['2026-11-17', true],
      ['2026-11-18', false],
      ['2026-11-19', false],
    ])
    for (const { reach, views, follows } of shown.days)
      for (const figure of [reach, views, follows]) expect(figure).toBeGreaterThanOrEqual(0)
    expect(shown.spans.map(({ days, until }) => [days, until])).toEqual([
      [7, '2026-11-19'],
      [28, '2026-11-19'],
    ])
    expect(shown.audience.map(({ of }) => of)).toEqual(['age', 'gender', 'country', 'city'])
    expect(shown.online?.hours.map((hours) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
    expect(shown.media).toHaveLength(4)
    const reel = shown.media.find(({ format }) => format === 'reel')
    expect(reel?.latest).toMatchObject({ views: expect.any(Number), averageWatchMs: expect.any(Number), follows: null })
    expect(here.stand.violations).toEqual([])
  })

  test('a reel has its watch time, and its skip rate, through either login', async () => {
    const here = await readingInsights({ login, isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
    const id = here.post({ kind: 'VIDEO', product: 'REELS' })
    await here.afterRound(DAY_MS)
    const [reading] = (await here.readMedia(id)).readings
    expect(reading).toMatchObject({
      source: login,
      averageWatchMs: expect.any(Number),
      skipPercent: expect.any(Number),
    })
    expect(here.stand.violations).toEqual([])
  })
})

test('the days before are read a part in each round, and a week of people is fewer than its days added', async () => {
  const here = await readingInsights({ accounts: [{ username: OWN, posts: 1 }] })
  await here.afterRound(1_000)
  const { days, spans, daysSince, isFilling } = await here.readInsights()
  expect({ days: days.length, daysSince, isFilling }).toEqual({ days: 27, daysSince: '2026-10-24', isFilling: true })
  const reach = days.slice(-7).reduce((sum, day) => sum + (day.reach ?? 0), 0)
  expect(spans[0]?.reach).toBeLessThan(reach)
  expect(here.stand.violations).toEqual([])
})

test('a post is read again after 1, 3 and 7 days, each once with two workers', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  here.work()
  const id = here.post()
  await here.afterRound(1_000)
  expect((await here.readMedia(id)).readings).toEqual([])
  for (const days of [1, 2, 4]) await here.afterRound(days * DAY_MS)
  const { readings } = await here.readMedia(id)
  expect(readings.map(({ ageHours }) => Math.floor(ageHours / 24))).toEqual([1, 3, 7])
  const views = readings.map((reading) => reading.views ?? 0)
  expect(views).toEqual(views.toSorted((one, other) => one - other))
  expect(here.stand.violations).toEqual([])
})

test('a machine that was off makes up for one reading, and says at which age it was made', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const late = here.post()
  await here.afterRound(DAY_MS)
  await here.afterRound(9 * DAY_MS)
  const made = (await here.readMedia(late)).readings.map(({ ageHours }) => Math.floor(ageHours / 24))
  expect(made).toEqual([1, 10])
})

test.each([
  ['an answer that says nothing', () => publishingErrors.gateway()],
  ['a fault that passes', () => publishingErrors.temporary()],
  ['a place in the list that is gone', () => publishingErrors.badParameter('Invalid parameter: after')],
])('all posts are known in the end, also after %s', async (_, fault) => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 120 }] })
  const { status, body } = fault()
  here.stand.faults.next(1, { delayMs: 1 }, { of: 'listMedia' })
  here.stand.faults.next(1, { status, body }, { of: 'listMedia' })
  await here.afterRound(1_000)
  expect(await countPosts(here)).toBe(50)
  for (let round = 0; round < 2; round += 1) await here.afterRound(HOUR_MS)
  expect(await countPosts(here)).toBe(120)
  const pages = () => here.stand.calls.latest().filter(({ operation }) => operation === 'listMedia').length
  const before = pages()
  await here.afterRound(HOUR_MS)
  expect(pages() - before).toBe(1)
})

test('more posts than a page holds, made while the access had ended, are all known in the end', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 3 }] })
  await here.afterRound(1_000)
  for (let post = 0; post < 110; post += 1) here.post()
  const { status, body } = publishingErrors.gateway()
  here.stand.faults.next(1, { delayMs: 1 }, { of: 'listMedia' })
  here.stand.faults.next(1, { status, body }, { of: 'listMedia' })
  for (let round = 0; round < 3; round += 1) await here.afterRound(HOUR_MS)
  expect(await countPosts(here)).toBe(113)
  expect(here.stand.violations).toEqual([])
})

test('a story is read hourly while it lives, never after, and its figures stay', async () => {
  const here = await readingInsights({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const id = here.post({ product: 'STORY' })
  for (const hours of [1, 1, 9, 11.5, 3]) await here.afterRound(hours * HOUR_MS)
  const { media, readings } = await here.readMedia(id)
  expect(readings.map(({ ageHours }) => Math.floor(ageHours))).toEqual([1, 2, 11, 22])
  expect(media).toMatchObject({ product: 'story', format: 'story', nextReadingAt: null })
  expect(here.stand.violations).toEqual([])
})

test('days are those on the clocks of the company', async () => {
  const here = await readingInsights({ works: false, isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  here.work()
  // 02:00 in UTC on the 21st is the evening of the 20th there.
  await here.afterRound(17 * HOUR_MS)
  expect((await here.readInsights()).days.at(-1)).toMatchObject({ day: '2026-11-19', isSettled: false })
})
