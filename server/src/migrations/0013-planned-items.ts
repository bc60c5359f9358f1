/**
 * Items that wait for approval, and those without a date, are listed and counted in small indexes of their own. And an item
 * says since when its fields are as they are: see `platform/database/tables/content.ts`.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

/** `is_gone` comes first, although queries want 0 only: SQLite prefers an index of which it knows a value. */
const asked = (name: string, first: string, columns: string, condition = '') =>
  `create index content_items_${name} on content_items (${first}is_gone, ${columns}, approval_asked_at) where approval_asked_at is not null${condition}`
const undated = (name: string, first: string) =>
  `create index content_items_${name} on content_items (${first}is_gone, created_at desc, id desc, status_key) where publish_at is null`

export const plannedItems: Migration = {
  name: '0013-planned-items',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      'alter table content_items add column fields_changed_at bigint',
      'drop index content_items_approval',
      'drop index content_items_company_unplanned',
      'drop index content_items_unplanned',
      asked('company_asked', 'company_id, ', 'created_at desc, id desc, publish_at'),
      asked('asked', '', 'created_at desc, id desc, publish_at, company_id'),
      asked('company_asked_dated', 'company_id, ', 'publish_at, id, publish_date', ' and publish_at is not null'),
      asked('asked_dated', '', 'publish_at, id, publish_date, company_id', ' and publish_at is not null'),
      undated('company_undated', 'company_id, '),
      undated('undated', ''),
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
