/**
 * How often each account is read, and sums that count its figures for as long: see `platform/database/tables/accounts.ts` and
 * docs/decisions/0054. The triggers are those before with another bucket, that of the reading and the days of its interval but one; the
 * sums stay as they are, because all accounts are daily.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'
import { lockShortly } from '#platform/database/short-lock.ts'
import {
  ACCOUNTS,
  BUCKET,
  bucketsOf,
  COUNTS,
  type Contributor,
  differs,
  MEASURED,
  move,
  PERIODS,
  rowOf,
} from './0025-kept-sums.ts'

export const refreshIntervals: Migration = {
  name: '0032-refresh-intervals',
  file: import.meta.url,
  // The same, before 0041 shared its parts.
  formerly: ['8ca97129502193acb1a3a4b03ada1d0bb2e3a895cbcbca0f0cd528866eca8fb5'],
  async up({ engine, queries }) {
    if (engine === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(queries)
      await lockShortly(queries, [ACCOUNTS.table, PERIODS.table, 'account_sums'])
    }
    const triggers = engine === 'sqlite' ? onSqlite : onPostgres
    for (const statement of [...COLUMNS, ...[ACCOUNTS, PERIODS].map(withSlack).flatMap(triggers)])
      await sql.raw(statement).execute(queries)
  },
}

const COLUMNS = [
  "alter table accounts add column refresh_interval text not null default 'daily'",
  'alter table accounts add column refresh_days integer not null default 1',
  'alter table accounts add column slack_ms bigint not null default 0',
  'alter table account_periods add column slack_ms bigint not null default 0',
  'alter table profile_syncs add column every_days integer not null default 1',
  'alter table profile_syncs add column activity_days integer not null default 1',
  'drop index accounts_sums',
  `create index accounts_sums on accounts
    (company_id, source, followers, follower_change, posts, engagement_rate, captured_at, compared_at, slack_ms)`,
  // What falls on a day is counted by it.
  'create index profile_syncs_every on profile_syncs (source, every_days)',
]

/** The moment that a bucket is made of is later by the slack; a measure that asks for the reading itself takes the slack away. */
export const withSlack = (from: Contributor): Contributor => ({
  ...from,
  columns: [...from.columns, 'slack_ms'],
  measures: Object.fromEntries(
    Object.entries(from.measures).map(([name, text]) => [
      name,
      text?.replaceAll('given.captured_at', '(given.captured_at - given.slack_ms)'),
    ]),
  ),
})

const later = (row: string) =>
  row.replace(/(old\.|new\.|)captured_at as captured_at/, '$1captured_at + $1slack_ms as captured_at')
const row = (from: Contributor, name: 'old' | 'new') => later(rowOf(from, name))
export const rowsFrom = ({ columns }: Contributor, table: string) =>
  later(`select ${columns.map((column) => `${column} as ${column}`).join(', ')} from ${table}`)

const clear = (from: Contributor, given: string, isEmpty: string) =>
  `delete from account_sums where ${isEmpty} and (company_id, period, grain, bucket) in
    (select given.company_id, ${from.period}, grains.grain, ${BUCKET} from ${bucketsOf(from, given)})`

function onSqlite(from: Contributor): string[] {
  const { table } = from
  const [before, after] = [row(from, 'old'), row(from, 'new')]
  const add = move(from, 1, after)
  const take = `${move(from, -1, before)}; ${clear(from, before, 'accounts = 0')}`
  return [
    ...['insert', 'delete', 'update'].map((name) => `drop trigger ${table}_sums_${name}`),
    `create trigger ${table}_sums_insert after insert on ${table} begin ${add}; end`,
    `create trigger ${table}_sums_delete after delete on ${table} begin ${take}; end`,
    `create trigger ${table}_sums_update after update of ${from.columns.join(', ')} on ${table}
      when ${differs(from, 'is not')} begin ${take}; ${add}; end`,
  ]
}

/** As in 0029: a bucket without accounts may hold what other changes of the transaction have yet to take away. */
export const IS_EMPTY = [...COUNTS, ...MEASURED].map((column) => `${column} = 0`).join(' and ')

function onPostgres(from: Contributor): string[] {
  const { table } = from
  const [added, removed] = [rowsFrom(from, 'added'), rowsFrom(from, 'removed')]
  const both = `${row(from, 'old')}, -1 as sign union all ${row(from, 'new')}, 1`
  const made = (name: string, statements: string[]) =>
    `create or replace function ${table}_sums_${name}() returns trigger language plpgsql as
      $body$ begin ${statements.join('; ')}; return null; end $body$`
  return [
    made('insert', [move(from, 1, added)]),
    made('delete', [move(from, -1, removed), clear(from, removed, IS_EMPTY)]),
    made('update', [
      "perform pg_advisory_xact_lock(hashtext('tangelo sums'), old.company_id)",
      move(from, 'given.sign', both),
      clear(from, both, IS_EMPTY),
    ]),
    `drop trigger ${table}_sums_update on ${table}`,
    `create constraint trigger ${table}_sums_update after update on ${table} deferrable initially deferred
      for each row when (${differs(from, 'is distinct from')}) execute function ${table}_sums_update()`,
  ]
}
