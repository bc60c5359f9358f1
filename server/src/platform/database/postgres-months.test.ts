/** Tables of PostgreSQL by month: how an older store gets there, and that no write waits or fails for a month. */
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { until } from '../../testing/queue-nodes.ts'
import { emptyPostgres, testEngine } from '../../testing/test-store.ts'
import { type Database, insertNew, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { MONTHLY, MONTHLY_TABLES, type MonthlyTable, monthOf, spanOfBound } from './months.ts'
import { searchProblem } from './trigrams.ts'

/** What only one of the engines does is a test of that one, not a skipped one of the other. */
const onPostgres = testEngine === 'postgres' ? describe : () => {}

const DAY_MS = 24 * 60 * 60_000
const STEP = migrations.findIndex(({ name }) => name === '0028-months')

async function place() {
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  return {
    node(): Database {
      const database = openDatabase({ engine: 'postgres', url })
      onTestFinished(() => database.close())
      return database
    },
  }
}

async function freshStore(): Promise<Database> {
  const database = (await place()).node()
  await migrate(database, migrations)
  return database
}

const rowsOf = async <Row>({ queries }: Database, text: string) => (await sql.raw<Row>(text).execute(queries)).rows

/** One row of each table at each of these moments, which is its number too. */
async function fill(database: Database, moments: readonly number[]) {
  const { queries } = database
  for (const [at, moment] of moments.entries()) {
    const texts = [
      `insert into metric_snapshots (company_id, account_id, captured_at, fingerprint, day, recorded_after, source)
        values (1, 7, ${moment}, 1, 0, 0, 'graph')`,
      `insert into post_readings (company_id, account_id, post_id, read_at) values (1, 7, 1, ${moment})`,
      `insert into content_changes (company_id, item_id, at, origin, kind, changes) values (1, 'a', ${moment}, 'here', 'made', '[]')`,
      `insert into audit_entries (number, at, act, user_name, via, object_kind, details, hash, act_group, search_text)
        select coalesce(max(number), 0) + 1, ${moment}, 'x', 'x', 'x', 'x', '${at}', 'x', 'x', 'x' from audit_entries`,
      `insert into events (company_id, kind, at) values (1, 'refresh-done', ${moment})`,
    ]
    for (const text of texts) await sql.raw(text).execute(queries)
  }
}

const momentsIn = async (database: Database, table: MonthlyTable) =>
  (await rowsOf<{ at: number }>(database, `select ${MONTHLY[table]} as at from ${table} order by 1`)).map(
    ({ at }) => at,
  )

const partitionsOf = async (database: Database, table: MonthlyTable) =>
  (
    await rowsOf<{ name: string }>(
      database,
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ name }) => name.slice(table.length + 1))

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

onPostgres('on PostgreSQL', () => {
  test('a store that was filled before has the same keys, indexes and triggers as a fresh one, and all its rows', async () => {
    const old = (await place()).node()
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
    const old = (await place()).node()
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
    const here = await place()
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

  test('a month that is missing is made by the row that needs it, alone, in a transaction and among many', async () => {
    const database = await freshStore()
    const [first, second] = [Date.UTC(2031, 1, 28, 23, 59, 59, 999), Date.UTC(2031, 2, 1)]
    const event = (at: number) => ({ company_id: 1, kind: 'refresh-done' as const, at })
    await database.queries.insertInto('events').values(event(first)).execute()
    let runs = 0
    await database.transaction(async (tx) => {
      runs += 1
      await tx.insertInto('events').values(event(second)).execute()
      await tx
        .insertInto('content_changes')
        .values({
          company_id: 1,
          item_id: 'a',
          at: second,
          origin: 'here',
          kind: 'made',
          changes: '[]',
        })
        .execute()
    })
    // Once for each month that was missing, and all of it undone but the last.
    expect(runs).toBe(3)
    expect(await momentsIn(database, 'events')).toEqual([first, second])
    expect(await momentsIn(database, 'content_changes')).toEqual([second])
    expect(await partitionsOf(database, 'events')).toEqual(expect.arrayContaining(['2031_02', '2031_03']))
    const counted = await rowsOf(database, 'select 1 from events_2031_02 union all select 2 from events_2031_03')
    expect(counted).toHaveLength(2)

    // Several in one statement, each found missing after the other.
    const later = [2, 4, 6].map((month) => event(Date.UTC(2033, month, 1)))
    await database.queries.insertInto('events').values(later).execute()
    expect(await momentsIn(database, 'events')).toHaveLength(5)

    // Years of an import: its months are made before its rows, in one go.
    const readings = Array.from({ length: 40 }, (_, at) => ({
      company_id: 1,
      account_id: 7,
      post_id: 1,
      read_at: monthOf(Date.UTC(2012, 0, 15), at).from,
      seconds_since_seen: null,
      likes: at,
      comments: null,
      views: null,
      raw_id: null,
    }))
    runs = 0
    await database.transaction(async (tx) => {
      runs += 1
      expect(await insertNew({ queries: tx, engine: 'postgres' }, 'post_readings', readings)).toBe(40)
    })
    expect(runs).toBe(1)
    expect(await insertNew({ queries: database.queries, engine: 'postgres' }, 'post_readings', readings)).toBe(0)
  })

  test('another refusal of the database is no missing month', async () => {
    const database = await freshStore()
    const wrong = database.queries
      .insertInto('content_changes')
      .values({ company_id: 1, item_id: 'a', at: 0, origin: 'there' as 'here', kind: 'made', changes: '[]' })
    await expect(wrong.execute()).rejects.toThrow(/content_changes_origin_check/)
    await expect(database.transaction(() => wrong.execute())).rejects.toThrow(/content_changes_origin_check/)
  })

  test('of several nodes that need the same month at once each stores its row, in one partition', async () => {
    const here = await place()
    const first = here.node()
    await migrate(first, migrations)
    const at = Date.UTC(2032, 5, 30)
    const nodes = [first, ...Array.from({ length: 5 }, () => here.node())]
    await Promise.all(
      nodes.flatMap((node, place) =>
        [0, 1].map((offset) =>
          node.transaction((tx) =>
            tx
              .insertInto('events')
              .values({ company_id: place, kind: 'refresh-done', at: at + offset })
              .execute(),
          ),
        ),
      ),
    )
    expect(await momentsIn(first, 'events')).toHaveLength(12)
    expect((await partitionsOf(first, 'events')).filter((name) => name === '2032_06')).toHaveLength(1)
  })

  test('months are made ahead, also after three months without any node', async () => {
    const here = await place()
    const [one, other] = [here.node(), here.node()]
    await migrate(one, migrations)
    const now = monthOf(Date.now(), 5).from + DAY_MS
    await Promise.all([one.months.keep(now), other.months.keep(now)])
    for (const table of MONTHLY_TABLES) {
      const wanted = [0, 1, 2].map((later) => monthOf(now, later).name)
      expect(await partitionsOf(one, table), table).toEqual(expect.arrayContaining(wanted))
    }
  })

  test('whole months of events go when their time is over, and other tables keep theirs, closed and open to late rows', async () => {
    const database = await freshStore()
    const [began, next] = [monthOf(Date.now()).from, monthOf(Date.now(), 1).from]
    await fill(database, [began, next])
    const month = monthOf(Date.now()).name
    await database.months.keep(next + DAY_MS - 1)
    expect(await momentsIn(database, 'events')).toEqual([began, next])
    await database.months.keep(next + 4 * DAY_MS)
    expect(await momentsIn(database, 'events')).toEqual([next])
    expect(await partitionsOf(database, 'events')).not.toContain(month)
    for (const table of MONTHLY_TABLES)
      if (table !== 'events') expect(await momentsIn(database, table), table).toEqual([began, next])
    const notes = await rowsOf<{ note: string | null }>(
      database,
      `select obj_description(inhrelid, 'pg_class') as note from pg_inherits where inhparent = 'metric_snapshots'::regclass
        and inhrelid::regclass::text = 'metric_snapshots_${month}'`,
    )
    expect(notes).toEqual([{ note: 'closed' }])
    const pages = `select relpages, relallvisible from pg_class where relname = 'metric_snapshots_${month}'`
    expect(await rowsOf(database, pages)).toEqual([{ relpages: 1, relallvisible: 1 }])
    // Late, and in a month of which another node does not know that it was dropped.
    await fill(database, [began + 1])
    expect(await momentsIn(database, 'metric_snapshots')).toEqual([began, began + 1, next])
    expect(await momentsIn(database, 'events')).toEqual([began + 1, next])
  })

  test('an entry of the audit log cannot be changed through its month either', async () => {
    const database = await freshStore()
    const now = Date.now()
    await fill(database, [now, Date.UTC(2031, 0, 1)])
    for (const month of [monthOf(now).name, '2031_01', 'before'])
      for (const act of ['update $ set act = 1', 'delete from $', 'truncate $'])
        await expect(rowsOf(database, act.replace('$', `audit_entries_${month}`)), `${act} ${month}`).rejects.toThrow(
          /only be added/,
        )
  })

  test('indexes of searches that are missing, or half-built, are built beside the running product', async () => {
    const database = await freshStore()
    expect(await searchProblem(database)).toBeNull()
    await rowsOf(database, 'drop index account_names_trigrams')
    await rowsOf(
      database,
      `update pg_index set indisvalid = false where indexrelid = 'content_items_phrases'::regclass`,
    )
    await rowsOf(database, 'create index content_items_trigrams on content_items using gin (search_text gin_trgm_ops)')
    expect(await searchProblem(database)).toMatch(/still building/)
    await database.months.keep(Date.now())
    expect(await searchProblem(database)).toBeNull()
    expect(await rowsOf(database, `select to_regclass('content_items_trigrams') as former`)).toEqual([{ former: null }])
  })

  test('a question about days reads the months of these days only', async () => {
    const database = await freshStore()
    const months = [0, 1, 2, 3].map((later) => monthOf(Date.UTC(2026, 0, 1), later))
    await fill(
      database,
      months.map(({ from }) => from),
    )
    const plan = await rowsOf<{ 'QUERY PLAN': string }>(
      database,
      `explain select * from metric_snapshots where company_id = 1 and account_id = 7
        and captured_at >= ${months[1]?.from} and captured_at < ${months[2]?.to} order by captured_at, fingerprint`,
    )
    const read = plan.flatMap((row) => /metric_snapshots_(\d{4}_\d\d)/.exec(row['QUERY PLAN'])?.[1] ?? [])
    expect([...new Set(read)].toSorted()).toEqual(['2026_02', '2026_03'])
  })
})

test('a month begins and ends at midnight of UTC, also at the end of a year and of a leap February', () => {
  expect(monthOf(Date.UTC(2027, 11, 31, 23, 59, 59, 999))).toEqual({
    name: '2027_12',
    from: Date.UTC(2027, 11, 1),
    to: Date.UTC(2028, 0, 1),
  })
  expect(monthOf(Date.UTC(2027, 11, 31), 2)).toEqual({
    name: '2028_02',
    from: Date.UTC(2028, 1, 1),
    to: Date.UTC(2028, 2, 1),
  })
})

test('the span of a partition is read from what PostgreSQL writes', () => {
  expect(spanOfBound("FOR VALUES FROM (MINVALUE) TO ('1285891200000')")).toEqual({ from: -Infinity, to: 1285891200000 })
  expect(spanOfBound("FOR VALUES FROM ('-5') TO ('7')")).toEqual({ from: -5, to: 7 })
  expect(spanOfBound('DEFAULT')).toBeUndefined()
})
