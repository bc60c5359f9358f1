/**
 * On PostgreSQL a row of `accounts` or `account_periods` that is new or goes moves the sums of its company at the commit too, as one that
 * changes does since 0029. Before, it held them from then on while it waited for its place in the audit log; a transaction that had that
 * place waited at its commit for the sums, and PostgreSQL ended one of the two after a second. See docs/decisions/0052.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'
import { lockShortly } from '#platform/database/short-lock.ts'
import { ACCOUNTS, COUNTS, type Contributor, MEASURED, move, PERIODS } from './0025-kept-sums.ts'
import { IS_EMPTY, rowsFrom, withSlack } from './0032-refresh-intervals.ts'

export const newSumsAtCommit: Migration = {
  name: '0041-new-sums-at-commit',
  file: import.meta.url,
  async up({ engine, queries }) {
    if (engine === 'sqlite') return
    await lockShortly(queries, [ACCOUNTS.table, PERIODS.table, 'account_sums'])
    for (const statement of [...MOVES, ...[ACCOUNTS, PERIODS].map(withSlack).flatMap(gathered)])
      await sql.raw(statement).execute(queries)
  },
}

const KEYS = ['company_id', 'period', 'grain', 'bucket']
const COLUMNS = [...COUNTS, ...MEASURED]

/**
 * What the rows of one statement add to each bucket or take away, from that statement to the commit of its transaction: no other one
 * ever sees a row of it, and after a crash there is none, so it needs no log.
 */
const MOVES = [
  `create unlogged table account_sum_moves (
    id bigint generated always as identity, like account_sums, primary key (company_id, id)
  ) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)`,
  `create function account_sum_moves_apply() returns trigger language plpgsql as $body$ begin
    perform pg_advisory_xact_lock(hashtext('tangelo sums'), new.company_id);
    delete from account_sum_moves where company_id = new.company_id and id = new.id;
    insert into account_sums (${[...KEYS, ...COLUMNS].join(', ')})
      values (${[...KEYS, ...COLUMNS].map((column) => `new.${column}`).join(', ')})
      on conflict (period, grain, company_id, bucket) do update set
      ${COLUMNS.map((column) => `${column} = account_sums.${column} + excluded.${column}`).join(', ')};
    delete from account_sums where ${IS_EMPTY} and ${KEYS.map((column) => `${column} = new.${column}`).join(' and ')};
    return null;
  end $body$`,
  `create constraint trigger account_sum_moves_apply after insert on account_sum_moves deferrable initially deferred
    for each row execute function account_sum_moves_apply()`,
]

/** The moves of 0025, put aside instead of made. */
const putAside = (from: Contributor, sign: 1 | -1, rows: string) =>
  move(from, sign, rows)
    .replace('insert into account_sums ', 'insert into account_sum_moves ')
    .replace(/ on conflict .*/s, '')

function gathered(from: Contributor): string[] {
  const made = (name: string, statement: string) =>
    `create or replace function ${from.table}_sums_${name}() returns trigger language plpgsql as
      $body$ begin ${statement}; return null; end $body$`
  return [
    made('insert', putAside(from, 1, rowsFrom(from, 'added'))),
    made('delete', putAside(from, -1, rowsFrom(from, 'removed'))),
  ]
}
