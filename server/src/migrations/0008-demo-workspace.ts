/** The demo workspace: `platform/database/tables/people.ts` and `work.ts` say what the columns mean. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const demoWorkspace: Migration = {
  name: '0008-demo-workspace',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      'alter table companies add column is_demo integer not null default 0',
      'create index companies_demo on companies (id) where is_demo = 1',
      `create table demo_workspace (
        id integer primary key check (id = 1),
        state text not null check (state in ('filling', 'filled', 'failed', 'removing')),
        day integer not null,
        accounts integer not null default 0,
        drafts integer not null default 0,
        reels integer not null default 0,
        begun_at bigint not null,
        filled_at bigint,
        failure text
      )`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  },
}
