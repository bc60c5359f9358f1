/** Readings of any month are taken and shown, however the store keeps them. */
import { expect, test } from 'vitest'
import { formWith, START, type World, world } from '../../../testing/world.ts'

const DAY_MS = 86_400_000

const historyOf = async (here: World, from: string, to: string) =>
  (await here.ask('pro', 'GET', `/api/accounts/1/metrics/history?from=${from}&to=${to}`))
    .json()
    .map(({ date, followers }: { date: string; followers: number }) => `${date} ${followers}`)

const typeIn = (here: World, date: string, followers: number) =>
  here.ask('admin', 'POST', '/api/accounts/1/metrics', { date, followers })

const importLines = (here: World, lines: readonly string[]) =>
  here.ask('admin', 'POST', '/api/accounts/import', formWith(['username,date,followers', ...lines, ''].join('\n')))

test('figures before and after midnight at the end of a month are of two days, in the time zone of the company', async () => {
  const here = await world({ accounts: ['harbour'] })
  await here.database.queries
    .updateTable('companies')
    .set({ time_zone: 'Pacific/Auckland' })
    .where('id', '=', 1)
    .execute()
  for (const [date, followers] of [
    ['2026-09-30', 100],
    ['2026-10-01', 110],
    ['2026-10-31', 120],
    ['2026-11-01', 130],
  ] as const)
    expect((await typeIn(here, date, followers)).statusCode).toBe(201)
  expect(await historyOf(here, '2026-09-30', '2026-10-01')).toEqual(['2026-09-30 100', '2026-10-01 110'])
  expect(await historyOf(here, '2026-10-01', '2026-10-31')).toEqual(['2026-10-01 110', '2026-10-31 120'])
  expect(await historyOf(here, '2026-11-01', '2026-11-30')).toEqual(['2026-11-01 130'])
})

test('an import of years brings each day once, in whatever order and however often', async () => {
  const here = await world({ accounts: ['harbour'] })
  const days = Array.from({ length: 60 }, (_, at) =>
    new Date(Date.UTC(2020, at, 1 + (at % 28))).toISOString().slice(0, 10),
  )
  const lines = days.map((day, at) => `harbour,${day},${1000 + at}`)
  for (const order of [lines.slice(0, 30).toReversed(), lines]) {
    const res = await importLines(here, order)
    expect(res.json()).toMatchObject({ refused: [] })
  }
  const all = days.map((day, at) => `${day} ${1000 + at}`)
  expect(await historyOf(here, '2020-01-01', '2024-12-31')).toEqual(all)
  const rows = await here.database.queries.selectFrom('metric_snapshots').select('day').execute()
  expect(rows).toHaveLength(60)
})

test('a late reading of an old month changes the history and not the latest figures', async () => {
  const here = await world({ accounts: ['harbour'] })
  for (const [date, followers] of [
    ['2026-11-19', 500],
    ['2011-02-28', 7],
  ] as const)
    expect((await typeIn(here, date, followers)).statusCode).toBe(201)
  expect(await historyOf(here, '2011-02-01', '2011-03-31')).toEqual(['2011-02-28 7'])
  expect((await here.ask('pro', 'GET', '/api/accounts/1/metrics')).json()).toMatchObject({ followers: 500 })
})

test('after months without a running server the next edit, reading and entry of the audit log are stored', async () => {
  const session = { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS }
  const here = await world({ accounts: ['harbour'], session })
  const { id } = (await here.ask('pro', 'POST', '/api/content/posts', { caption: 'A lemon' })).json()
  here.clock.moveBy(100 * DAY_MS)
  const today = new Date(START + 100 * DAY_MS).toISOString().slice(0, 10)
  expect((await typeIn(here, today, 600)).statusCode).toBe(201)
  expect((await here.ask('pro', 'PUT', `/api/airtable/posts/${id}`, { caption: 'A lime' })).statusCode).toBe(200)
  expect(await historyOf(here, today, today)).toEqual([`${today} 600`])
  const entries = (await here.ask('admin', 'GET', '/api/audit-log?limit=1')).json()
  expect(entries).toMatchObject([{ at: new Date(START + 100 * DAY_MS).toISOString() }])
  const changes = await here.database.queries.selectFrom('content_changes').select('at').orderBy('id').execute()
  expect(changes.map(({ at }) => at)).toEqual([START, START + 100 * DAY_MS])
  await here.purge()
  const events = await here.database.queries.selectFrom('events').select('at').execute()
  expect(new Set(events.map(({ at }) => at))).toEqual(new Set([START + 100 * DAY_MS]))
})
