/** Bringing a schema up to date, on the engine that this run tests (TEST_STORE). */
import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { stored } from '../../testing/stored.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { emptyPostgres, testEngine } from '../../testing/test-store.ts'
import { type Database, openDatabase, type StoreLocation } from './database.ts'
import { type Migration, type MigrationTools, migrate } from './migrate.ts'

/** What only one of the engines does is a test of that one, not a skipped one of the other. */
const onSqlite = testEngine === 'sqlite' ? test : () => {}
const onPostgres = testEngine === 'postgres' ? test : () => {}

async function place() {
  const folder = folderOfTest()
  if (testEngine === 'sqlite')
    return { folder, location: { engine: 'sqlite', path: join(folder, 'x.sqlite') } as const }
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  return { folder, location: { engine: 'postgres', url } as const }
}

function opened(location: StoreLocation): Database {
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  return database
}

/** A step whose file exists, so that it has a checksum. */
function step(folder: string, name: string, up: Migration['up'], content = name): Migration {
  const path = join(folder, `${name}.ts`)
  writeFileSync(path, content)
  return { name, file: pathToFileURL(path).href, up }
}

const table =
  (name: string) =>
  async ({ schema, idColumn }: MigrationTools) => {
    await schema.createTable(name).addColumn('id', 'integer', idColumn).addColumn('name', 'text').execute()
  }

const ranSteps = async (database: Database) => (await stored(database)).migrations?.map(({ name }) => name)

test('the steps of this program run once, in order, on an empty store', async () => {
  const { location } = await place()
  const database = opened(location)
  expect(await migrate(database, migrations)).toEqual(migrations.map(({ name }) => name))
  expect(await migrate(database, migrations)).toEqual([])
  expect(await ranSteps(database)).toEqual(migrations.map(({ name }) => name))
})

test('only steps that are new run on a store that is older', async () => {
  const { folder, location } = await place()
  const database = opened(location)
  const first = step(folder, '0001-first', table('first'))
  const second = step(folder, '0002-second', table('second'))
  expect(await migrate(database, [first], { now: () => 5 })).toEqual(['0001-first'])
  expect(await migrate(database, [first, second], { now: () => 1_000_000 })).toEqual(['0002-second'])
  expect((await stored(database)).migrations).toMatchObject([
    { name: '0001-first', ran_at: 5 },
    { name: '0002-second', ran_at: 1_000_000 },
  ])
})

test('a step that fails leaves nothing of itself, keeps the ones before it, and can be run again', async () => {
  const { folder, location } = await place()
  const database = opened(location)
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

test('a step that was edited after it ran stops the start; Windows line ends are no edit', async () => {
  const { folder, location } = await place()
  const database = opened(location)
  await migrate(database, [step(folder, '0001-first', table('first'), 'one\ntwo\n')])
  expect(await migrate(database, [step(folder, '0001-first', table('first'), 'one\r\ntwo\r\n')])).toEqual([])
  await expect(migrate(database, [step(folder, '0001-first', table('first'), 'one\n2\n')])).rejects.toThrow(
    'The migration 0001-first was edited after it had run on these data: restore the file, and put the change into a new step.',
  )
})

test('a step whose text was changed without changing what it does names its earlier text, and has run', async () => {
  const { folder, location } = await place()
  const database = opened(location)
  await migrate(database, [step(folder, '0001-first', table('first'), 'one')])
  const earlier = createHash('sha256').update('one').digest('hex')
  const now = Object.assign(step(folder, '0001-first', table('first'), 'two'), { formerly: [earlier] })
  expect(await migrate(database, [now])).toEqual([])
  now.formerly = []
  await expect(migrate(database, [now])).rejects.toThrow('was edited after it had run')
})

test('what takes long is prepared outside of the transaction of its step, and again when that failed', async () => {
  const { folder, location } = await place()
  const database = opened(location)
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

test('a store that a newer program wrote is refused by an older one, untouched', async () => {
  const { folder, location } = await place()
  const database = opened(location)
  const first = step(folder, '0001-first', table('first'))
  await migrate(database, [first, step(folder, '0002-second', table('second'))])
  const before = await stored(database)
  await expect(migrate(database, [first])).rejects.toThrow(
    'The data were written by a newer tangelo (it has the step 0002-second, this one does not): update this program, or restore a backup made before.',
  )
  expect(await stored(database)).toEqual(before)
})

test('a store from before the first release is refused with one sentence, untouched', async () => {
  const { folder, location } = await place()
  const database = opened(location)
  await migrate(database, [step(folder, '0001-foundation', table('first'))])
  const before = await stored(database)
  await expect(migrate(database, migrations)).rejects.toThrow(
    'The data were written by a tangelo from before its first release, which this one cannot read: start with an empty DATA_DIR or database, and import your files again.',
  )
  expect(await stored(database)).toEqual(before)
})

onSqlite('SQLite is copied before a later step, and the copy is whole', async () => {
  const { folder, location } = await place()
  const database = opened(location)
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
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(opened(location), steps)))
  expect(results.filter((names) => names.length > 0)).toEqual([steps.map(({ name }) => name)])
  expect(runs).toBe(3)
})

onPostgres('a lock is waited for; one whose node died is taken over after a minute', async () => {
  const { folder, location } = await place()
  const database = opened(location)
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
  const database = opened(location)
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

test('snapshots of an older store keep their answers, imports and moments when they are made smaller', async () => {
  const { location } = await place()
  const database = opened(location)
  const at = migrations.findIndex(({ name }) => name === '0006-compact-snapshots')
  await migrate(database, migrations.slice(0, at))
  const hash = 'ab'.repeat(32)
  await sql`insert into raw_responses (hash, kept_since) values (${hash}, 5)`.execute(database.queries)
  await sql`insert into companies (id, name, name_key, time_zone, created_at) values (1, 'One', 'one', 'UTC', 0)`.execute(
    database.queries,
  )
  await sql`insert into metrics_imports (id, company_id, file_name, state, rows, progress, created_at)
    values ('first', 1, 'a.csv', 'done', 1, 1, 0)`.execute(database.queries)
  for (const [captured, recorded, raw, importId] of [
    [1_000, 1_000, hash, null],
    [2_000, 9_000, null, 'first'],
    [3_000, 3_000, 'cd'.repeat(32), null],
  ])
    await sql`insert into metric_snapshots
      (company_id, account_id, captured_at, fingerprint, day, recorded_at, source, followers, raw_hash, import_id)
      values (1, 7, ${captured}, 1, 0, ${recorded}, 'graph', 12, ${raw}, ${importId})`.execute(database.queries)
  await migrate(database, migrations)
  const rows = await database.queries
    .selectFrom('metric_snapshots')
    .leftJoin('raw_responses', 'raw_responses.id', 'metric_snapshots.raw_id')
    .leftJoin('import_numbers', 'import_numbers.number', 'metric_snapshots.import_number')
    .select(['captured_at', 'recorded_after', 'followers', 'hash', 'kept_since', 'import_id'])
    .orderBy('captured_at')
    .execute()
  const shown = rows.map(({ hash: bytes, ...row }) => ({ ...row, hash: bytes && Buffer.from(bytes).toString('hex') }))
  const known = { followers: 12, import_id: null, kept_since: null }
  expect(shown).toEqual([
    { ...known, captured_at: 1_000, recorded_after: 0, hash, kept_since: 5 },
    { ...known, captured_at: 2_000, recorded_after: 7_000, hash: null, import_id: 'first' },
    { ...known, captured_at: 3_000, recorded_after: 0, hash: 'cd'.repeat(32) },
  ])
})

test('addresses outside of an older store become those of the companies that mail them', async () => {
  const { location } = await place()
  const database = opened(location)
  const { queries } = database
  const at = migrations.findIndex(({ name }) => name === '0027-mail-limits')
  await migrate(database, migrations.slice(0, at))
  for (const name of ['ann', 'bob', 'cy'])
    await sql`insert into mail_recipients (address, address_key, secret, created_at)
      values (${`${name}@x.example`}, ${`${name}@x.example`}, ${name}, 0)`.execute(queries)
  for (const [company, recipients] of [
    [1, '["Ann@x.example","bob@x.example"]'],
    [2, '["bob@x.example","nobody@x.example"]'],
    [2, '["BOB@x.example"]'],
  ])
    await sql`insert into report_schedules
      (company_id, user_name, every, hour, content, subject_name, next_at, next_day, time_zone, created_at, recipients)
      values (${company}, 'pro', 'weekly', 8, '{}', '', 0, 0, 'UTC', 0, ${recipients})`.execute(queries)
  await sql`insert into approval_requests
    (company_id, client_name, time_zone, has_password, user_name, created_at, expires_at, mail_to)
    values (3, 'Cy', 'UTC', 0, 'pro', 0, 0, 'Cy@x.example')`.execute(queries)
  await migrate(database, migrations)
  const rows = await queries
    .selectFrom('mail_recipient_companies')
    .innerJoin('mail_recipients', 'mail_recipients.id', 'recipient_id')
    .select(['company_id', 'address'])
    .orderBy('company_id')
    .orderBy('address')
    .execute()
  expect(rows.map(({ company_id, address }) => `${company_id} ${address}`)).toEqual([
    '1 ann@x.example',
    '1 bob@x.example',
    '2 bob@x.example',
    '3 cy@x.example',
  ])
})
