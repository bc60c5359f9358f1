/** How a store of PostgreSQL from before gets its tables by month, while others read and write. */
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { fill, freshStore, makePlace, momentsIn, partitionsOf, rowsOf } from '../../testing/monthly-store.ts'
import { until } from '../../testing/queue-nodes.ts'
import { type Database, insertNew } from './database.ts'
import { migrate } from './migrate.ts'
import { MONTHLY_TABLES, type MonthlyTable } from './months.ts'

const DAY_MS = 24 * 60 * 60_000
const STEP = migrations.findIndex(({ name }) => name === '0028-months')

/** Columns, keys, indexes and triggers of a table and of each of its partitions, without the names of what is made by itself. */
async function shapeOf(database: Database, table: MonthlyTable) {
  const columns = (name: string) =>
    rowsOf(
      database,
      `select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute
      where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped order by attnum`,
    )
  const definitions = async (name: string) => {
    const rows = await rowsOf<{ text: string }>(
      database,
      `select pg_get_indexdef(indexrelid) || ' primary ' || indisprimary || ' valid ' || indisvalid as text
        from pg_index where indrelid = '${name}'::regclass
      union all select pg_get_constraintdef(oid) from pg_constraint where conrelid = '${name}'::regclass and contype = 'c'
      union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${name}'::regclass`,
    )
    return rows.map(({ text }) => text.replaceAll(name, 'it').replace(/INDEX \S+ ON (ONLY )?/, 'INDEX ON ')).toSorted()
  }
  const whole = { columns: await columns(table), definitions: await definitions(table) }
  const parts = (await partitionsOf(database, table)).map((month) => `${table}_${month}`)
  return {
    whole,
    identity: await rowsOf(
      database,
      `select attidentity from pg_attribute where attrelid = '${table}'::regclass and attname = 'id'`,
    ),
    parts: await Promise.all(
      parts.map(async (name) => ({ columns: await columns(name), definitions: await definitions(name) })),
    ),
  }
}

test('a store that was filled before has the same keys, indexes and triggers as a fresh one, and all its rows', async () => {
  const old = (await makePlace()).node()
  await migrate(old, migrations.slice(0, STEP))
  const moments = [Date.UTC(2019, 4, 5), Date.now() - DAY_MS, Date.now()]
  await fill(old, moments)
  expect(await migrate(old, migrations)).toEqual(migrations.slice(STEP).map(({ name }) => name))
  const fresh = await freshStore()
  for (const table of MONTHLY_TABLES) {
    expect(await momentsIn(old, table), table).toEqual(moments)
    const shape = await shapeOf(old, table)
    expect(shape, table).toEqual(await shapeOf(fresh, table))
    // Each month is like the others, and like the rows of before.
    for (const part of shape.parts) expect(part, table).toEqual(shape.parts[0])
  }
  expect(await partitionsOf(old, 'events')).toContain('before')
  // No row was copied: the number that comes next is the next, and what was stored is stored once.
  await fill(old, [Date.now()])
  const numbers = (text: string) => rowsOf<{ id: number }>(old, text).then((rows) => rows.map(({ id }) => id))
  expect(await numbers('select id from events order by id')).toEqual([1, 2, 3, 4])
  expect(await numbers('select id from content_changes order by id')).toEqual([1, 2, 3, 4])
  const again = {
    company_id: 1,
    account_id: 7,
    captured_at: Date.UTC(2019, 4, 5),
    fingerprint: 1,
    day: 0,
    recorded_after: 0,
    source: 'graph' as const,
  }
  expect(await insertNew({ queries: old.queries, engine: 'postgres' }, 'metric_snapshots', [again])).toBe(0)
})

test('a preparation that was given up half-way is taken up again, and rows may come in between', async () => {
  const old = (await makePlace()).node()
  await migrate(old, migrations.slice(0, STEP))
  await fill(old, [Date.now()])
  await migrations[STEP]?.prepare?.(old)
  await fill(old, [Date.now() + 1])
  await rowsOf(old, 'drop index events_whole')
  await migrate(old, migrations)
  expect(await momentsIn(old, 'events')).toHaveLength(2)
  expect((await shapeOf(old, 'events')).whole).toEqual((await shapeOf(await freshStore(), 'events')).whole)
})

test('others read and write while the migration waits for a transaction that takes long', async () => {
  const here = await makePlace()
  const [old, busy] = [here.node(), here.node()]
  await migrate(old, migrations.slice(0, STEP))
  await fill(old, [Date.now()])
  await migrations[STEP]?.prepare?.(old)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const long = busy.transaction(async (tx) => {
    await tx.insertInto('events').values({ company_id: 1, kind: 'refresh-done', at: Date.now() }).execute()
    await ended
  })
  const migrating = migrate(old, migrations)
  const waits = `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'events'::regclass`
  await until('the migration waits', async () => (await rowsOf(busy, waits)).length > 0)
  await fill(busy, [Date.now()])
  end()
  await long
  await migrating
  expect(await momentsIn(old, 'events')).toHaveLength(3)
})
