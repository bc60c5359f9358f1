/** Bringing a schema up to date, on the engine that this run tests (TEST_STORE). */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { openForTest, place, ranSteps, step, table } from '../../testing/migration-steps.ts'
import { readTables } from '../../testing/read-tables.ts'
import { testEngine } from '../../testing/test-store.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

/** What only one of the engines does is a test of that one, not a skipped one of the other. */
const onSqlite = testEngine === 'sqlite' ? test : () => {}
const onPostgres = testEngine === 'postgres' ? test : () => {}

test('the steps of this program run once, in order, on an empty store', async () => {
  const { location } = await place()
  const database = openForTest(location)
  expect(await migrate(database, migrations)).toEqual(migrations.map(({ name }) => name))
  expect(await migrate(database, migrations)).toEqual([])
  expect(await ranSteps(database)).toEqual(migrations.map(({ name }) => name))
})

test('only steps that are new run on a store that is older', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  const first = step(folder, '0001-first', table('first'))
  const second = step(folder, '0002-second', table('second'))
  expect(await migrate(database, [first], { now: () => 5 })).toEqual(['0001-first'])
  expect(await migrate(database, [first, second], { now: () => 1_000_000 })).toEqual(['0002-second'])
  expect((await readTables(database)).migrations).toMatchObject([
    { name: '0001-first', ran_at: 5 },
    { name: '0002-second', ran_at: 1_000_000 },
  ])
})

test('a step that fails leaves nothing of itself, keeps the ones before it, and can be run again', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  const first = step(folder, '0001-first', table('first'))
  let isBroken = true
  const second = step(folder, '0002-second', async (tools) => {
    await table('second')(tools)
    if (isBroken) throw new Error('the disk is full')
  })
  await expect(migrate(database, [first, second])).rejects.toThrow('the disk is full')
  expect(await ranSteps(database)).toEqual(['0001-first'])
  const names = (await database.queries.introspection.getTables()).map(({ name }) => name)
  expect(names).toContain('first')
  expect(names).not.toContain('second')
  isBroken = false
  expect(await migrate(database, [first, second])).toEqual(['0002-second'])
})

onPostgres('a step may take as long as a large table needs', async () => {
  const { folder, location } = await place()
  const limits: unknown[] = []
  const patient = step(folder, '0001-patient', async ({ queries }) => {
    const { rows } = await sql<{
      ms: string
    }>`select setting as ms from pg_settings where name = 'statement_timeout'`.execute(queries)
    limits.push(...rows)
  })
  await migrate(openForTest(location), [patient])
  expect(limits).toEqual([{ ms: '0' }])
})

test('what takes long is prepared outside of the transaction of its step, and again when that failed', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  const done: string[] = []
  let isBroken = true
  const first = Object.assign(
    step(folder, '0001-first', async (tools) => {
      await table('first')(tools)
      if (isBroken) throw new Error('the disk is full')
    }),
    {
      async prepare({ queries }: Database) {
        await sql`create table if not exists prepared (id integer)`.execute(queries)
        done.push('prepared')
      },
    },
  )
  await expect(migrate(database, [first])).rejects.toThrow('the disk is full')
  expect((await database.queries.introspection.getTables()).map(({ name }) => name)).toContain('prepared')
  isBroken = false
  expect(await migrate(database, [first])).toEqual(['0001-first'])
  expect(done).toEqual(['prepared', 'prepared'])
})

onSqlite('SQLite is copied before a later step, and the copy is whole', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  const first = step(folder, '0001-first', table('first'))
  const backups = () => readdirSync(folder).filter((name) => name.endsWith('.bak'))
  await migrate(database, [first])
  expect(backups()).toEqual([])
  await sql`insert into first (name) values ('kept')`.execute(database.queries)
  await migrate(database, [first, step(folder, '0002-second', table('second'))], { now: () => Date.UTC(2026, 10, 20) })
  expect(backups()).toEqual(['x.sqlite.before-0002-second-2026-11-20T00-00-00.000Z.bak'])
  const copy = new DatabaseSync(join(folder, backups()[0] ?? ''), { readOnly: true })
  onTestFinished(() => copy.close())
  expect(copy.prepare('select name from first').all()).toEqual([{ name: 'kept' }])
  expect(copy.prepare('select name from migrations').all()).toEqual([{ name: '0001-first' }])
  await migrate(database, [first, step(folder, '0002-second', table('second'))])
  expect(backups()).toHaveLength(1)
})

onPostgres('of several nodes that start at once each step runs once', async () => {
  const { folder, location } = await place()
  let runs = 0
  const steps = ['0001-first', '0002-second', '0003-third'].map((name) =>
    step(folder, name, async (tools) => {
      runs += 1
      await table(name.slice(5))(tools)
    }),
  )
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(openForTest(location), steps)))
  expect(results.filter((names) => names.length > 0)).toEqual([steps.map(({ name }) => name)])
  expect(runs).toBe(3)
})

onPostgres('a lock is waited for; one whose node died is taken over after a minute', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  await migrate(database, [step(folder, '0001-first', table('first'))])
  const died = Date.now()
  await sql`update migration_lock set holder = 'a dead node', held_until = ${died + 60_000}`.execute(database.queries)
  // Each look at the clock is twenty seconds later than the one before.
  let looks = 0
  const now = () => died + 20_000 * looks++
  const steps = [step(folder, '0001-first', table('first')), step(folder, '0002-second', table('second'))]
  expect(await migrate(database, steps, { now })).toEqual(['0002-second'])
  expect(looks).toBeGreaterThan(4)
})

onPostgres('a lock that never comes free stops the start with a sentence', async () => {
  const { folder, location } = await place()
  const database = openForTest(location)
  await migrate(database, [step(folder, '0001-first', table('first'))])
  await sql`update migration_lock set holder = 'a busy node', held_until = ${Number.MAX_SAFE_INTEGER}`.execute(
    database.queries,
  )
  let at = Date.now()
  const now = () => {
    at += 6 * 60_000
    return at
  }
  const steps = [step(folder, '0001-first', table('first')), step(folder, '0002-second', table('second'))]
  await expect(migrate(database, steps, { now })).rejects.toThrow(
    'Another node has been migrating the store for ten minutes',
  )
})
