import type { Queries } from '#platform/database/database.ts'
import type { ErrorReport } from './error-log.rules.ts'

export interface CountedError extends ErrorReport {
  times: number
  firstAt: number
  lastAt: number
}

export function errorLogStore(db: Queries) {
  return {
    /** Counts on where the fault is known. */
    keep: ({ fingerprint, doing, message, place, requestId, times, firstAt, lastAt }: CountedError) =>
      db
        .insertInto('error_log')
        .values({
          fingerprint,
          doing,
          message,
          place,
          times,
          first_at: firstAt,
          last_at: lastAt,
          request_id: requestId,
        })
        .onConflict((conflict) =>
          conflict.column('fingerprint').doUpdateSet((row) => ({
            message: row.ref('excluded.message'),
            request_id: row.ref('excluded.request_id'),
            last_at: row.ref('excluded.last_at'),
            times: row('error_log.times', '+', row.ref('excluded.times')),
          })),
        )
        .execute(),

    /** Forgets all but the latest. */
    async keepLatest(count: number): Promise<void> {
      const last = await db
        .selectFrom('error_log')
        .select('last_at')
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        .offset(count - 1)
        .limit(1)
        .executeTakeFirst()
      if (last) await db.deleteFrom('error_log').where('last_at', '<', last.last_at).execute()
    },

    latest: (limit: number) =>
      db.selectFrom('error_log').selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc').limit(limit).execute(),

    clear: () => db.deleteFrom('error_log').execute(),
  }
}
