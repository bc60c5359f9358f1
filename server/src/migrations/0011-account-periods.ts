/** Figures of accounts over periods, and tags: see `platform/database/tables/accounts.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const PERIODS = [7, 30, 90, 365]
const numbered = (name: string) => Array.from({ length: 7 }, (_, at) => `${name}_${at} bigint`)

export const accountPeriods: Migration = {
  name: '0011-account-periods',
  file: import.meta.url,
  async up({ engine, queries }) {
    const clustered = engine === 'sqlite' ? ' without rowid' : ''
    const statements = [
      `create table account_periods (
        period integer not null,
        company_id integer not null,
        account_id integer not null,
        captured_at bigint not null,
        source text not null,
        followers bigint,
        engagement_rate double precision,
        posts bigint,
        growth double precision,
        follower_change bigint,
        is_whole integer not null default 0,
        is_broken integer not null default 0,
        growth_before double precision,
        engagement_change double precision,
        new_posts integer,
        new_posts_before integer,
        ${[...numbered('sum'), ...numbered('before')].join(', ')},
        constraint account_periods_key primary key (period, company_id, account_id)
      )${clustered}`,
      // Accounts that were there before stand in every order at once; the rest is made when their figures next are.
      ...PERIODS.map(
        (period) => `insert into account_periods
          (period, company_id, account_id, captured_at, source, followers, engagement_rate, posts)
          select ${period}, company_id, id, captured_at, source, followers, engagement_rate, posts
          from accounts where captured_at is not null and source is not null`,
      ),
      ...PERIODS.map((period) => `alter table accounts add column shown_${period} text`),
      'update accounts set figures_due = 1 where captured_at is not null',
      'create index accounts_without_figures on accounts (company_id, id) where captured_at is null',
      'create index accounts_category on accounts (category, company_id)',
      `create table account_tags (
        company_id integer not null,
        account_id integer not null,
        tag_key text not null,
        tag text not null,
        constraint account_tags_key primary key (company_id, account_id, tag_key)
      )${clustered}`,
      'create index account_tags_by_name on account_tags (tag_key, company_id, account_id)',
      `alter table accounts add column tags text not null default '[]'`,
      // What is shown of an account has its tags from now on.
      'update accounts set shown = null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
