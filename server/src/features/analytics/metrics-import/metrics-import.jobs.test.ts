/** What the store holds after a table was imported does not depend on how its rows follow each other. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { folderBlobStorage } from '#adapters/blob-storage/folder.ts'
import type { FiguresReading } from '#ports/figures-file.ts'
import { formWith, type World, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'
import { importFile } from './jobs/import-file.ts'
import { metricsImportStore } from './metrics-import.store.ts'

const HEADER = 'username,date,followers'

const bring = async (here: World, rows: string[]) =>
  (await here.ask('admin', 'POST', '/api/accounts/import', formWith([HEADER, ...rows].join('\n')))).json()

const historyOf = async (here: World, id: number) =>
  (await here.ask('admin', 'GET', `/api/accounts/${id}/metrics/history?from=2025-01-01&to=2026-11-20`))
    .json()
    .map(({ date, followers }: { date: string; followers: number }) => `${date} ${followers}`)

test('rows day by day and rows account by account come to the same', async () => {
  const days = Array.from({ length: 400 }, (_, at) => new Date(Date.UTC(2025, 5, 1 + at)).toISOString().slice(0, 10))
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']
  const row = (name: string, day: string) => `${name},${day},${day.replaceAll('-', '')}${names.indexOf(name)}`
  const byDay = days.flatMap((day) => names.map((name) => row(name, day)))
  const byAccount = names.flatMap((name) => days.map((day) => row(name, day)))
  const here = await world({ accounts: names })
  expect(await bring(here, byDay)).toMatchObject({
    accounts: { made: 0, matched: 7 },
    snapshots: byDay.length,
    refusedCount: 0,
  })
  expect(await bring(here, byAccount)).toMatchObject({ accounts: { made: 0, matched: 7 }, snapshots: 0 })
  for (const [at, name] of names.entries())
    expect(await historyOf(here, at + 1)).toEqual(days.map((day) => row(name, day).split(',').slice(1).join(' ')))
})

test('of two rows for one day the later in the file counts, with any rows between them', async () => {
  const here = await world({ accounts: ['own', 'other'] })
  const followersInTurn = ['300', '100', '200', '700', '650', '5']
  const rows = followersInTurn.flatMap((followers) => [
    `own,2026-11-18,${followers}`,
    `other,2026-11-18,${1_000 - Number(followers)}`,
  ])
  expect(await bring(here, rows)).toMatchObject({ snapshots: rows.length })
  expect(await historyOf(here, 1)).toEqual(['2026-11-18 5'])
  expect(await historyOf(here, 2)).toEqual(['2026-11-18 995'])
})

test('names that differ by case are one account, also far from each other in the file', async () => {
  const here = await world()
  const rows = Array.from({ length: 2_500 }, (_, at) => {
    const day = new Date(Date.UTC(2019, 0, 1 + at)).toISOString().slice(0, 10)
    return `${at % 2 === 0 ? 'Own' : '@oWN'},${day},${at + 1}`
  })
  expect(await bring(here, rows)).toEqual({
    accounts: { made: 1, matched: 0 },
    snapshots: 2_500,
    posts: 0,
    refused: [],
    refusedCount: 0,
  })
})

test.each([
  ['an import', (here: World) => bring(here, ['own,2026-11-10,300'])],
  [
    'a figure that was typed in',
    (here: World) => here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 9 }),
  ],
])('%s after an import that was cut off makes all months of the account', async (_, change) => {
  const here = await world({ accounts: ['own'] })
  await bring(here, ['own,2026-01-10,100', 'own,2026-01-20,200', 'own,2026-10-10,250'])
  await here.database.queries.deleteFrom('account_months').execute()
  await here.database.queries.updateTable('accounts').set({ figures_due: 1 }).execute()
  await change(here)
  expect(await integrityCheckService(here).run()).toMatchObject({ accounts: 1, mismatches: [] })
})

/** Imports these readings, as another node does beside. They are stored at once, and the file ends when `isOver` resolves. */
async function importBeside(here: World, readings: FiguresReading[], onStored: () => void, isOver: Promise<unknown>) {
  const { database, clock, folder } = here
  const importId = randomUUID()
  const begun = { id: importId, companyId: 1, userId: null, fileName: 'figures.csv', now: clock.now() }
  const importNumber = await metricsImportStore(database.queries).begin(begun)
  async function* read() {
    yield { records: readings.map((reading, at) => ({ line: at + 2, reading })), bytesRead: 1 }
    onStored()
    await isOver
  }
  const job = { importId, importNumber, source: 'import' as const, path: '', fileBytes: 1 }
  const readerFor = () => ({ read, shape: async () => ({ format: 'json' as const }) })
  const tools = { database, clock, blobs: folderBlobStorage(`${folder}/blobs`), readerFor }
  return importFile(Object.assign(job, { scope: 'all' as const, companyId: 1, timeZone: 'UTC' }), tools)
}

test('two imports at once of one account make the months of both', async () => {
  const here = await world({ accounts: ['own'] })
  const unknown = { capturedAt: null, day: null, followers: null, following: null, posts: null, engagementRate: null }
  const texts = { fullName: null, bioText: null, externalUrl: null, inputUrl: null, sourcePictureUrl: null }
  const figures = (day: string, followers: number): FiguresReading =>
    Object.assign({}, unknown, { username: 'own', day, followers, profile: null })
  // Rows are stored once a whole profile is among them.
  const profile = (username: string): FiguresReading =>
    Object.assign({}, unknown, {
      username,
      day: '2026-11-01',
      followers: 1,
      profile: Object.assign({ latestPosts: [], raw: JSON.stringify({ username }) }, texts),
    })
  const [oneStored, otherStored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const rows = [figures('2026-03-10', 300), figures('2026-03-20', 400), profile('with_one')]
  const one = importBeside(here, rows, oneStored.resolve, otherStored.promise)
  await oneStored.promise
  const earlier = [figures('2026-01-10', 100), figures('2026-01-20', 200), profile('with_other')]
  const other = importBeside(here, earlier, otherStored.resolve, one)
  await Promise.all([one, other])
  expect(await integrityCheckService(here).run()).toMatchObject({ accounts: 3, snapshots: 6, mismatches: [] })
})
