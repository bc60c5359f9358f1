import type { Queries } from '#platform/database/database.ts'
import { inDemo } from '#platform/database/own-companies.ts'

export function refreshesStore(db: Queries) {
  return {
    account: (id: number) =>
      db
        .selectFrom('accounts')
        .select([
          'id',
          'company_id',
          'username',
          'username_key',
          'refreshed_on_demand_at',
          'refresh_interval',
          'refresh_days',
          inDemo('company_id').as('isDemo'),
        ])
        .where('id', '=', id)
        .executeTakeFirst(),

    setRefreshedOnDemand: (id: number, at: number) =>
      db.updateTable('accounts').set({ refreshed_on_demand_at: at }).where('id', '=', id).execute(),

    /** Accounts whose profile fails, by id. */
    failing: (scope: number | 'all', after: number, limit: number) =>
      db
        .selectFrom('profile_syncs')
        .innerJoin('accounts', 'accounts.username_key', 'profile_syncs.username_key')
        .select([
          'accounts.id',
          'accounts.username',
          'profile_syncs.failure_kind',
          'profile_syncs.failure',
          'profile_syncs.failing_since',
          'profile_syncs.due_at',
        ])
        .where('profile_syncs.failing_since', 'is not', null)
        .where('accounts.id', '>', after)
        .$if(scope !== 'all', (query) => query.where('accounts.company_id', '=', Number(scope)))
        .orderBy('accounts.id')
        .limit(limit)
        .execute(),
  }
}
