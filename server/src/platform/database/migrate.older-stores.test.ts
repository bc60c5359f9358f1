/** Stores of older versions keep what they hold when a later step changes its form. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { openForTest, place } from '../../testing/migration-steps.ts'
import { migrate } from './migrate.ts'

test('snapshots of an older store keep their answers, imports and moments when they are made smaller', async () => {
  const { location } = await place()
  const database = openForTest(location)
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
  const database = openForTest(location)
  const { queries } = database
  const at = migrations.findIndex(({ name }) => name === '0027-mail-limits')
  await migrate(database, migrations.slice(0, at))
  for (const name of ['ann', 'bob', 'cy'])
    await sql`insert into mail_recipients (address, address_key, secret, created_at)
      values (${`${name}@x.example`}, ${`${name}@x.example`}, ${name}, 0)`.execute(queries)
  for (const [company, recipients] of [
    [1, '["Ann@x.example","bob@x.example"]'],
    [2, '["bob@x.example","unknown@x.example"]'],
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
