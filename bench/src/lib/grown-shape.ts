/**
 * What a snapshot costs PostgreSQL, by month and in one table: the write-ahead log of a day's round after a checkpoint, that of whole
 * readings, and how many readings of one company are stored at once.
 */
import { start } from '../../../server/src/composition/start.ts'
import { bringUpToDateSince } from '../../../server/src/features/analytics/metrics/service/latest-figures.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { type Database, insertNew } from '../../../server/src/platform/database/database.ts'
import { environmentOf, type ProductSettings } from './product.ts'
import { createRandom } from './random.ts'
import { readRows, runStatement } from './statements.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

/** `plain`: as the tables were before months, to compare with. */
export type Shape = 'months' | 'plain'

const RESHAPED = ['metric_snapshots', 'post_readings', 'content_changes']
const DAY_MS = 24 * 60 * 60_000
const READINGS = 2_000
const AT_ONCE = 8
const WAL_KB_MAX = 1.5

/** Of an empty store. */
export async function reshape(settings: ProductSettings, shape: Shape): Promise<void> {
  if (shape === 'months') return
  await withDatabase(settings, async (database) => {
    for (const table of RESHAPED) {
      await runStatement(database, `create table ${table}_plain (like ${table} including all)`)
      await runStatement(database, `drop table ${table}`)
      await runStatement(database, `alter table ${table}_plain rename to ${table}`)
    }
  })
}

/** A snapshot of each account for each of the days before those that it has, the oldest first: as daily rounds have left them. */
export async function addDays(database: Database, { from, to }: { from: number; to: number }): Promise<number> {
  let rows = 0
  for (let daysAgo = from; daysAgo >= to; daysAgo -= 1) {
    rows += await runStatement(database, dayOfSnapshots(daysAgo, 'company_id, id'))
    if (daysAgo % 10 === 0) say(`  ${formatNumber(rows)} older snapshots`)
  }
  return rows
}

/** Days before the latest reading of each; negative: after it. */
const dayOfSnapshots = (daysAgo: number, order: string) =>
  `insert into metric_snapshots
    (company_id, account_id, captured_at, fingerprint, day, recorded_after, source, followers, following, posts, engagement_rate)
  select company_id, id, captured_at - (${daysAgo}) * cast(${DAY_MS} as bigint), id * cast(1000 as bigint) + ${daysAgo + 1},
    cast(captured_at / ${DAY_MS} as integer) - (${daysAgo}), 0, 'graph', followers - (${daysAgo}), following, posts, engagement_rate
  from accounts where captured_at is not null order by ${order}`

export const costsOfSnapshots = (settings: ProductSettings, label: string): Promise<Figure[]> =>
  withDatabase(settings, async (database) => {
    const figures: Figure[] = []
    const measureWal = async (work: () => Promise<number>): Promise<number> => {
      const from = await position(database)
      const rows = await work()
      return ((await position(database)) - from) / rows / 1024
    }
    await runStatement(database, 'checkpoint')
    // In no order: the worst for an index by account.
    const round = await measureWal(() => runStatement(database, dayOfSnapshots(-1, `md5(cast(id as text))`)))
    await compression(database, 'on')
    const compressed = await measureWal(() => runStatement(database, dayOfSnapshots(-2, `md5(cast(id + 1 as text))`)))
    await compression(database, 'off')
    // The index of a month grows with its days; the first of them are cheap.
    const note = ` (day ${new Date().getUTCDate()} of its month; ${formatNumber(compressed)} kB with wal_compression)`
    figures.push(atMost(`${label}: WAL of a snapshot, after a checkpoint`, round, WAL_KB_MAX, 'kB', note))
    await runStatement(database, 'checkpoint')
    const ofReading = (day: number) => measureWal(() => readings(database, { day, spread: 'company', writers: 1 }))
    const withSums = await ofReading(3)
    await onTriggers(database, 'disable')
    await runStatement(database, 'checkpoint')
    const without = await ofReading(4)
    await onTriggers(database, 'enable')
    figures.push(
      aside(`${label}: WAL of a whole reading, after a checkpoint`, `${formatNumber(withSums)} kB`),
      aside(`${label}: the same without kept sums`, `${formatNumber(without)} kB`),
    )
    let day = 5
    for (const [spread, writers, name] of [
      ['company', 1, 'one after the other'],
      ['company', AT_ONCE, `${AT_ONCE} at once, of one company`],
      ['companies', AT_ONCE, `${AT_ONCE} at once, of as many companies`],
    ] as const) {
      const since = performance.now()
      const rows = await readings(database, { day, spread, writers })
      const perSecond = (rows * 1000) / (performance.now() - since)
      figures.push(aside(`${label}: readings, ${name}`, `${formatNumber(perSecond)}/s`))
      day += 1
    }
    for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
    return figures
  })

/** Whole readings as the product stores them, but without posts: each in a transaction, of accounts in no order. */
async function readings(
  database: Database,
  { day, spread, writers }: { day: number; spread: 'company' | 'companies'; writers: number },
): Promise<number> {
  const random = createRandom(day)
  const isOfCompany = spread === 'company' ? 'company_id = 1' : `company_id between 2 and ${writers + 1}`
  const accounts = (await readRows(
    database,
    `select id, company_id, captured_at, followers from accounts where ${isOfCompany} and captured_at is not null
      order by md5(cast(id + ${day} as text)) limit ${READINGS}`,
  )) as { id: number; company_id: number; captured_at: number; followers: number }[]
  let next = 0
  const write = async () => {
    for (let account = accounts[next]; account; account = accounts[next]) {
      next += 1
      const { id, company_id, followers } = account
      // Within the day: as rounds leave them, a reading a minute.
      const capturedAt = account.captured_at + day * DAY_MS + next * 1_000
      await database.transaction(async (tx) => {
        await insertNew({ queries: tx, engine: database.engine }, 'metric_snapshots', [
          {
            company_id,
            account_id: id,
            captured_at: capturedAt,
            fingerprint: random.whole(1, 2 ** 40),
            day: Math.floor(capturedAt / DAY_MS),
            recorded_after: 0,
            source: 'graph',
            followers: followers + random.whole(1, 50),
            following: 10,
            posts: 20,
            engagement_rate: 2.5,
          },
        ])
        await bringUpToDateSince(tx, database.engine, { id, company_id }, Math.floor(capturedAt / DAY_MS))
      })
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return accounts.length
}

/** Of pages that are written whole, as after a checkpoint; then a checkpoint. */
async function compression(database: Database, value: 'on' | 'off'): Promise<void> {
  await runStatement(database, `alter system set wal_compression = ${value}`)
  await runStatement(database, 'select pg_reload_conf()')
  await runStatement(database, 'checkpoint')
}

async function onTriggers(database: Database, act: 'enable' | 'disable'): Promise<void> {
  for (const table of ['accounts', 'account_periods'])
    for (const change of ['insert', 'update', 'delete'])
      await runStatement(database, `alter table ${table} ${act} trigger ${table}_sums_${change}`)
}

/** In the write-ahead log, in bytes. */
async function position(database: Database): Promise<number> {
  const [row] = await readRows(database, `select pg_current_wal_insert_lsn() - '0/0' as bytes`)
  return Number(row?.bytes)
}

async function withDatabase<Result>(
  settings: ProductSettings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, close } = await start(readConfig(environmentOf(settings)), { importsIn: 'this thread' })
  try {
    return await work(database)
  } finally {
    await close()
  }
}
