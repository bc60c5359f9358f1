/** Who did what: entries that can only be added, each sealed with the one before (docs/decisions/0016). */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

const REFUSAL = 'audit_entries can only be added to'

export const auditLog: Migration = {
  name: '0012-audit-log',
  file: import.meta.url,
  async up({ schema, engine, queries }) {
    await schema
      .createTable('audit_entries')
      .addColumn('number', 'integer', (column) => column.primaryKey().check(sql`number >= 1`))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('act', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('via', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('object_kind', 'text', (column) => column.notNull())
      .addColumn('object_id', 'text')
      .addColumn('object_name', 'text')
      .addColumn('company_id', 'integer')
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('act_group', 'text', (column) => column.notNull())
      .addColumn('search_text', 'text', (column) => column.notNull())
      .execute()
    for (const columns of [
      ['act', 'number'],
      ['act_group', 'number'],
      ['user_id', 'number'],
      ['company_id', 'number'],
      ['at'],
    ])
      await schema.createIndex(`audit_entries_${columns[0]}`).on('audit_entries').columns(columns).execute()

    // One row. Whoever adds entries waits here for whoever does so already.
    await schema
      .createTable('audit_head')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('entries', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
    await sql`insert into audit_head (id, entries, hash) values (1, 0, ${'0'.repeat(64)})`.execute(queries)

    if (engine === 'sqlite') {
      for (const change of ['update', 'delete'])
        await sql`
          create trigger ${sql.ref(`audit_entries_no_${change}`)} before ${sql.raw(change)} on audit_entries
          begin select raise(abort, ${sql.lit(REFUSAL)}); end
        `.execute(queries)
      return
    }
    await sql`
      create function audit_entries_stay() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception '${REFUSAL}'; end`)}
    `.execute(queries)
    await sql`
      create trigger audit_entries_stay before update or delete or truncate on audit_entries
      for each statement execute function audit_entries_stay()
    `.execute(queries)
  },
}
