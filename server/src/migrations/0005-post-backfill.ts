/** Answers that were stored before posts had a history are read once more, and older posts are read from the source. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const postBackfill: Migration = {
  name: '0005-post-backfill',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      `create table post_backfills (
        account_id integer primary key references accounts (id) on delete cascade,
        read_until bigint not null
      )`,
      `insert into post_backfills (account_id, read_until)
        select accounts.id, 0 from accounts where exists (
          select 1 from metric_snapshots
          where metric_snapshots.company_id = accounts.company_id and metric_snapshots.account_id = accounts.id
            and metric_snapshots.raw_hash is not null
        )`,
      'alter table profile_syncs add column older_posts_cursor text',
      'alter table profile_syncs add column older_posts integer not null default 0',
      'alter table profile_syncs add column older_posts_ended_at bigint',
      'alter table profile_syncs add column older_posts_reason text',
      'create index profile_syncs_older_posts on profile_syncs (source, username_key) where older_posts_ended_at is null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
