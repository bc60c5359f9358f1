import type { Queries } from '#platform/database/database.ts'

/** What users have put off or hidden. */
export function dismissalsStore(db: Queries) {
  return {
    /** Those that still count at this moment. */
    of: (userId: number, now: number) =>
      db
        .selectFrom('dismissals')
        .select(['subject', 'until', 'seen'])
        .where('user_id', '=', userId)
        .where((row) => row.or([row('until', 'is', null), row('until', '>', now)]))
        .execute(),

    put: async (row: { user_id: number; subject: string; until: number | null; seen: number }) => {
      await db
        .insertInto('dismissals')
        .values(row)
        .onConflict((known) => known.columns(['user_id', 'subject']).doUpdateSet({ until: row.until, seen: row.seen }))
        .execute()
    },

    remove: (userId: number, subject: string) =>
      db.deleteFrom('dismissals').where('user_id', '=', userId).where('subject', '=', subject).execute(),

    /** Everything that was put off; what is hidden for good stays hidden. */
    bringBack: (userId: number) =>
      db.deleteFrom('dismissals').where('user_id', '=', userId).where('until', 'is not', null).execute(),

    /** Rows that are over, so that the table stays small. */
    purge: (userId: number, now: number) =>
      db
        .deleteFrom('dismissals')
        .where('user_id', '=', userId)
        .where('until', 'is not', null)
        .where('until', '<=', now)
        .execute(),
  }
}
