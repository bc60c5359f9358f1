/** The latest figures and their change (D12, D14), through the routes. The arithmetic alone is in `metrics.latest.rules.test.ts`. */
import { describe, expect, test } from 'vitest'
import { bring, latest, typeIn } from '../../../testing/account-figures.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { world } from '../../../testing/world.ts'
import { bringAllUpToDate } from './service/latest-figures.ts'

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

test('figures that are behind their snapshots after a crash are brought up to date at the next start', async () => {
  const here = await world({ accounts: ['own', 'other'] })
  await bring(here, 'own,2026-11-01,90,1', 'own,2026-11-19,100,2')
  await typeIn(here, { followers: 7 }, 2)
  const right = await readTables(here.database, 'accounts')
  // As a crash between the two leaves it: the snapshots are there, the figures are those of before.
  await here.database.queries
    .updateTable('accounts')
    .set({ followers: null, follower_change: null, followers_trend: '[]', sort_followers: -1, figures_due: 1 })
    .execute()
  await bringAllUpToDate(here.database)
  // What was cached of them until now counts no more.
  const withNextRevision = right.accounts?.map((row) => ({ ...row, data_revision: Number(row.data_revision) + 1 }))
  expect(await readTables(here.database, 'accounts')).toEqual({ accounts: withNextRevision })
})
