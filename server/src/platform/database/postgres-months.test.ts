/** Tables of PostgreSQL by month: no write waits or fails for a month, and months that are over go or are closed. */
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { fill, freshStore, makePlace, momentsIn, partitionsOf, rowsOf } from '../../testing/monthly-store.ts'
import { insertNew } from './database.ts'
import { migrate } from './migrate.ts'
import { MONTHLY_TABLES, monthOf } from './months.ts'
import { searchProblem } from './trigrams.ts'

const DAY_MS = 24 * 60 * 60_000

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
  const here = await makePlace()
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
  const here = await makePlace()
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
  await rowsOf(database, `update pg_index set indisvalid = false where indexrelid = 'content_items_phrases'::regclass`)
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
