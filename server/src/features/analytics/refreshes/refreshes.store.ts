import type { Queries } from '#platform/database/database.ts'

export function refreshesStore(db: Queries) {
  return {
    account: (id: number) =>
      db
        .selectFrom('accounts')
        .select(['id', 'company_id', 'username', 'username_key', 'refreshed_on_demand_at'])
        .where('id', '=', id)
        .executeTakeFirst(),

    setRefreshedOnDemand: (id: number, at: number) =>
      db.updateTable('accounts').set({ refreshed_on_demand_at: at }).where('id', '=', id).execute(),

    /** Accounts whose profile fails, by id. */
    failing: (scope: number | 'all', after: number, limit: number) =>
      db
        .selectFrom('profiles')
        .innerJoin('accounts', 'accounts.username_key', 'profiles.username_key')
        .select([
          'accounts.id',
          'accounts.username',
          'profiles.failure_kind',
          'profiles.failure',
          'profiles.failing_since',
          'profiles.due_at',
        ])
        .where('profiles.failing_since', 'is not', null)
        .where('accounts.id', '>', after)
        .$if(scope !== 'all', (query) => query.where('accounts.company_id', '=', Number(scope)))
        .orderBy('accounts.id')
        .limit(limit)
        .execute(),
  }
}
