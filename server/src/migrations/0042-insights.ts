/** Insights of connected accounts: see `platform/database/tables/insights.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const MEDIA_FIGURES = [
  'views',
  'reach',
  'likes',
  'comments',
  'saves',
  'shares',
  'reposts',
  'interactions',
  'follows',
  'profile_visits',
  'profile_actions',
  'replies',
  'navigation',
  'link_clicks',
  'average_watch_ms',
  'total_watch_ms',
]
const ACCOUNT_FIGURES = [
  'views',
  'reach',
  'engaged_accounts',
  'interactions',
  'likes',
  'comments',
  'saves',
  'shares',
  'replies',
  'reposts',
  'profile_link_taps',
  'follows',
  'unfollows',
]
const OF_ACCOUNT = 'company_id integer not null, account_id integer not null references accounts (id) on delete cascade'
const counts = (names: readonly string[]) => names.map((name) => `${name} bigint`).join(', ')

export const insights: Migration = {
  name: '0042-insights',
  file: import.meta.url,
  async up({ engine, queries }) {
    const real = engine === 'sqlite' ? 'real' : 'double precision'
    const statements = [
      `create table insight_accounts (
        ${OF_ACCOUNT},
        next_at bigint not null,
        read_at bigint,
        problem text,
        days_asked_at bigint,
        people_asked_at bigint,
        backfilled_to integer,
        empty_days integer not null default 0,
        is_backfilled integer not null default 0,
        posts_after text,
        has_all_posts integer not null default 0,
        not_offered text not null default '{}',
        primary key (company_id, account_id)
      )`,
      'create index insight_accounts_due on insight_accounts (next_at)',
      `create table own_media (
        ${OF_ACCOUNT},
        media_id text not null,
        product text not null,
        kind text,
        caption text,
        permalink text,
        post_key text,
        posted_at bigint not null,
        first_seen_at bigint not null,
        next_at bigint,
        ended_because text,
        primary key (company_id, account_id, media_id)
      )`,
      'create index own_media_posted on own_media (company_id, account_id, posted_at)',
      'create index own_media_due on own_media (account_id, next_at) where next_at is not null',
      `create table media_insights (
        ${OF_ACCOUNT},
        media_id text not null,
        due_at bigint not null,
        read_at bigint not null,
        source text not null,
        hash text not null,
        ${counts(MEDIA_FIGURES)},
        skip_percent ${real},
        primary key (company_id, account_id, media_id, due_at)
      )`,
      `create table account_insights (
        ${OF_ACCOUNT},
        days integer not null,
        day integer not null,
        is_settled integer not null,
        read_at bigint not null,
        source text not null,
        hash text not null,
        ${counts(ACCOUNT_FIGURES)},
        primary key (company_id, account_id, days, day, is_settled)
      )`,
      `create table audience_insights (
        ${OF_ACCOUNT},
        dimension text not null,
        day integer not null,
        read_at bigint not null,
        parts text not null,
        primary key (company_id, account_id, dimension, day)
      )`,
      `create table online_insights (
        ${OF_ACCOUNT},
        ends_at bigint not null,
        read_at bigint not null,
        hours text not null,
        primary key (company_id, account_id, ends_at)
      )`,
      // Removing an account looks here.
      ...[
        'insight_accounts',
        'own_media',
        'media_insights',
        'account_insights',
        'audience_insights',
        'online_insights',
      ].map((table) => `create index ${table}_account on ${table} (account_id)`),
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
