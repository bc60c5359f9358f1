/** Figures of periods, and what is not compared in them, through HTTP. The clock stands at Nov 20, 2026, 9:00 UTC. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '../../../migrations/index.ts'
import { bring, list, makeWorldWithPeriods } from '../../../testing/period-figures.ts'
import { formWith, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'
import { type KnownPosts, periodFigures } from './rules/periods.ts'
import { bringAllUpToDate } from './service/latest-figures.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20, 9)

test('accounts have figures over the days before their latest reading', async () => {
  const here = await makeWorldWithPeriods()
  const [up] = await list(here, 'period=30&q=up')
  expect(up).toMatchObject({
    isStale: false,
    period: {
      growth: 10,
      followerChange: 100,
      comparedWith: '2026-10-21T00:00:00.000Z',
      isWhole: true,
      sourceChangedAt: null,
      growthBefore: 0,
      engagementChange: 0.5,
      posts: 4,
      trendBreak: null,
    },
  })
  expect(up?.period.trend).toEqual([1_000, ...Array.from({ length: 12 }, () => null), 1_100])
  // What lies before the period by more than two days is shown with its date, and not as a figure of the period.
  expect((await list(here, 'period=7&q=up'))[0]?.period).toMatchObject({ followerChange: 100, isWhole: false })
  expect(await list(here, 'q=unread&period=30')).toMatchObject([{ isStale: false, period: null }])
  expect(await list(here, 'q=old')).toMatchObject([{ isStale: true }])
  expect((await list(here, 'q=old'))[0]).not.toHaveProperty('period')
})

test('what is stored of periods is what the check makes of the readings', async () => {
  const here = await makeWorldWithPeriods()
  const audits = integrityCheckService({ database: here.database, clock: { now: () => START } })
  expect((await audits.run()).mismatches).toEqual([])
  await here.database.queries.updateTable('account_periods').set({ growth: 99 }).where('period', '=', 30).execute()
  expect((await audits.run()).mismatches[0]).toMatchObject({ figure: '30 days growth', stored: '99' })
})

test('an updated store has the growth of accounts that begin inside a period', async () => {
  const here = await world({ accounts: ['new'] })
  await bring(here, 'new,2026-11-10,1000,,', 'new,2026-11-20,1100,,')
  const { database } = here
  const audits = integrityCheckService({ database, clock: { now: () => START } })
  // As it was stored until this step.
  await database.queries.updateTable('account_periods').set({ growth: null, follower_change: null }).execute()
  await sql`delete from migrations where name like '0055%'`.execute(database.queries)
  await migrate(database, migrations)
  await bringAllUpToDate(database)
  expect((await audits.run()).mismatches).toEqual([])
  expect(await list(here, 'period=30')).toMatchObject([
    { period: { growth: 10, followerChange: 100, comparedWith: '2026-11-10T00:00:00.000Z', isWhole: false } },
  ])
})

const NO_POSTS: KnownPosts = { postedAt: [], firstPostedAt: null, known: 0 }
const daily = (count: number, source: (daysAgo: number) => 'graph' | 'import') =>
  Array.from({ length: count }, (_, at) => {
    const daysAgo = count - 1 - at
    const capturedAt = START - daysAgo * DAY_MS
    const day = Math.floor(capturedAt / DAY_MS)
    return {
      capturedAt,
      day,
      source: source(daysAgo),
      followers: 1_000 + at,
      following: null,
      posts: 10 + at,
      engagementRate: 2,
      likesKnown: null,
    }
  })

test('figures begin where the source has changed, and are in no sum then', () => {
  const history = daily(100, (daysAgo) => (daysAgo > 10 ? 'import' : 'graph'))
  const [week, month] = periodFigures(history, NO_POSTS, [7, 30])
  expect(week).toMatchObject({
    followerChange: 7,
    isWhole: true,
    countsBrokenAt: null,
    growthBefore: null,
    trendBreak: null,
  })
  expect(month).toMatchObject({
    followerChange: 10,
    isWhole: false,
    countsBrokenAt: START - 10 * DAY_MS,
    comparedAt: START - 10 * DAY_MS,
    engagementChange: null,
    rateBrokenAt: START - 10 * DAY_MS,
    sums: [null, null, null, null, null, null, null],
  })
  expect(month?.trend[month.trendBreak ?? 0]).toBeGreaterThanOrEqual(1_089)
})

test('figures of an account that begins in a period count from its first reading, and are in no sum', () => {
  const [week, month] = periodFigures(
    daily(20, () => 'graph'),
    NO_POSTS,
    [7, 30],
  )
  expect(week).toMatchObject({ followerChange: 7, isWhole: true })
  expect(month).toMatchObject({
    growth: 1.9,
    followerChange: 19,
    comparedAt: START - 19 * DAY_MS,
    isWhole: false,
    countsBrokenAt: null,
    growthBefore: null,
    sums: [null, null, null, null, null, null, null],
  })
  const [alone] = periodFigures(
    daily(1, () => 'graph'),
    NO_POSTS,
    [30],
  )
  expect(alone).toMatchObject({ growth: null, followerChange: null, comparedAt: null, isWhole: false })
})

test('posts are those known where they reach back so far, else the difference of the counter', () => {
  const history = daily(20, () => 'graph')
  expect(periodFigures(history, NO_POSTS, [7])[0]).toMatchObject({ newPosts: 7, newPostsBefore: 7 })
  const postedAt = [START - 2 * DAY_MS, START - 9 * DAY_MS]
  const posts = { postedAt, firstPostedAt: START - 9 * DAY_MS, known: 2 }
  expect(periodFigures(history, posts, [7])[0]).toMatchObject({ newPosts: 1, newPostsBefore: 7 })
})

test('a pinned post of long ago does not say that the posts of a period are known', async () => {
  const here = await world()
  const post = (id: number, daysAgo: number) => ({
    id: String(id),
    shortCode: `Code${id}`,
    type: 'Image',
    url: `https://www.instagram.com/p/Code${id}/`,
    likesCount: 10,
    commentsCount: 1,
    timestamp: new Date(START - daysAgo * DAY_MS).toISOString(),
  })
  const newest = Array.from({ length: 11 }, (_, at) => post(at + 1, 0.25 + at))
  const profile = {
    username: 'pinning',
    followersCount: 1_000,
    followsCount: 10,
    postsCount: 900,
    scrapedAt: new Date(START - 60_000).toISOString(),
    latestPosts: [{ ...post(99, 700), isPinned: true }, ...newest],
  }
  const answer = await here.ask('admin', 'POST', '/api/accounts/import', formWith(JSON.stringify([profile]), 'p.json'))
  expect(answer.json()).toMatchObject({ posts: 12, refusedCount: 0 })
  // Eleven posts of eleven days are known: those of a week, and not those of a month.
  expect((await list(here, 'period=7'))[0]?.period).toMatchObject({ posts: 7 })
  expect((await list(here, 'period=30'))[0]?.period).toMatchObject({ posts: null })
})
