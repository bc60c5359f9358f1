/** Publishing settings are those of one company: see `platform/database/tables/publications.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const publishingSettingsCompany: Migration = {
  name: '0048-publishing-settings-company',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      // Null only because SQLite adds a reference in no other way: each row has its account, and so its company.
      'alter table publishing_settings add column company_id integer references companies (id) on delete cascade',
      'update publishing_settings set company_id = (select company_id from accounts where id = account_id)',
      'create index publishing_settings_company on publishing_settings (company_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
