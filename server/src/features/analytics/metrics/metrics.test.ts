/** The latest figures and their change (D12, D14), through the routes. The arithmetic alone is in `metrics.rules.test.ts`. */
import { describe, expect, test } from 'vitest'
import { bring, byDay, history, latest, typeIn } from '../../../testing/account-figures.ts'
import { stored } from '../../../testing/stored.ts'
import { sharedWorld, world } from '../../../testing/world.ts'
import { bringAllUpToDate } from './service/latest-figures.ts'

const shared = sharedWorld({ accounts: ['own'] })

describe('the change since a week ago', () => {
  test.each<[string, string[], number | null]>([
    ['is unknown after one reading', ['own,2026-11-20T08:00:00Z,150,'], null],
    ['is unknown within a week', ['own,2026-11-20T08:00:00Z,150,', 'own,2026-11-13T08:00:01Z,120,'], null],
    ['counts from exactly seven days before', ['own,2026-11-20T08:00:00Z,150,', 'own,2026-11-13T08:00:00Z,120,'], 30],
    [
      'counts from the last reading before that',
      ['own,2026-11-20T08:00:00Z,150,', 'own,2026-11-14,149,', 'own,2026-11-12,140,', 'own,2026-11-01,90,'],
      10,
    ],
    ['may reach back for months', ['own,2026-11-20,150,', 'own,2025-01-01,200,'], -50],
    ['counts from the latest reading, not from now', ['own,2026-06-20,150,', 'own,2026-06-01,100,'], 50],
    [
      'does not depend on the order in the file',
      ['own,2026-11-01,90,', 'own,2026-11-20,150,', 'own,2026-11-12,140,'],
      10,
    ],
  ])('%s', async (_, rows, expected) => {
    const here = await world({ accounts: ['own'] })
    await bring(here, ...rows)
    expect((await latest(here)).followerChange).toBe(expected)
  })

  test('is found behind many readings of one week', async () => {
    const here = await world({ accounts: ['own'] })
    const hourly = Array.from({ length: 40 }, (_, hour) => {
      const moment = new Date(Date.UTC(2026, 10, 18, hour)).toISOString()
      return `own,${moment},${200 + hour},`
    })
    await bring(here, 'own,2026-11-05,100,', ...hourly)
    expect(await latest(here)).toMatchObject({ followers: 239, followerChange: 139, followersTrend: [223, 239] })
  })

  test('of the engagement rate is in percent of the old rate', async () => {
    const here = await world({ accounts: ['own', 'zero', 'unknown'] })
    await bring(here, 'own,2026-11-01,100,2', 'own,2026-11-20,100,3', 'zero,2026-11-01,100,0', 'zero,2026-11-20,100,3')
    await bring(here, 'unknown,2026-11-01,100,', 'unknown,2026-11-20,100,3')
    expect((await latest(here, 1)).engagementRateChange).toBe(50)
    expect((await latest(here, 2)).engagementRateChange).toBeNull()
    expect((await latest(here, 3)).engagementRateChange).toBeNull()
  })

  test('from a rate next to nothing is unknown, and the lists still answer', async () => {
    const here = await world({ accounts: ['own'] })
    await typeIn(here, { followers: 100, engagementRate: 5e-324, date: '2026-11-01' })
    expect((await typeIn(here, { followers: 100, engagementRate: 5 })).json().engagementRateChange).toBeNull()
    for (const url of ['/api/accounts', '/api/accounts/1', '/api/metrics/global'])
      expect((await here.ask('basic', 'GET', url)).statusCode).toBe(200)
  })

  test('stands beside the account too', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-11-01,90,1', 'own,2026-11-20,150,1.5')
    const figures = {
      profilePicture: null,
      bioText: null,
      followers: 150,
      followerChange: 60,
      following: null,
      followingChange: null,
      posts: null,
      postsChange: null,
      engagementRate: 1.5,
      engagementRateChange: 50,
      comparedWith: '2026-11-01T00:00:00.000Z',
      countsBrokenAt: null,
      engagementBrokenAt: null,
      followersTrend: [90, 150],
    }
    expect(await latest(here)).toEqual({ ...figures, lastUpdated: '2026-11-20T00:00:00.000Z', source: 'import' })
    const { account, metrics } = (await here.ask('basic', 'GET', '/api/accounts/1')).json()
    expect(metrics).toEqual(figures)
    expect(account).toMatchObject({ metrics: figures, lastUpdated: '2026-11-20T00:00:00.000Z', source: 'import' })
    const [listed] = (await here.ask('basic', 'GET', '/api/accounts')).json()
    expect(listed).toEqual({ ...account, isStale: false, refresh: { interval: 'daily', everyDays: 1 } })
  })
})

describe('typing in figures', () => {
  test('stores them for now and answers the new figures', async () => {
    const here = await world({ accounts: ['own'] })
    const res = await typeIn(here, { followers: 150, following: 12, posts: 3, engagementRate: 2.5 })
    expect(res.statusCode).toBe(201)
    expect(res.json()).toMatchObject({
      followers: 150,
      following: 12,
      posts: 3,
      engagementRate: 2.5,
      followersTrend: [150],
    })
    expect(await latest(here)).toMatchObject({ lastUpdated: '2026-11-20T09:00:00.000Z', source: 'import' })
  })

  test('for a past day changes the history, and the latest figures only by comparison', async () => {
    const here = await world({ accounts: ['own'] })
    await typeIn(here, { followers: 150 })
    const res = await typeIn(here, { followers: 110, date: '2026-11-10' })
    expect(res.json()).toMatchObject({ followers: 150, followerChange: 40, followersTrend: [110, 150] })
    expect(byDay(await history(here))).toEqual([
      ['2026-11-10', 110],
      ['2026-11-20', 150],
    ])
  })

  test('again corrects the day, and taking the correction back has the last word', async () => {
    const here = await world({ accounts: ['own'] })
    for (const followers of [100, 200, 100]) {
      await typeIn(here, { followers, date: '2026-11-10' })
      expect(byDay(await history(here))).toEqual([['2026-11-10', followers]])
      expect((await latest(here)).followers).toBe(followers)
      here.clock.moveBy(60_000)
    }
  })

  test('takes null for what is not known', async () => {
    const here = await world({ accounts: ['own'] })
    const res = await typeIn(here, { followers: 0, following: null, posts: null, engagementRate: null })
    expect(res.json()).toMatchObject({ followers: 0, following: null, posts: null, engagementRate: null })
  })

  test.each([
    ['nothing', {}, { followers: 'must be a whole number' }],
    ['negative followers', { followers: -1 }, { followers: 'cannot be negative' }],
    ['text', { followers: 'many' }, { followers: 'must be a whole number' }],
    ['digits as text', { followers: '12' }, { followers: 'must be a whole number' }],
    ['half a follower', { followers: 1.5 }, { followers: 'must be a whole number' }],
    ['null followers', { followers: null }, { followers: 'must be a whole number' }],
    ['more than there are people', { followers: 100_000_000_001 }, { followers: 'is larger than any account has' }],
    ['negative posts', { followers: 1, posts: -3 }, { posts: 'cannot be negative' }],
    ['a negative rate', { followers: 1, engagementRate: -0.1 }, { engagementRate: 'cannot be negative' }],
    ['a rate in words', { followers: 1, engagementRate: '3 %' }, { engagementRate: 'must be a number' }],
    [
      'a rate out of this world',
      { followers: 1, engagementRate: 100_001 },
      { engagementRate: 'must be at most 100000' },
    ],
    ['tomorrow', { followers: 1, date: '2026-11-21' }, { date: 'is in the future' }],
    ['a day before Instagram', { followers: 1, date: '2010-10-05' }, { date: 'is before Instagram began' }],
    ['a day that never was', { followers: 1, date: '2026-02-30' }, { date: 'must be a day like 2026-11-20' }],
    ['a moment', { followers: 1, date: '2026-11-10T10:00:00Z' }, { date: 'must be a day like 2026-11-20' }],
    ['an empty day', { followers: 1, date: '' }, { date: 'must be a day like 2026-11-20' }],
    ['an unknown field', { followers: 1, likes: 4 }, { likes: 'is not a field of this request' }],
  ])('with %s is refused, and nothing is stored', async (_, body, fields) => {
    const here = await shared()
    const before = await stored(here.database)
    const res = await typeIn(here, body)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false, fields })
    expect(await stored(here.database)).toEqual(before)
  })

  test('takes the largest account and the first day', async () => {
    const here = await world({ accounts: ['own'] })
    expect((await typeIn(here, { followers: 100_000_000_000, date: '2010-10-06' })).statusCode).toBe(201)
    expect((await typeIn(here, { followers: 100_000_000_000 })).statusCode).toBe(201)
    expect((await here.ask('basic', 'GET', '/api/metrics/global')).json().followers).toBe(100_000_000_000)
  })
})

test('figures that are behind their snapshots after a crash are brought up to date at the next start', async () => {
  const here = await world({ accounts: ['own', 'other'] })
  await bring(here, 'own,2026-11-01,90,1', 'own,2026-11-19,100,2')
  await typeIn(here, { followers: 7 }, 2)
  const right = await stored(here.database, 'accounts')
  // As a crash between the two leaves it: the snapshots are there, the figures are those of before.
  await here.database.queries
    .updateTable('accounts')
    .set({ followers: null, follower_change: null, followers_trend: '[]', sort_followers: -1, figures_due: 1 })
    .execute()
  await bringAllUpToDate(here.database)
  // What was cached of them until now counts no more.
  const withNextRevision = right.accounts?.map((row) => ({ ...row, data_revision: Number(row.data_revision) + 1 }))
  expect(await stored(here.database, 'accounts')).toEqual({ accounts: withNextRevision })
})
