/**
 * PostgreSQL moves the sums of companies as the last thing of a transaction, and once for each row that changed: readings of one company
 * wait for each other from there to the commit, not from their first figure on. See docs/decisions/0052.
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

export const sumsAtCommit: Migration = {
  name: '0029-sums-at-commit',
  file: import.meta.url,
  async up({ engine, queries }) {
    if (engine === 'sqlite') return
    await lockShortly(queries, [ACCOUNTS.table, PERIODS.table, 'account_sums'])
    for (const statement of [...ROOM, ...[ACCOUNTS, PERIODS].flatMap(atCommit)])
      await sql.raw(statement).execute(queries)
  },
}

/** Few rows that change all the time: a new version finds room in its page, and old ones are soon taken away. */
const ROOM = [
  `alter table account_sums set
    (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)`,
]

/** While other changes of the same transaction are still to be counted, a bucket without accounts may hold the rest of them. */
const IS_EMPTY = [...COUNTS, ...MEASURED].map((column) => `${column} = 0`).join(' and ')

const clear = (from: Contributor, rows: string) =>
  `delete from account_sums where ${IS_EMPTY} and (company_id, period, grain, bucket) in
    (select given.company_id, ${from.period}, grains.grain, ${BUCKET} from ${bucketsOf(from, rows)})`

function atCommit(from: Contributor): string[] {
  const { table } = from
  const columns = from.columns.join(', ')
  const both = `${rowOf(from, 'old')}, -1 as sign union all ${rowOf(from, 'new')}, 1`
  const removed = `select ${columns} from removed`
  return [
    `create or replace function ${table}_sums_delete() returns trigger language plpgsql as
      $body$ begin ${move(from, -1, removed)}; ${clear(from, removed)}; return null; end $body$`,
    // Two transactions that change several accounts each would meet in any order: they take turns before the first sum.
    `create or replace function ${table}_sums_update() returns trigger language plpgsql as
      $body$ begin
        perform pg_advisory_xact_lock(hashtext('tangelo sums'), old.company_id);
        ${move(from, 'given.sign', both)};
        ${clear(from, both)};
        return null;
      end $body$`,
    `drop trigger ${table}_sums_update on ${table}`,
    `create constraint trigger ${table}_sums_update after update on ${table} deferrable initially deferred
      for each row when (${differs(from, 'is distinct from')}) execute function ${table}_sums_update()`,
  ]
}
