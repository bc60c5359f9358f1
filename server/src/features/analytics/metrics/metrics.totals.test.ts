/** The sums over all accounts that a viewer may see (D16), and which of their figures count. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bring, latest, typeIn } from '../../../testing/account-figures.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { type Person, setUpSharedWorld, type World, world } from '../../../testing/world.ts'
import { DAY, HOUR } from '../../../testing/world-with-sources.ts'
import { sumsOf } from './metrics.store.ts'

const shared = setUpSharedWorld({ accounts: ['own'] })

describe('the sums over all accounts', () => {
  const sums = async (here: World, who: Person) => (await here.ask(who, 'GET', '/api/metrics/global')).json()
  const NOTHING = {
    accounts: 0,
    outdated: 0,
    followers: 0,
    followerChange: null,
    posts: 0,
    averageEngagementRate: null,
    lastUpdated: null,
  }

  test('without accounts are zero, and what is unknown is null', async () => {
    const empty = await world()
    for (const who of ['admin', 'pro', 'loner'] as const) expect(await sums(empty, who)).toEqual(NOTHING)
    expect(await sums(await shared(), 'pro')).toEqual({ ...NOTHING, accounts: 1 })
    expect(await sums(await shared(), 'loner')).toEqual(NOTHING)
  })

  test('take in the accounts that the viewer may see, each figure over those that know it', async () => {
    const here = await world({ accounts: ['own', 'other', 'silent', { username: 'foreign', companyId: 2 }] })
    await bring(here, 'own,2026-11-12,90,', 'own,2026-11-19,100,2', 'other,2026-11-18,40,')
    await typeIn(here, { followers: 40, posts: 12, engagementRate: 4 }, 2)
    await typeIn(here, { followers: 1_000, posts: 5, engagementRate: 0 }, 4)
    expect(await sums(here, 'basic')).toEqual({
      accounts: 3,
      outdated: 0,
      followers: 140,
      followerChange: 10,
      posts: 12,
      averageEngagementRate: 3,
      lastUpdated: '2026-11-20T09:00:00.000Z',
    })
    expect(await sums(here, 'foreigner')).toMatchObject({ accounts: 1, followers: 1_000, averageEngagementRate: 0 })
    expect(await sums(here, 'admin')).toMatchObject({ accounts: 4, followers: 1_140, averageEngagementRate: 2 })
    expect(await sums(here, 'loner')).toEqual(NOTHING)
  })

  test('leave out a file that ended nine months ago, and report that', async () => {
    const here = await world({ accounts: ['own', 'other', 'empty'] })
    await bring(here, 'own,2026-02-17,1000,1.5', 'own,2026-02-24,1029,1.7')
    const stale = { accounts: 3, outdated: 1, followers: 0, followerChange: null, averageEngagementRate: null }
    expect(await sums(here, 'basic')).toMatchObject({ ...stale, lastUpdated: '2026-02-24T00:00:00.000Z' })
    await bring(here, 'other,2026-11-13,50,4', 'other,2026-11-20,57,5')
    expect(await sums(here, 'basic')).toMatchObject({
      ...stale,
      followers: 57,
      followerChange: 7,
      averageEngagementRate: 5,
    })
    // Each account still has its own figures, with their date.
    expect(await latest(here)).toMatchObject({
      followers: 1029,
      followerChange: 29,
      lastUpdated: '2026-02-24T00:00:00.000Z',
      comparedWith: '2026-02-17T00:00:00.000Z',
    })
  })

  test('drop an account the moment its figures are a week old', async () => {
    const here = await world({ accounts: ['own'], session: { idleMs: 30 * DAY, maxMs: 30 * DAY } })
    await bring(here, 'own,2026-11-13,50,', 'own,2026-11-20,57,')
    for (const [moved, followers] of [
      [0, 57],
      [6 * 24 * HOUR, 57],
      [15 * HOUR, 57],
      [60_000, 0],
    ] as const) {
      here.clock.moveBy(moved)
      expect(await sums(here, 'basic')).toMatchObject({ followers, outdated: followers === 0 ? 1 : 0 })
    }
  })

  test('count a change only where it is one of this week', async () => {
    const here = await world({ accounts: ['own', 'other'] })
    await bring(here, 'own,2026-11-13,50,', 'own,2026-11-20,57,', 'other,2026-11-10,10,', 'other,2026-11-20,1000,')
    expect(await sums(here, 'basic')).toMatchObject({ followers: 1_057, followerChange: 7, outdated: 0 })
    // Two missed daily readings: the ninth day still counts.
    await typeIn(here, { followers: 15, date: '2026-11-11' }, 2)
    expect(await sums(here, 'basic')).toMatchObject({ followerChange: 7 + 985 })
  })
})

if (testEngine === 'sqlite')
  test.each([
    { scope: 'all' as const },
    { scope: [1] },
    { scope: 'all' as const, source: 'graph' as const },
    { scope: [1], source: 'import' as const },
  ])(
    'the sums of companies $scope and source $source are read from their index and not from the accounts',
    async (filter) => {
      const { database } = await world()
      const { sql: text, parameters } = sumsOf(database.queries, 1_700_000_000_000, filter).compile()
      const values = parameters.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
      const plan = sql<{
        detail: string
      }>`${sql.raw(`explain query plan ${text.replaceAll('?', () => values.shift() ?? '')}`)}`
      const { rows } = await plan.execute(database.queries)
      expect(rows.map(({ detail }) => detail).join()).toContain('COVERING INDEX accounts_sums')
    },
  )
