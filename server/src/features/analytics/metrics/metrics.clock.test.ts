/** Figures of periods while time passes, sources change and accounts move, through HTTP. The clock begins at Nov 20, 2026, 9:00 UTC. */
import type { ClientTotals, ListedAccount, PeriodTotals } from '@tangelo/contract'
import type { Period } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { formWith, type Person, START, type World, world } from '../../../testing/world.ts'
import { DAY, MINUTE, makeWorldWithSources } from '../../../testing/world-with-sources.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'

const session = { idleMs: 400 * DAY, maxMs: 400 * DAY }
const at = (moment: number) => new Date(moment).toISOString()

/** Rows of `name,moment,followers`. */
async function bring(here: World, ...rows: string[]) {
  const answer = await here.ask(
    'admin',
    'POST',
    '/api/accounts/import',
    formWith(`username,date,followers\n${rows.join('\n')}\n`),
  )
  expect(answer.json()).toMatchObject({ snapshots: rows.length, refused: [] })
}

const listAccounts = async (here: World, period: Period, who: Person = 'basic') =>
  (await here.ask(who, 'GET', `/api/accounts?sort=username-asc&period=${period}`)).json<ListedAccount[]>()

const totals = async (here: World, period: Period, who: Person = 'basic') =>
  (await here.ask(who, 'GET', `/api/metrics/global?period=${period}`)).json<{ period: PeriodTotals }>().period

const clients = async (here: World, period: Period) =>
  (await here.ask('admin', 'GET', `/api/metrics/clients?period=${period}`)).json<ClientTotals[]>()

const mismatches = async ({ database, clock }: World) =>
  (await integrityCheckService({ database, clock }).run()).mismatches

test('without a reading for two days an account is marked and leaves every sum, and the next reading brings it back', async () => {
  const here = await world({ accounts: ['daily', 'quiet'], session })
  await bring(here, 'daily,2026-11-13T09:00:00Z,100', 'daily,2026-11-20T09:00:00Z,150')
  await bring(here, 'quiet,2026-11-12T09:00:00Z,200', 'quiet,2026-11-19T09:00:00Z,210')
  const both = { accounts: 2, stale: 0, followers: 360, followerChange: 60, compared: 2 }
  expect(await totals(here, 7)).toMatchObject({ ...both, readToday: 2 })
  here.clock.moveBy(DAY)
  // Two days to the minute are not too many.
  expect((await listAccounts(here, 7)).map(({ isStale }) => isStale)).toEqual([false, false])
  expect(await totals(here, 7)).toMatchObject({ ...both, readToday: 1 })
  here.clock.moveBy(MINUTE)
  const one = { accounts: 2, readToday: 0, stale: 1, followers: 150, followerChange: 50, compared: 1 }
  expect(await totals(here, 7)).toMatchObject({ ...one, series: expect.arrayContaining([100, 150]) })
  expect(await clients(here, 7)).toMatchObject([{ companyId: 1, ...one }])
  // Its figures are those of the week that ended with its latest reading, and say so.
  expect((await listAccounts(here, 7))[1]).toMatchObject({
    username: 'quiet',
    isStale: true,
    lastUpdated: '2026-11-19T09:00:00.000Z',
    period: { followerChange: 10, comparedWith: '2026-11-12T09:00:00.000Z', isWhole: true },
  })
  here.clock.moveBy(2 * DAY)
  expect((await listAccounts(here, 7)).map(({ isStale }) => isStale)).toEqual([true, true])
  const none = { stale: 2, followers: 0, followerChange: null, growth: null, compared: 0, posts: null, series: [] }
  expect(await totals(here, 7)).toMatchObject(none)
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 180 })
  // The week of the new reading begins three days after the reading before it: a change with its date, and in no sum.
  expect((await listAccounts(here, 7))[0]).toMatchObject({
    isStale: false,
    period: { followerChange: 80, comparedWith: '2026-11-13T09:00:00.000Z', isWhole: false },
  })
  expect(await totals(here, 7)).toMatchObject({
    stale: 1,
    readToday: 1,
    followers: 180,
    followerChange: null,
    compared: 0,
  })
  expect(await mismatches(here)).toEqual([])
})

test('after a change of source nothing is compared across it, until the new source fills the period', async () => {
  const here = await makeWorldWithSources()
  await here.ask('admin', 'POST', '/api/accounts', { username: 'nasa' })
  await bring(here, ...Array.from({ length: 40 }, (_, days) => `nasa,${at(START - (days + 1) * DAY)},1000`))
  await here.settle()
  const began = { sourceChangedAt: at(START), growthBefore: null, isWhole: false }
  for (const period of [7, 30] as const) {
    expect(await listAccounts(here, period)).toMatchObject([
      { source: 'graph', period: { ...began, growth: null, followerChange: null, comparedWith: null } },
    ])
    expect(await totals(here, period)).toMatchObject({
      sourceChanges: 1,
      compared: 0,
      followerChange: null,
      series: [],
    })
  }
  for (let day = 0; day < 8; day += 1) await here.round(DAY)
  const [week] = await listAccounts(here, 7)
  expect(week).toMatchObject({ period: { isWhole: true, sourceChangedAt: null, growthBefore: null } })
  const [month] = await listAccounts(here, 30)
  expect(month).toMatchObject({ period: { ...began, comparedWith: at(START) } })
  expect(month?.period?.followerChange).toEqual(expect.any(Number))
  expect(await totals(here, 7)).toMatchObject({
    sourceChanges: 0,
    compared: 1,
    followerChange: week?.period?.followerChange,
  })
  expect(await totals(here, 30)).toMatchObject({ sourceChanges: 1, compared: 0, followerChange: null })
  expect(await mismatches(here)).toEqual([])
})

test("days of a line are those of the company's time zone", async () => {
  const here = await world({ accounts: ['own', { username: 'own', companyId: 2 }] })
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Auckland' })
  // In Auckland Nov 20 begins at 11:00 UTC.
  // A name of both companies is read in each by its own clock.
  const rows = ['own,2026-11-19T10:59:59Z,100', 'own,2026-11-19T11:00:00Z,200', 'own,2026-11-20T08:00:00Z,300']
  const table = `username,date,followers\n${rows.join('\n')}\n`
  for (const companyId of [1, 2])
    await here.ask('admin', 'POST', `/api/accounts/import?companyId=${companyId}`, formWith(table))
  const lineOf = async (who: Person) => (await listAccounts(here, 7, who))[0]?.period?.trend.slice(-2)
  expect(await lineOf('basic')).toEqual([100, 300])
  expect(await lineOf('foreigner')).toEqual([200, 300])
})

test('what is typed in for today has the last word in the east too, where a day of a file begins hours later in UTC', async () => {
  const here = await world({ accounts: ['eastern'], session })
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Asia/Tokyo' })
  // In Tokyo it is the morning of Nov 21.
  here.clock.moveBy(14 * 60 * MINUTE)
  await bring(here, 'eastern,2026-11-14,900', 'eastern,2026-11-21,1000')
  const typeIn = async (followers: number) => {
    here.clock.moveBy(MINUTE)
    return (await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers })).json()
  }
  expect(await typeIn(1_100)).toMatchObject({ followers: 1_100, followerChange: 200 })
  expect(await typeIn(1_000)).toMatchObject({ followers: 1_000, followerChange: 100 })
  const history = (await here.ask('basic', 'GET', '/api/accounts/1/metrics/history')).json()
  expect(history.at(-1)).toMatchObject({ date: '2026-11-21', followers: 1_000 })
  // From the beginning of that day in UTC on, it is of its own moment again.
  here.clock.moveBy(2 * 60 * MINUTE)
  await typeIn(1_200)
  expect(await listAccounts(here, 7)).toMatchObject([
    { lastUpdated: at(here.clock.now()), metrics: { followers: 1_200 } },
  ])
  expect(await mismatches(here)).toEqual([])
})

test('a day of a file comes after what is typed in for the day before in the west too, where that ends hours later in UTC', async () => {
  const here = await world({ accounts: ['western', 'imported_first'], session })
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  const yesterday = (id: number, followers: number) =>
    here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, { followers, date: '2026-11-19' })
  await bring(here, 'western,2026-11-19,800', 'imported_first,2026-11-19,800', 'imported_first,2026-11-20,1100')
  await yesterday(1, 1_000)
  await bring(here, 'western,2026-11-20,1100')
  await yesterday(2, 1_000)
  const latest = (await listAccounts(here, 7)).map(({ username, metrics }) => [username, metrics?.followers])
  expect(Object.fromEntries(latest)).toEqual({ western: 1_100, imported_first: 1_100 })
  for (const id of [1, 2]) {
    const history = (await here.ask('basic', 'GET', `/api/accounts/${id}/metrics/history`)).json()
    expect(history).toMatchObject([
      { date: '2026-11-19', followers: 1_000 },
      { date: '2026-11-20', followers: 1_100 },
    ])
  }
  expect(await mismatches(here)).toEqual([])
})

test('what is typed in for a past day replaces a reading of its evening in the west, when in UTC it was the next day', async () => {
  const here = await world({ accounts: ['western'], session })
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  await bring(here, 'western,2026-11-20T01:00:00Z,900')
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1_000, date: '2026-11-19' })
  const history = (await here.ask('basic', 'GET', '/api/accounts/1/metrics/history')).json()
  expect(history).toMatchObject([{ date: '2026-11-19', followers: 1_000 }])
  expect(await mismatches(here)).toEqual([])
})

test('sums and lists follow an account to another company and forget it with its deletion', async () => {
  const here = await world({ accounts: ['moving', 'staying'] })
  await bring(here, 'moving,2026-11-13,100', 'moving,2026-11-20,150', 'staying,2026-11-13,10', 'staying,2026-11-20,11')
  await here.ask('basic', 'PUT', '/api/account-tags', { accountIds: [1], add: ['Priority'] })
  expect(await totals(here, 7)).toMatchObject({ accounts: 2, followerChange: 51 })
  expect((await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })).statusCode).toBe(200)
  expect(await totals(here, 7)).toMatchObject({ accounts: 1, followerChange: 1, followers: 11 })
  expect(await totals(here, 7, 'foreigner')).toMatchObject({ accounts: 1, followerChange: 50, followers: 150 })
  expect(await listAccounts(here, 7)).toMatchObject([{ username: 'staying' }])
  expect(await listAccounts(here, 7, 'foreigner')).toMatchObject([
    { tags: ['Priority'], period: { followerChange: 50 } },
  ])
  expect(await clients(here, 7)).toMatchObject([
    { companyId: 1, followers: 11 },
    { companyId: 2, followers: 150 },
  ])
  expect(await mismatches(here)).toEqual([])
  await here.ask('admin', 'DELETE', '/api/accounts/1')
  expect(await totals(here, 7, 'foreigner')).toMatchObject({
    accounts: 0,
    followers: 0,
    followerChange: null,
    compared: 0,
  })
  expect(await clients(here, 7)).toMatchObject([{ companyId: 1 }])
  expect((await here.ask('foreigner', 'GET', '/api/account-tags')).json()).toEqual([])
})
