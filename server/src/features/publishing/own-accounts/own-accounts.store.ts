import type { Scope } from '#features/core/index.ts'
import type { Queries } from '#platform/database/database.ts'

export function ownAccountsStore(db: Queries) {
  /** An account that was moved to another company has no connection there. */
  const living = () =>
    db
      .selectFrom('own_accounts as own')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'own.account_id').onRef('accounts.company_id', '=', 'own.company_id'),
      )
      .leftJoin('users', 'users.id', 'own.connected_by')
      .selectAll('own')
      .select('users.username as connected_by_name')

  return {
    list: (scope: Scope, accountId: number | undefined) =>
      living()
        .$if(scope !== 'all', (query) => query.where('own.company_id', '=', scope === 'none' ? -1 : Number(scope)))
        .$if(accountId !== undefined, (query) => query.where('own.account_id', '=', accountId ?? -1))
        .orderBy('own.username')
        .orderBy('own.account_id')
        .execute(),
  }
}
