/** The table of jobs as its clients see it: to enqueue, watch and cancel work. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import { currentRequestId } from '#platform/request-id.ts'
import type { JobView, NewJob, Queue } from '#ports/queue.ts'

/** Rows of one statement: far below the parameters that either engine takes. */
const ROWS_AT_ONCE = 200
/** Rows removed in one turn of the writer. */
const REMOVED_AT_ONCE = 500

// Spelled as in the indexes: only then do both engines use an index for the query.
const isLive = sql<boolean>`state in ('waiting', 'running')`
const isDead = sql<boolean>`state = 'failed'`
const isShown = sql<boolean>`state in ('waiting', 'running', 'failed')`

const VIEW = [
  'id',
  'kind',
  'key',
  'company_id',
  'state',
  'progress',
  'attempt',
  'reason',
  'created_at',
  'run_at',
  'finished_at',
  'request_id',
] as const

interface ViewRow {
  id: string
  kind: string
  key: string
  company_id: number
  state: JobView['state']
  progress: number
  attempt: number
  reason: string | null
  created_at: number
  run_at: number
  finished_at: number | null
  request_id: string | null
}

const asView = (row: ViewRow): JobView => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  companyId: row.company_id === 0 ? null : row.company_id,
  state: row.state,
  progress: row.progress,
  attempt: row.attempt,
  reason: row.reason,
  createdAt: row.created_at,
  // 0 says "at once" in the table.
  runAt: row.run_at === 0 ? row.created_at : row.run_at,
  finishedAt: row.finished_at,
  requestId: row.request_id,
})

const findRow = prepared((db, id: string) => db.selectFrom('jobs').select(VIEW).where('id', '=', id))

const findLiveRow = prepared((db, kind: string, key: string) =>
  db.selectFrom('jobs').select(VIEW).where(isLive).where('kind', '=', kind).where('key', '=', key),
)

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

    async find(id: string): Promise<JobView | null> {
      const [row] = await findRow(db, id)
      return row ? asView(row) : null
    },

    async findLive(kind: string, key: string): Promise<JobView | null> {
      const [row] = await findLiveRow(db, kind, key)
      return row ? asView(row) : null
    },

    async list({ companyId, kinds, failedSince, limit }: Parameters<Queue['list']>[0]): Promise<JobView[]> {
      const rows = await db
        .selectFrom('jobs')
        .select(VIEW)
        .where(isShown)
        .where((row) => row.or([row('finished_at', 'is', null), row('finished_at', '>=', failedSince)]))
        .$if(companyId !== 'all', (query) => query.where('company_id', '=', Number(companyId)))
        .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(asView)
    },

    async deadLetters(limit: number): Promise<JobView[]> {
      const rows = await db
        .selectFrom('jobs')
        .select(VIEW)
        .where(isDead)
        .orderBy('finished_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(asView)
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
