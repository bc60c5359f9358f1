/** What goes with a company that is deleted (docs/decisions/0019). */
import { setImmediate as breath } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

/** What a company leaves behind, with what identifies its rows. Videos go later, with their files (`purge`). */
const BELONGINGS: readonly (readonly [table: keyof Tables, key: string])[] = [
  ['renders', 'id'],
  ['reels', 'item_id'],
  ['content_changes', 'id'],
  ['team_comments', 'id'],
  ['content_counts', 'status_key'],
  ['content_items', 'id'],
  ['attachments', 'file_id'],
  ['synced_records', 'record_id'],
  ['pending_creates', 'id'],
  ['content_sync_settings', 'company_id'],
  ['prompts', 'id'],
  ['ai_usage_days', 'day'],
  ['ai_usage', 'id'],
  ['uploads', 'id'],
  ['music', 'id'],
  ['idempotency_keys', 'key'],
  ['credit_entries', 'reason'],
  ['credit_periods', 'company_id'],
  ['subscriptions', 'company_id'],
  ['billing_operations', 'company_id'],
  ['provider_events', 'id'],
  ['provider_customers', 'provider'],
  ['metrics_imports', 'id'],
  ['account_group_members', 'account_id'],
  ['account_groups', 'id'],
  ['alerts', 'id'],
  ['alert_causes', 'id'],
  ['share_links', 'id'],
  ['approval_decisions', 'id'],
  ['approval_items', 'id'],
  ['approval_requests', 'id'],
  ['report_views', 'id'],
  ['reports', 'id'],
  ['report_schedules', 'id'],
  ['mail_recipient_companies', 'recipient_id'],
  ['drive_folders', 'id'],
  ['drive_imports', 'folder_id'],
  ['drives', 'company_id'],
  ['oauth_states', 'state_hash'],
  ['own_account_states', 'state_hash'],
  ['own_accounts', 'account_id'],
  ['insight_accounts', 'account_id'],
  ['media_insights', 'media_id'],
  ['own_media', 'media_id'],
  ['account_insights', 'account_id'],
  ['audience_insights', 'account_id'],
  ['online_insights', 'account_id'],
  ['secrets', 'purpose'],
  ['sandbox_customers', 'id'],
  ['events', 'id'],
  // Of people who have been moved to another company since.
  ['webhook_deliveries', 'id'],
]

/** SQLite answers on the main thread: others get their turn between two chunks. */
const CHUNK_ROWS = 500

/** The company and everything that is only its own: users and accounts have gone before. */
export async function removeCompany(db: Queries, id: number, now: number): Promise<void> {
  await db
    .updateTable('videos')
    .set({ replaced_at: now })
    .where('company_id', '=', id)
    .where('replaced_at', 'is', null)
    .execute()
  await removeClients(db, id)
  await db
    .deleteFrom('provider_quotas')
    .where(sql<boolean>`name in (select 'own:' || account_id from own_accounts where company_id = ${id})`)
    .execute()
  for (const [table, key] of BELONGINGS) await removeRows(db, table, key, id)
  await db.deleteFrom('companies').where('id', '=', id).execute()
}

/** Addresses outside that no other company mails, with what waits for them. */
const removeClients = (db: Queries, companyId: number) =>
  db
    .deleteFrom('mail_recipients')
    .where('user_id', 'is', null)
    .where('id', 'in', (row) =>
      row.selectFrom('mail_recipient_companies').select('recipient_id').where('company_id', '=', companyId),
    )
    .where('id', 'not in', (row) =>
      row
        .selectFrom('mail_recipient_companies as own')
        .innerJoin('mail_recipient_companies as other', 'other.recipient_id', 'own.recipient_id')
        .select('own.recipient_id')
        .where('own.company_id', '=', companyId)
        .where('other.company_id', '!=', companyId),
    )
    .execute()

/** All rows a company has in a table, some at a time. */
async function removeRows(db: Queries, table: keyof Tables, key: string, companyId: number): Promise<void> {
  const ofCompany = sql`from ${sql.table(table)} where company_id = ${companyId}`
  const chunk = sql`select ${sql.ref(key)} ${ofCompany} limit ${CHUNK_ROWS}`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete ${ofCompany} and ${sql.ref(key)} in (${chunk})`.execute(db)
    if (numAffectedRows < CHUNK_ROWS) return
    await breath()
  }
}
