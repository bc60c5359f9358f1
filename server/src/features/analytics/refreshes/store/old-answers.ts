/** What sources have answered, as it came, until its days are over. */
import type { Queries } from '#platform/database/database.ts'

export function oldAnswersStore(db: Queries) {
  return {
    /** Of those kept since before that moment some that no other process has claimed; null once there are none. */
    claim: async (keptBefore: number, claimedUntil: number, limit: number) => {
      const old = await db
        .selectFrom('raw_responses')
        .select('id')
        .where('kept_since', '<', keptBefore)
        .orderBy('kept_since')
        .limit(limit)
        .execute()
      if (old.length === 0) return null
      const ids = old.map(({ id }) => id)
      // Of two processes that found the same answers, the second sees here that they are taken.
      const claimed = await db
        .updateTable('raw_responses')
        .set({ kept_since: claimedUntil })
        .where('id', 'in', ids)
        .where('kept_since', '<', keptBefore)
        .returning(['id', 'hash'])
        .execute()
      return claimed.map(({ id, hash }) => ({ id, hash: Buffer.from(hash).toString('hex') }))
    },

    /** They have left blob storage; their hashes stay. */
    forget: async (ids: number[]): Promise<void> => {
      if (ids.length > 0)
        await db.updateTable('raw_responses').set({ kept_since: null }).where('id', 'in', ids).execute()
    },
  }
}
