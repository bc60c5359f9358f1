/** Accounts that their owners have connected: see `platform/database/tables/publishing.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const ownAccounts: Migration = {
  name: '0035-own-accounts',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      `create table own_accounts (
        account_id integer primary key references accounts (id) on delete cascade,
        company_id integer not null,
        login text not null,
        instagram_id text not null,
        username text not null,
        name text,
        page_id text,
        page_name text,
        permissions text not null,
        may_publish integer not null,
        sealed text,
        version integer not null default 1,
        connected_by integer references users (id) on delete set null,
        connected_at bigint not null,
        expires_at bigint,
        renews_at bigint not null,
        renewal_failure text,
        ended_at bigint,
        ended_why text,
        quota_used integer,
        quota_total integer,
        quota_read_at bigint
      )`,
      'create index own_accounts_company on own_accounts (company_id, username)',
      'create index own_accounts_renewal on own_accounts (renews_at) where sealed is not null',
      'create index own_accounts_user on own_accounts (connected_by)',
      `create table own_account_states (
        state_hash text primary key,
        company_id integer not null,
        account_id integer not null references accounts (id) on delete cascade,
        user_id integer not null references users (id) on delete cascade,
        session_id text not null,
        browser_hash text not null,
        login text not null,
        return_address text not null,
        expires_at bigint not null,
        used_at bigint,
        problem text
      )`,
      'create index own_account_states_age on own_account_states (expires_at)',
      'create index own_account_states_account on own_account_states (account_id)',
      'create index own_account_states_user on own_account_states (user_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
