/** Where the link of a request for approval was mailed to: see `platform/database/tables/approvals.ts`. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const approvalMail: Migration = {
  name: '0026-approval-mail',
  file: import.meta.url,
  async up({ queries }) {
    await sql`alter table approval_requests add column mail_to text`.execute(queries)
  },
}
