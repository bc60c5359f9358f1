/**
 * Slots and settings of accounts that publish, and the limits of the service that hold them. Both belong to a company: they do not
 * go with an account that moves to another one.
 */
import { sql, type Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { Slot } from './slots.rules.ts'

// Spelled as in the index.
const isNotOver = sql<boolean>`state not in ('failed', 'withdrawn')`

export function slotsStore(db: Queries) {
  return {
    of: (companyId: number, accountId: number): Promise<Slot[]> =>
      db
        .selectFrom('publishing_slots')
        .select(['weekday', 'minute'])
        .where('company_id', '=', companyId)
        .where('account_id', '=', accountId)
        .orderBy('weekday')
        .orderBy('minute')
        .execute(),

    async set(companyId: number, accountId: number, slots: readonly Slot[]): Promise<void> {
      await db.deleteFrom('publishing_slots').where('account_id', '=', accountId).execute()
      const rows = slots.map(({ weekday, minute }) => ({
        company_id: companyId,
        account_id: accountId,
        weekday,
        minute,
      }))
      if (rows.length > 0) await db.insertInto('publishing_slots').values(rows).execute()
    },

    /** Moments at which the company publishes to the account already. */
    findPlannedMoments: async (companyId: number, accountId: number, after: number): Promise<Set<number>> => {
      const rows = await db
        .selectFrom('publications')
        .select('planned_at')
        .where('company_id', '=', companyId)
        .where('account_id', '=', accountId)
        .where('planned_at', '>', after)
        .where(isNotOver)
        .execute()
      return new Set(rows.map(({ planned_at }) => planned_at))
    },

    /** Locked until the transaction ends; made where the company that has the account has none. */
    lockSettings: async (accountId: number, toleranceMinutes: number, engine: Engine) => {
      await db
        .insertInto('publishing_settings')
        .values((row) => ({
          account_id: accountId,
          company_id: row.selectFrom('accounts').select('company_id').where('id', '=', accountId),
          tolerance_minutes: toleranceMinutes,
        }))
        .onConflict((taken) =>
          taken
            .column('account_id')
            .doUpdateSet((row) => ({
              company_id: row.ref('excluded.company_id'),
              tolerance_minutes: toleranceMinutes,
              paused_because: null,
              paused_at: null,
              waits_until: null,
            }))
            .whereRef('publishing_settings.company_id', '!=', 'excluded.company_id'),
        )
        .execute()
      return db
        .selectFrom('publishing_settings')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirstOrThrow()
    },

    settings: (accountId: number) =>
      db
        .selectFrom('publishing_settings as settings')
        .innerJoin('accounts', (join) =>
          join
            .onRef('accounts.id', '=', 'settings.account_id')
            .onRef('accounts.company_id', '=', 'settings.company_id'),
        )
        .selectAll('settings')
        .where('settings.account_id', '=', accountId)
        .executeTakeFirst(),

    changeSettings: (accountId: number, change: Updateable<Tables['publishing_settings']>) =>
      db.updateTable('publishing_settings').set(change).where('account_id', '=', accountId).execute(),

    installationWaitsUntil: async (): Promise<number | null> =>
      (await db.selectFrom('publishing_limits').select('waits_until').executeTakeFirst())?.waits_until ?? null,

    holdInstallation: (until: number) =>
      db
        .insertInto('publishing_limits')
        .values({ name: 'application', waits_until: until })
        .onConflict((taken) =>
          taken.column('name').doUpdateSet({ waits_until: until }).where('publishing_limits.waits_until', '<', until),
        )
        .execute(),

    company: (id: number) =>
      db.selectFrom('companies').select(['id', 'time_zone']).where('id', '=', id).executeTakeFirst(),

    account: (id: number) =>
      db.selectFrom('accounts').select(['id', 'company_id', 'username']).where('id', '=', id).executeTakeFirst(),
  }
}
