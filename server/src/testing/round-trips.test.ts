/** How often a page waits for PostgreSQL: each wait is the way there and back, over a network in a large installation. */
import { beforeAll, describe, expect, test } from 'vitest'
import { roundTrips } from './round-trips.ts'
import { testEngine } from './test-store.ts'
import { formWith, setUpSharedWorld } from './world.ts'

const TRIPS_MAX = 3

const FIGURES = [
  'username,date,followers,following,posts,engagement_rate',
  ...['nasa', 'harbour', 'garden'].flatMap((name, at) =>
    ['2026-11-01', '2026-11-10', '2026-11-19'].map(
      (day, place) => `${name},${day},${1000 + 10 * at + place},10,100,2.5`,
    ),
  ),
  '',
].join('\n')

const PAGES: [page: string, path: string][] = [
  ['the list of accounts', '/api/accounts?limit=2'],
  ['the list with a period', '/api/accounts?limit=2&period=30'],
  ['the list by a column of a period', '/api/accounts?limit=2&sort=growth-desc&period=30'],
  ['the list filtered by name', '/api/accounts?limit=1&q=ar'],
  ['the list filtered by more of a name', '/api/accounts?limit=1&q=harbour'],
  ['an account', '/api/accounts/1'],
  ['its history', '/api/accounts/1/metrics/history'],
  ['its posts', '/api/accounts/1/posts/history'],
  ['the top of the dashboard', '/api/metrics/global?period=30'],
  ['the sums of each client', '/api/metrics/clients?period=30'],
  ['planning as a list', '/api/content/posts?limit=1'],
  ['planning, by date', '/api/content/posts?limit=1&sort=date&status=draft'],
  ['planning, searched', '/api/content/posts?limit=1&q=lemon'],
  ['planning, counted', '/api/content/counts'],
  ['planning as a calendar', '/api/content/calendar?from=2026-11-01&to=2026-11-30'],
]

// SQLite answers in this process.
describe.runIf(testEngine === 'postgres')('on PostgreSQL', () => {
  const here = setUpSharedWorld()

  beforeAll(async () => {
    const { ask } = await here()
    expect((await ask('admin', 'POST', '/api/accounts/import', formWith(FIGURES))).statusCode).toBeLessThan(300)
    for (const [at, caption] of ['A lemon', 'A lemon tree', 'A market'].entries())
      await ask('pro', 'POST', '/api/content/posts', { caption, publishDate: `2026-11-1${at}` })
  })

  test.each(PAGES)(`%s needs at most ${TRIPS_MAX} round trips`, async (_, path) => {
    const { ask } = await here()
    for (const who of ['admin', 'pro'] as const) {
      // What is asked for the first time may be made first.
      expect((await ask(who, 'GET', path)).statusCode).toBe(200)
      const trips = await roundTrips(() => ask(who, 'GET', path))
      expect(trips.length, JSON.stringify(trips, null, 1)).toBeGreaterThan(0)
      expect(trips.length, JSON.stringify(trips, null, 1)).toBeLessThanOrEqual(TRIPS_MAX)
    }
  })
})
