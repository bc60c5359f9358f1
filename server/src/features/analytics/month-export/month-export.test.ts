/** Months as files: what a program for analysis reads is what the store has, on both engines, in a folder and in a bucket. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { s3StandIn } from '@tangelo/stand-ins'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { expect, onTestFinished, test } from 'vitest'
import { s3MonthFiles } from '#adapters/blob-storage/index.ts'
import { parquetFile } from '#adapters/column-file/parquet.ts'
import { folderMonthFiles } from '#adapters/month-files/folder.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { MonthFiles } from '#ports/month-files.ts'
import { folderOfTest } from '../../../testing/test-folder.ts'
import { formWith, type World, world } from '../../../testing/world.ts'
import { monthExportService } from './month-export.service.ts'

const lines = (...rows: string[]) => ['username,date,followers,following,posts,engagement_rate', ...rows, ''].join('\n')

const DAYS = ['2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01', '2026-10-15', '2026-11-02']
const FIGURES = lines(
  ...['nasa', 'harbour'].flatMap((name, at) =>
    DAYS.map((day, place) => `${name},${day},${1000 + at * 7 + place},10,,2.5`),
  ),
)

async function makeFilledWorld(): Promise<World> {
  const here = await world({ accounts: ['nasa', 'harbour', { username: 'foreign', companyId: 2 }] })
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(FIGURES))
  await here.ask('admin', 'POST', '/api/accounts/3/metrics', { date: '2026-10-03', followers: 5 })
  return here
}

const exportOf = (here: World, files: MonthFiles, fileRows?: number) =>
  monthExportService({
    location: here.database.location,
    files,
    columnFile: parquetFile,
    clock: here.clock,
    temporaryPath: join(here.folder, 'months-tmp'),
    lockPath: join(here.folder, 'lock-export'),
    ...(fileRows && { fileRows }),
  })

const readRows = async (path: string) => parquetReadObjects({ file: await asyncBufferFromFile(path) })

test('each month that is over is one file, whose rows are those of the store', async () => {
  const here = await makeFilledWorld()
  const folder = folderOfTest()
  const months = exportOf(here, folderMonthFiles(folder))
  expect((await months.run()).written).toEqual([
    { table: 'metric_snapshots', month: '2026-08', rows: 2, files: 1 },
    { table: 'metric_snapshots', month: '2026-09', rows: 4, files: 1 },
    { table: 'metric_snapshots', month: '2026-10', rows: 5, files: 1 },
  ])
  const rows = await readRows(join(folder, 'metric_snapshots', '2026-10.parquet'))
  const stored = await here.database.queries
    .selectFrom('metric_snapshots')
    .selectAll()
    .where('captured_at', '>=', Date.UTC(2026, 9))
    .where('captured_at', '<', Date.UTC(2026, 10))
    .orderBy('company_id')
    .orderBy('account_id')
    .orderBy('captured_at')
    .execute()
  expect(rows).toHaveLength(5)
  const numberOf = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
  expect(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Date ? (name === 'day' ? value.getTime() / 86_400_000 : value.getTime()) : numberOf(value),
        ]),
      ),
    ),
  ).toEqual(stored)
  expect(await months.check()).toEqual({ months: 3, problems: [] })
  expect(readdirSync(here.folder)).not.toContain('months-tmp')
})

test('a second export writes nothing, and one after a late reading or a deleted account only what has changed', async () => {
  const here = await makeFilledWorld()
  const folder = folderOfTest()
  const months = exportOf(here, folderMonthFiles(folder))
  await months.run()
  const before = readFileSync(join(folder, 'manifest.json'), 'utf8')
  expect(await months.run()).toEqual({ written: [], kept: 3, removed: 0 })
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before)

  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { date: '2026-09-12', followers: 77 })
  expect((await months.check())?.problems).toEqual([
    { table: 'metric_snapshots', month: '2026-09', kind: 'changed since' },
  ])
  expect(await months.run()).toMatchObject({ written: [{ month: '2026-09', rows: 5 }], kept: 2 })
  expect((await months.check())?.problems).toEqual([])

  for (const id of [1, 2]) await here.ask('admin', 'DELETE', `/api/accounts/${id}`)
  expect(await months.run()).toMatchObject({ written: [{ month: '2026-10', rows: 1 }], kept: 0, removed: 2 })
  expect(readdirSync(join(folder, 'metric_snapshots'))).toEqual(['2026-10.parquet'])
  expect(await months.check()).toEqual({ months: 1, problems: [] })
})

test('of two exports at once the second is refused, and the first goes on', async () => {
  const here = await makeFilledWorld()
  const months = exportOf(here, folderMonthFiles(folderOfTest()))
  const [first, second] = await Promise.allSettled([months.run(), months.run()])
  expect(first).toMatchObject({ value: { written: [{}, {}, {}] } })
  expect(second).toMatchObject({
    reason: new StartRefused('Another export is under way here: let it end, then export again.'),
  })
  expect(await months.run()).toMatchObject({ kept: 3 })
})

test('the audit names files that are missing or altered, and months that were not exported', async () => {
  const here = await makeFilledWorld()
  const folder = folderOfTest()
  const months = exportOf(here, folderMonthFiles(folder))
  expect(await months.check()).toBeNull()
  await months.run()
  const path = join(folder, 'metric_snapshots', '2026-09.parquet')
  const content = readFileSync(path)
  content[20] = (content[20] ?? 0) ^ 1
  writeFileSync(path, content)
  await folderMonthFiles(folder).remove('metric_snapshots/2026-10.parquet')
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { date: '2026-07-12', followers: 77 })
  expect((await months.check())?.problems).toEqual([
    { table: 'metric_snapshots', month: '2026-07', kind: 'not exported' },
    { table: 'metric_snapshots', month: '2026-09', kind: 'file damaged' },
    { table: 'metric_snapshots', month: '2026-10', kind: 'file missing' },
  ])
  // What the audit finds is mended by another export, once a damaged file is removed.
  await folderMonthFiles(folder).remove('metric_snapshots/2026-09.parquet')
  expect(await months.run()).toMatchObject({
    written: [{ month: '2026-07' }, { month: '2026-09' }, { month: '2026-10' }],
  })
  expect((await months.check())?.problems).toEqual([])
})

test('a large month has a file for each range of companies, and both come out of the bucket as they went in', async () => {
  const here = await makeFilledWorld()
  const s3 = await s3StandIn({ clock: here.clock }).start()
  onTestFinished(s3.end)
  const { url, bucket, region, accessKeyId, secretAccessKey } = s3
  const files = s3MonthFiles({ endpoint: url, bucket, region, accessKeyId, secretAccessKey }, { clock: here.clock })
  const months = exportOf(here, files, 3)
  await months.run()
  expect([...s3.objects.keys()].sort()).toEqual([
    'months/manifest.json',
    'months/metric_snapshots/2026-08.parquet',
    'months/metric_snapshots/2026-09.parquet',
    'months/metric_snapshots/2026-10.companies-1-1.parquet',
    'months/metric_snapshots/2026-10.companies-2-2.parquet',
  ])
  expect(await months.check()).toEqual({ months: 3, problems: [] })
  const reads = () => s3.calls.latest().filter(({ operation }) => operation === 'GET object').length
  const before = reads()
  expect(await months.run()).toMatchObject({ kept: 3 })
  // The manifest: months that are there are looked at, and not fetched.
  expect(reads() - before).toBe(1)
  s3.objects.delete('months/metric_snapshots/2026-10.companies-2-2.parquet')
  expect((await months.check())?.problems).toMatchObject([{ month: '2026-10', kind: 'file missing' }])
  expect(await months.run()).toMatchObject({ written: [{ month: '2026-10', files: 2 }], kept: 2 })
  expect(await months.check()).toEqual({ months: 3, problems: [] })
})
