import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

/** Ways to the service's page and back that have begun. */
export function statesStore(db: Queries) {
  return {
    add: async (row: Insertable<Tables['own_account_states']>): Promise<void> => {
      await db.insertInto('own_account_states').values(row).execute()
    },

    /** Marks it as used, so that it can be used once. */
    use: (stateHash: string, now: number) =>
      db
        .updateTable('own_account_states')
        .set({ used_at: now })
        .where('state_hash', '=', stateHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),

    noteProblem: async (stateHash: string, problem: string): Promise<void> => {
      await db.updateTable('own_account_states').set({ problem }).where('state_hash', '=', stateHash).execute()
    },

    /** The last one of this user for the account that has come back. */
    last: (userId: number, accountId: number) =>
      db
        .selectFrom('own_account_states')
        .select(['used_at', 'problem'])
        .where('user_id', '=', userId)
        .where('account_id', '=', accountId)
        .where('used_at', 'is not', null)
        .orderBy('used_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    forget: async (before: number): Promise<void> => {
      await db.deleteFrom('own_account_states').where('expires_at', '<', before).execute()
    },
  }
}
