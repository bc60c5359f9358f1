/** Figures of periods, orders, filters, tags and sums, through HTTP. The clock stands at Nov 20, 2026, 9:00 UTC. */
import { expect, test } from 'vitest'
import { formWith, type Person, type World, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'
import { type KnownPosts, periodFigures } from './rules/periods.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20, 9)

/** Rows of `name,day of November or October,followers,posts,rate`. */
async function bring(here: World, ...rows: string[]) {
  const table = `username,date,followers,posts,engagement_rate\n${rows.join('\n')}\n`
  const answer = await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Grows by a tenth, by none, shrinks; the fourth is stale, the fifth was never read. */
async function filled() {
  const here = await world({ accounts: ['up', 'same', 'down', 'old', 'unread', { username: 'other', companyId: 2 }] })
  for (const [name, before, now] of [
    ['up', 1_000, 1_100],
    ['same', 5_000, 5_000],
    ['down', 2_000, 1_000],
    ['other', 100, 150],
  ])
    await bring(
      here,
      `${name},2026-09-21,${before},,1`,
      `${name},2026-10-21,${before},10,2`,
      `${name},2026-11-20,${now},14,2.5`,
    )
  await bring(here, 'old,2026-10-17,700,,', 'old,2026-11-17,900,,')
  return here
}

const list = async (here: World, query: string, who: Person = 'basic') => {
  const answer = await here.ask(who, 'GET', `/api/accounts?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ username: string; isStale: boolean; period: Record<string, unknown>; tags: string[] }[]>()
}
const names = async (here: World, query: string, who?: Person) =>
  (await list(here, query, who)).map(({ username }) => username)

test('accounts have figures over the days before their latest reading', async () => {
  const here = await filled()
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
  // What lies before the period by more than two days is told with its date, and not as a figure of the period.
  expect((await list(here, 'period=7&q=up'))[0]?.period).toMatchObject({ followerChange: 100, isWhole: false })
  expect(await list(here, 'q=unread&period=30')).toMatchObject([{ isStale: false, period: null }])
  expect(await list(here, 'q=old')).toMatchObject([{ isStale: true }])
  expect((await list(here, 'q=old'))[0]).not.toHaveProperty('period')
})

test.each([
  ['growth-desc', ['old', 'up', 'same', 'down']],
  ['growth-asc', ['down', 'same', 'up', 'old']],
  ['change-desc', ['old', 'up', 'same', 'down']],
  ['followers-asc', ['old', 'down', 'up', 'same']],
  ['followers', ['same', 'up', 'down', 'old']],
  ['lastUpdated-asc', ['old', 'up', 'same', 'down']],
])('%s: unknown ones come last, and pages follow each other', async (sort, expected) => {
  const here = await filled()
  const query = `sort=${sort}&period=30`
  expect(await names(here, query)).toEqual([...expected, 'unread'])
  const paged: string[] = []
  let url: string | undefined = `/api/accounts?${query}&limit=2`
  while (url) {
    const answer = await here.ask('basic', 'GET', url)
    paged.push(...answer.json<{ username: string }[]>().map(({ username }) => username))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(paged).toEqual([...expected, 'unread'])
})

test('names sort both ways; companies, categories, tags and sources filter', async () => {
  const here = await filled()
  expect(await names(here, 'sort=username-asc')).toEqual(['down', 'old', 'same', 'unread', 'up'])
  expect(await names(here, 'sort=username-desc&companyId=2', 'admin')).toEqual(['other'])
  expect(await names(here, 'sort=username-asc&companyId=1,2', 'admin')).toHaveLength(6)
  expect(await names(here, 'companyId=2')).toEqual([])
  await here.ask('admin', 'PUT', '/api/accounts/1', { category: 'Other' })
  expect(await names(here, 'category=Other&sort=growth-desc')).toEqual(['up'])
  expect(await names(here, 'source=graph')).toEqual([])
  expect(await names(here, 'source=import&sort=recent')).toEqual(['old', 'down', 'same', 'up'])
  await here.ask('basic', 'PUT', '/api/account-tags', { accountIds: [1, 3], add: ['Priority'] })
  expect(await names(here, 'tag=priority&sort=growth-asc')).toEqual(['down', 'up'])
  for (const query of ['period=8', 'sort=growth', 'companyId=x', 'source=web', 'category=Cats', 'tag='])
    expect((await here.ask('basic', 'GET', `/api/accounts?${query}`)).statusCode, query).toBe(400)
})

test('sums leave out what is stale, and change only what is comparable', async () => {
  const here = await filled()
  const { period } = (await here.ask('basic', 'GET', '/api/metrics/global?period=30')).json()
  expect(period).toMatchObject({ accounts: 5, readToday: 3, stale: 1, followers: 7_100, followerChange: -900 })
  expect(period).toMatchObject({ compared: 3, growth: -11.25, growthBefore: 0, sourceChanges: 0, posts: 12 })
  expect(period.series).toHaveLength(8)
  expect([period.series[0], period.series[7]]).toEqual([8_000, 7_100])
  expect(period.seriesBefore).toEqual(Array.from({ length: 8 }, () => 8_000))
  const filtered = (await here.ask('basic', 'GET', '/api/metrics/global?period=30&source=import&companyId=1')).json()
  expect(filtered.period).toMatchObject({ accounts: 4, followers: 7_100 })
  expect((await here.ask('basic', 'GET', '/api/metrics/global?companyId=2&period=7')).json().period.accounts).toBe(0)
  expect((await here.ask('basic', 'GET', '/api/metrics/global')).json()).not.toHaveProperty('period')
  const clients = (await here.ask('admin', 'GET', '/api/metrics/clients?period=30')).json()
  expect(clients.map((one: { companyId: number; followers: number }) => [one.companyId, one.followers]).sort()).toEqual(
    [
      [1, 7_100],
      [2, 150],
    ],
  )
  expect((await here.ask('basic', 'GET', '/api/metrics/clients')).json()).toMatchObject([{ companyId: 1, stale: 1 }])
})

test('tags: one spelling, at most ten each, all or none, told once', async () => {
  const here = await filled()
  const change = (body: object, who: Person = 'basic') => here.ask(who, 'PUT', '/api/account-tags', body)
  expect((await change({ accountIds: [1, 2, 2], add: ['Launch', 'b'] })).json()).toEqual({
    changed: 2,
    tags: [
      { companyId: 1, name: 'b', accounts: 2 },
      { companyId: 1, name: 'Launch', accounts: 2 },
    ],
  })
  expect((await change({ accountIds: [1, 2], add: ['LAUNCH'] })).json().changed).toBe(0)
  expect((await change({ accountIds: [3], add: ['lAUNCH'], remove: ['b'] })).json().changed).toBe(1)
  expect((await list(here, 'q=down'))[0]?.tags).toEqual(['Launch'])
  expect((await change({ accountIds: [1, 6], add: ['x'] })).statusCode).toBe(404)
  expect((await change({ accountIds: [1], add: Array.from({ length: 9 }, (_, at) => `t${at}`) })).statusCode).toBe(409)
  for (const body of [{ accountIds: [] }, { accountIds: [1], add: [' '] }, { accountIds: [1], add: ['x'.repeat(31)] }])
    expect((await change(body)).statusCode).toBe(400)
  await here.ask('admin', 'DELETE', '/api/accounts/1')
  expect((await here.ask('basic', 'GET', '/api/account-tags')).json()).toMatchObject([{ accounts: 1 }, { accounts: 2 }])
  const log = (await here.ask('admin', 'GET', '/api/audit-log?act=account.tagged')).json()
  expect(log).toHaveLength(2)
})

test('several are refreshed at once where a source reads them', async () => {
  const here = await filled()
  const answer = await here.ask('admin', 'POST', '/api/accounts/refresh', { accountIds: [1, 2, 1] })
  expect(answer.json()).toEqual({ started: [], alreadyRefreshed: [], noSource: [1, 2] })
  expect((await here.ask('admin', 'POST', '/api/accounts/refresh', { accountIds: [999] })).statusCode).toBe(404)
})

test('what is stored of periods is what the check makes of the readings', async () => {
  const here = await filled()
  const audits = integrityCheckService({ database: here.database, clock: { now: () => START } })
  expect((await audits.run()).mismatches).toEqual([])
  await here.database.queries.updateTable('account_periods').set({ growth: 99 }).where('period', '=', 30).execute()
  expect((await audits.run()).mismatches[0]).toMatchObject({ figure: '30 days growth', stored: '99' })
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
