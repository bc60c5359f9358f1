/** Which profiles can be read through what their owners have connected. */
import type { Queries } from '#platform/database/database.ts'

export function ownedStore(db: Queries) {
  /** Of the company that tracks the account; what has ended opens nothing. */
  const living = () =>
    db
      .selectFrom('own_accounts as own')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'own.account_id').onRef('accounts.company_id', '=', 'own.company_id'),
      )
      .where('own.sealed', 'is not', null)

  return {
    /** Names that an owner has connected. */
    findConnected: async (): Promise<Set<string>> => {
      const rows = await living().select('accounts.username_key').distinct().execute()
      return new Set(rows.map(({ username_key }) => username_key))
    },

    /** Names that are marked as such. */
    findMarked: async (): Promise<Set<string>> => {
      const rows = await db.selectFrom('profile_syncs').select('username_key').where('is_owned', '=', 1).execute()
      return new Set(rows.map(({ username_key }) => username_key))
    },

    /** One at a time and in order: two nodes that do the same never wait for each other. */
    mark: async (keys: readonly string[], isOwned: 0 | 1): Promise<void> => {
      for (const key of keys.toSorted())
        await db
          .updateTable('profile_syncs')
          .set({ is_owned: isOwned, owner_asked_at: null })
          .where('username_key', '=', key)
          .where('is_owned', '!=', isOwned)
          .execute()
    },

    /** Of these accounts, those that their own company has connected. */
    among: async (accountIds: readonly number[]): Promise<Set<number>> => {
      if (accountIds.length === 0) return new Set()
      const rows = await living().select('accounts.id').where('accounts.id', 'in', accountIds).execute()
      return new Set(rows.map(({ id }) => id))
    },
  }
}
