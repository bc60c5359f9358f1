import { SUBSCRIPTION_OVER } from '@tangelo/contract/limits'
import type { Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { PaymentsMode } from '#ports/payments.ts'

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
      const subscriptions = db
        .selectFrom('subscriptions')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('company_id', '=', id)
        .where('provider', '=', provider)
        .where('status', 'not in', SUBSCRIPTION_OVER)
      const payments = db
        .selectFrom('billing_operations as operation')
        .innerJoin('provider_customers as customer', 'customer.company_id', 'operation.company_id')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('operation.company_id', '=', id)
        .where('provider', '=', provider)
      // All together: where the store fails, no rejection is left unhandled.
      const [renders, imports, driveImports, paid, owed] = await Promise.all([
        of('renders', ['waiting', 'running']),
        of('metrics_imports', ['running']),
        of('drive_imports', ['running']),
        subscriptions.executeTakeFirstOrThrow(),
        payments.executeTakeFirstOrThrow(),
      ])
      return {
        renders,
        imports: imports + driveImports,
        subscriptions: Number(paid.count),
        payments: Number(owed.count),
      }
    },
  }
}

export type CompanyRow = NonNullable<Awaited<ReturnType<ReturnType<typeof companiesStore>['find']>>>
