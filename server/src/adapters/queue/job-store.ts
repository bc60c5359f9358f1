/** The table of jobs as its clients see it: to enqueue and cancel work. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { currentRequestId } from '#platform/request-id.ts'
import type { NewJob } from '#ports/queue.ts'

/** Rows of one statement: far below the parameters that either engine takes. */
const ROWS_AT_ONCE = 200
/** Rows removed in one turn of the writer. */
const REMOVED_AT_ONCE = 500

// Spelled as in the index: only then do both engines use the index for the query.
const isLive = sql<boolean>`state in ('waiting', 'running')`

export function jobStore(db: Queries) {
  return {
    /** Leaves out what is live already; answers the ids of the others, in the order given. */
    async add(jobs: readonly NewJob[], now: number, newId: (now: number) => string): Promise<string[]> {
      const requestId = currentRequestId()
      const rows = jobs.map((job) => ({
        id: newId(now),
        kind: job.kind,
        key: job.key,
        company_id: job.companyId ?? 0,
        payload: JSON.stringify(job.payload),
        state: 'waiting' as const,
        priority: job.priority ?? 0,
        run_at: job.runAt === undefined || job.runAt <= now ? 0 : job.runAt,
        created_at: now,
        request_id: requestId,
      }))
      // Always in the same order, so that two who add the same keys at once wait for each other one way only.
      const inOrder = rows.toSorted((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1))
      const added = new Set<string>()
      for (let at = 0; at < inOrder.length; at += ROWS_AT_ONCE) {
        const some = inOrder.slice(at, at + ROWS_AT_ONCE)
        const statement = db
          .insertInto('jobs')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
        for (const { id } of await statement.returning('id').execute()) added.add(id)
      }
      return rows.flatMap(({ id }) => (added.has(id) ? [id] : []))
    },

    async hasten(kind: string, key: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ run_at: 0 })
        .where(isLive)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .where('run_at', '>', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** What of these kinds waits for its time is looked at: its handler puts it off again where that time has not come. */
    hastenAll: (kinds: readonly string[]) =>
      db
        .updateTable('jobs')
        .set({ run_at: 0 })
        .where(sql<boolean>`state = 'waiting' and turn is null`)
        .where('kind', 'in', kinds)
        .where('run_at', '>', 0)
        .execute(),

    async cancel(id: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ state: 'cancelled', turn: null, lease_token: null, finished_at: now })
        .where('id', '=', id)
        .where(isLive)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Breaks the unique key when the same work is live again. */
    async revive(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({
          state: 'waiting',
          run_at: 0,
          turn: null,
          attempt: 0,
          silences: 0,
          progress: 0,
          reason: null,
          finished_at: null,
        })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Answers whether there may be more. */
    async removeSome(endedBefore: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('jobs')
        .where('id', 'in', (query) =>
          query
            .selectFrom('jobs')
            .select('id')
            .where('finished_at', 'is not', null)
            .where('finished_at', '<', endedBefore)
            .orderBy('finished_at')
            .limit(REMOVED_AT_ONCE),
        )
        .executeTakeFirst()
      return numDeletedRows === BigInt(REMOVED_AT_ONCE)
    },
  }
}
