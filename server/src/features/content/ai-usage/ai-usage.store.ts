import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function aiUsageStore(db: Queries) {
  return {
    day: (companyId: number, day: string) =>
      db
        .selectFrom('ai_usage_days')
        .select(['calls', 'tokens'])
        .where('company_id', '=', companyId)
        .where('day', '=', day)
        .executeTakeFirst(),

    /** One statement, so that of several at once none is one too many. False when the day is full. */
    take: async (companyId: number, day: string, callsPerDay: number) => {
      const row = await db
        .insertInto('ai_usage_days')
        .values({ company_id: companyId, day, calls: 1, tokens: 0 })
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'day'])
            .doUpdateSet((row) => ({ calls: row('ai_usage_days.calls', '+', 1) }))
            .where('ai_usage_days.calls', '<', callsPerDay),
        )
        .returning('calls')
        .executeTakeFirst()
      return row !== undefined
    },

    move: (companyId: number, day: string, { calls, tokens }: { calls: number; tokens: number }) =>
      db
        .updateTable('ai_usage_days')
        .set((row) => ({ calls: row('calls', '+', calls), tokens: row('tokens', '+', tokens) }))
        .where('company_id', '=', companyId)
        .where('day', '=', day)
        .execute(),

    note: (row: Insertable<Tables['ai_usage']>) => db.insertInto('ai_usage').values(row).execute(),
  }
}
