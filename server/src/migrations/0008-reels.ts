/** Credits, how reels are made, their renders and videos, music that people bring, and answers to repeated requests (docs/decisions/0013). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const isLive = sql<boolean>`state in ('waiting', 'running')`
const isReel = sql<boolean>`is_gone = 0 and media_key = 'reel'`

export const reels: Migration = {
  name: '0008-reels',
  file: import.meta.url,
  async up({ schema, clustered }) {
    // The reason is part of the key: whoever writes the same movement again writes nothing.
    await clustered(
      schema
        .createTable('credit_entries')
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) =>
          column.notNull().check(sql`kind in ('grant', 'lapse', 'spend', 'give_back')`),
        )
        .addColumn('credits', 'integer', (column) => column.notNull())
        .addColumn('user_id', 'integer')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('credit_entries_key', ['company_id', 'reason']),
    ).execute()

    await schema
      .createTable('reels')
      .addColumn('item_id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('account_id', 'integer')
      .addColumn('render_id', 'text')
      .addColumn('video_id', 'text')
      .addColumn('image_sizes', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .execute()
    for (const columns of [
      ['company_id', 'created_at desc', 'id desc'] as const,
      ['created_at desc', 'id desc'] as const,
    ])
      await schema
        .createIndex(columns.length === 3 ? 'content_items_company_reels' : 'content_items_reels')
        .on('content_items')
        .columns([...columns])
        .where(isReel)
        .execute()

    await schema
      .createTable('renders')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('item_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('waiting', 'running', 'done', 'failed', 'cancelled')`),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('progress', 'double precision', (column) => column.notNull().defaultTo(0))
      .addColumn('frames_done', 'integer')
      .addColumn('frames', 'integer')
      .addColumn('ends_at', 'bigint')
      .addColumn('video_id', 'text')
      .addColumn('message', 'text')
      .addColumn('images', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .execute()
    // One render of a reel at a time, whoever asks at the same moment.
    await schema.createIndex('renders_live').on('renders').column('item_id').unique().where(isLive).execute()
    await schema
      .createIndex('renders_queue')
      .on('renders')
      .columns(['company_id', 'created_at', 'id'])
      .where(isLive)
      .execute()

    await schema
      .createTable('videos')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('item_id', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('cover_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('replaced_at', 'bigint')
      .addColumn('reel_check', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('videos_shown')
      .on('videos')
      .column('item_id')
      .where(sql<boolean>`replaced_at is null`)
      .execute()
    await schema
      .createIndex('videos_replaced')
      .on('videos')
      .column('replaced_at')
      .where(sql<boolean>`replaced_at is not null`)
      .execute()

    await schema.alterTable('uploads').addColumn('name', 'text').execute()
    await schema
      .createTable('music')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) => column.notNull().references('companies.id'))
      .addColumn('user_id', 'integer')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('seconds', 'double precision', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('music_company_hash', ['company_id', 'hash'])
      .execute()

    await schema
      .createTable('kept_answers')
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('asked', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_answers_key', ['company_id', 'user_id', 'key'])
      .execute()
    await schema.createIndex('kept_answers_at').on('kept_answers').column('at').execute()
  },
}
