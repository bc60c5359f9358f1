import { setImmediate as breath } from 'node:timers/promises'
import { SUBSCRIPTION_OVER } from '@tangelo/contract/limits'
import { sql, type Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { PaymentsMode } from '#ports/payments.ts'

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

export function companiesStore(db: Queries) {
  /** How many rows of a table each of these companies has. */
  const perCompany = async (table: 'users' | 'accounts', ids: readonly number[]) => {
    if (ids.length === 0) return new Map<number | null, number>()
    const rows = await db
      .selectFrom(table)
      .select((select) => ['company_id', select.fn.countAll<number>().as('count')])
      .where('company_id', 'in', ids)
      .groupBy('company_id')
      .execute()
    return new Map(rows.map(({ company_id, count }) => [company_id, Number(count)]))
  }

  return {
    lock: (id: number) => db.selectFrom('companies').select('id').where('id', '=', id).forNoKeyUpdate().execute(),

    /** Counts both, for as many companies as a page has. */
    peopleAndAccounts: async (ids: readonly number[]) => {
      const [users, accounts] = await Promise.all([perCompany('users', ids), perCompany('accounts', ids)])
      return new Map(ids.map((id) => [id, { users: users.get(id) ?? 0, accounts: accounts.get(id) ?? 0 }]))
    },

    find: (id: number) => db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst(),

    add: (row: {
      name: string
      website: string | null
      airtable_table: string | null
      time_zone: string
      requires_approval: 0 | 1
      now: number
    }) =>
      db
        .insertInto('companies')
        .values({
          name: row.name,
          name_key: row.name.toLowerCase(),
          website: row.website,
          airtable_table: row.airtable_table,
          time_zone: row.time_zone,
          requires_approval: row.requires_approval,
          created_at: row.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    change: (id: number, changes: Updateable<Tables['companies']>) =>
      db.updateTable('companies').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),

    /** Locks the company until this transaction ends: on PostgreSQL new rows that refer to it wait. */
    hold: (id: number, engine: Engine) =>
      db
        .selectFrom('companies')
        .select('name')
        .where('id', '=', id)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst(),

    /** Running orders of the company, paid for at this provider: no event of another one arrives any more. */
    underWay: async (id: number, provider: PaymentsMode) => {
      const of = async (
        table: 'renders' | 'metrics_imports' | 'drive_imports',
        states: readonly ('waiting' | 'running')[],
      ) => {
        const row = await db
          .selectFrom(table)
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('company_id', '=', id)
          .where('state', 'in', states)
          .executeTakeFirstOrThrow()
        return Number(row.count)
      }
      const paid = db
        .selectFrom('subscriptions')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('company_id', '=', id)
        .where('provider', '=', provider)
        .where('status', 'not in', SUBSCRIPTION_OVER)
        .executeTakeFirstOrThrow()
      const payments = db
        .selectFrom('billing_operations as operation')
        .innerJoin('provider_customers as customer', 'customer.company_id', 'operation.company_id')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('operation.company_id', '=', id)
        .where('provider', '=', provider)
        .executeTakeFirstOrThrow()
      const [renders, imports, driveImports] = await Promise.all([
        of('renders', ['waiting', 'running']),
        of('metrics_imports', ['running']),
        of('drive_imports', ['running']),
      ])
      return {
        renders,
        imports: imports + driveImports,
        subscriptions: Number((await paid).count),
        payments: Number((await payments).count),
      }
    },

    /** The company and everything that is only its own: users and accounts have gone before. */
    remove: async (id: number, now: number) => {
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
    },
  }
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

export type CompanyRow = NonNullable<Awaited<ReturnType<ReturnType<typeof companiesStore>['find']>>>
