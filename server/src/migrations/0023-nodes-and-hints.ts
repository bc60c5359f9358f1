/**
 * What nodes say of themselves, and which request a job comes from: see `platform/database/tables/work.ts`. On PostgreSQL each
 * statement that adds a job, an event or a delivery notifies the other nodes when it is committed (platform/database/store-hints.ts).
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const HINTED = { jobs: 'jobs', events: 'events', webhook_deliveries: 'webhooks' }

const hints = [
  `create function tangelo_hint() returns trigger language plpgsql as $$
    begin
      perform pg_notify('tangelo', tg_argv[0]);
      return null;
    end
  $$`,
  ...Object.entries(HINTED).map(
    ([table, topic]) =>
      `create trigger ${table}_hint after insert on ${table} for each statement execute function tangelo_hint('${topic}')`,
  ),
]

export const nodesAndHints: Migration = {
  name: '0023-nodes-and-hints',
  file: import.meta.url,
  async up({ engine, queries }) {
    const statements = [
      'alter table jobs add column request_id text',
      'alter table nodes add column version text',
      'alter table nodes add column role text',
      'alter table nodes add column started_at bigint',
      'alter table nodes add column event_loop_ms double precision',
      'alter table nodes add column memory_bytes bigint',
      ...(engine === 'postgres' ? hints : []),
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
