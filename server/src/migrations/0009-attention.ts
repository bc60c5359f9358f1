/** What needs attention: the latest move of each account, and what users have put off or hidden. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const attention: Migration = {
  name: '0009-attention',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      `create table account_moves (
        account_id integer primary key references accounts (id) on delete cascade,
        is_due integer not null,
        day integer,
        change bigint,
        kind text,
        others integer
      )`,
      'create index account_moves_due on account_moves (account_id) where is_due = 1',
      'create index account_moves_day on account_moves (day desc) where day is not null',
      `create table dismissals (
        user_id integer not null references users (id) on delete cascade,
        subject text not null,
        until bigint,
        seen bigint not null,
        primary key (user_id, subject)
      )`,
      'create index accounts_read on accounts (captured_at, company_id, created_at)',
      `create index renders_failed on renders (ended_at desc) where state = 'failed'`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
