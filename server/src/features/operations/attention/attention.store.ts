import type { Queries } from '#platform/database/database.ts'

/** What users have put off or hidden, here or as alerts. */
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

    /** Of alerts that last and that the user has put off or dismissed: how many things, by group. */
    async putAwayAlerts(userId: number, now: number): Promise<Map<string, { number: number; until: number | null }>> {
      const rows = await db
        .selectFrom('alerts')
        .select((row) => ['group_key as group', row.fn.sum<number>('number').as('number')])
        .select((row) => row.fn.min<number | null>('snoozed_until').as('until'))
        .where('user_id', '=', userId)
        .where('closed_at', 'is', null)
        .where((row) => row.or([row('dismissed_at', 'is not', null), row('snoozed_until', '>', now)]))
        .groupBy('group_key')
        .execute()
      return new Map(
        rows.map(({ group, number, until }) => [
          group,
          { number: Number(number), until: until === null ? null : Number(until) },
        ]),
      )
    },

    /** `until` null: they are shown again. */
    putOffAlerts: (userId: number, group: string, until: number | null) =>
      db
        .updateTable('alerts')
        .set({ snoozed_until: until, read_at: null })
        .where('user_id', '=', userId)
        .where('group_key', '=', group)
        .where('closed_at', 'is', null)
        .execute(),

    remove: (userId: number, subject: string) =>
      db.deleteFrom('dismissals').where('user_id', '=', userId).where('subject', '=', subject).execute(),

    /** Everything that was put off; what is hidden for good stays hidden. */
    async bringBack(userId: number): Promise<void> {
      await db.deleteFrom('dismissals').where('user_id', '=', userId).where('until', 'is not', null).execute()
      await db
        .updateTable('alerts')
        .set({ snoozed_until: null, dismissed_at: null })
        .where('user_id', '=', userId)
        .where('closed_at', 'is', null)
        .where((row) => row.or([row('snoozed_until', 'is not', null), row('dismissed_at', 'is not', null)]))
        .execute()
    },

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
