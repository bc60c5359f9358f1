/** Companies, users, sessions, accounts with their snapshots and posts, imports. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const foundation: Migration = {
  name: '0001-foundation',
  file: import.meta.url,
  async up({ schema, idColumn, clustered }) {
    await schema
      .createTable('companies')
      .addColumn('id', 'integer', idColumn)
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull().unique())
      .addColumn('website', 'text')
      .addColumn('airtable_table', 'text')
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .createTable('users')
      .addColumn('id', 'integer', idColumn)
      .addColumn('company_id', 'integer', (column) => column.references('companies.id'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'pro', 'basic')`))
      .addColumn('must_change_password', 'integer', (column) => column.notNull())
      .addColumn('profile_id', 'text')
      .addColumn('default_prompt_id', 'text')
      .addColumn('webhook_url', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('users_company').on('users').columns(['company_id', 'id']).execute()

    await schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await schema.createIndex('sessions_created').on('sessions').column('created_at').execute()

    await schema
      .createTable('sign_in_failures')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('window_started_at', 'bigint', (column) => column.notNull())
      .addColumn('blocked_until', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .createTable('accounts')
      .addColumn('id', 'integer', idColumn)
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull())
      .addColumn('category', 'text')
      .addColumn('notes', 'text')
      .addColumn('input_url', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('full_name', 'text')
      .addColumn('bio_text', 'text')
      .addColumn('external_url', 'text')
      .addColumn('source_picture_url', 'text')
      .addColumn('profile_captured_at', 'bigint')
      .addColumn('source', 'text')
      .addColumn('captured_at', 'bigint')
      .addColumn('followers', 'bigint')
      .addColumn('follower_change', 'bigint')
      .addColumn('following', 'bigint')
      .addColumn('following_change', 'bigint')
      .addColumn('posts', 'bigint')
      .addColumn('posts_change', 'bigint')
      .addColumn('engagement_rate', 'double precision')
      .addColumn('engagement_rate_change', 'double precision')
      .addColumn('followers_trend', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('sort_followers', 'bigint', (column) => column.notNull().defaultTo(-1))
      .addColumn('sort_engagement', 'double precision', (column) => column.notNull().defaultTo(-1))
      .addColumn('figures_due', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('accounts_company_username', ['company_id', 'username_key'])
      .execute()
    // Each sort of the list, for one company and for an administrator who sees all of them. The name stands at the end so
    // that a search finds its rows in the index and leaves the wide ones alone.
    for (const [name, column] of [
      ['followers', 'sort_followers'],
      ['engagement', 'sort_engagement'],
    ] as const) {
      await schema
        .createIndex(`accounts_company_${name}`)
        .on('accounts')
        .columns(['company_id', `${column} desc`, 'id desc', 'username_key'])
        .execute()
      await schema
        .createIndex(`accounts_${name}`)
        .on('accounts')
        .columns([`${column} desc`, 'id desc', 'username_key'])
        .execute()
    }
    await schema
      .createIndex('accounts_company_recent')
      .on('accounts')
      .columns(['company_id', 'id desc', 'username_key'])
      .execute()
    // Covers the sums over all accounts, so that they never touch the wide rows.
    await schema
      .createIndex('accounts_sums')
      .on('accounts')
      .columns(['company_id', 'followers', 'follower_change', 'posts', 'engagement_rate', 'captured_at'])
      .execute()
    await schema
      .createIndex('accounts_figures_due')
      .on('accounts')
      .column('id')
      .where(sql.ref('figures_due'), '=', 1)
      .execute()

    await clustered(
      schema
        .createTable('metric_snapshots')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('account_id', 'integer', (column) => column.notNull())
        .addColumn('captured_at', 'bigint', (column) => column.notNull())
        .addColumn('fingerprint', 'bigint', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('recorded_at', 'bigint', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('followers', 'bigint')
        .addColumn('following', 'bigint')
        .addColumn('posts', 'bigint')
        .addColumn('engagement_rate', 'double precision')
        .addColumn('likes_sum', 'bigint')
        .addColumn('likes_known', 'integer')
        .addColumn('comments_sum', 'bigint')
        .addColumn('comments_known', 'integer')
        .addColumn('raw_hash', 'text')
        .addColumn('import_id', 'text')
        .addPrimaryKeyConstraint('metric_snapshots_key', ['company_id', 'account_id', 'captured_at', 'fingerprint']),
    ).execute()

    await clustered(
      schema
        .createTable('account_posts')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('account_id', 'integer', (column) => column.notNull())
        .addColumn('post_id', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('caption', 'text')
        .addColumn('url', 'text')
        .addColumn('source_image_url', 'text')
        .addColumn('likes', 'bigint')
        .addColumn('comments', 'bigint')
        .addColumn('posted_at', 'bigint')
        .addColumn('is_pinned', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('account_posts_key', ['company_id', 'account_id', 'post_id']),
    ).execute()

    await schema
      .createTable('imports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
      .addColumn('user_id', 'integer')
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('progress', 'double precision', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()
  },
}
