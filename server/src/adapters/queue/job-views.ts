/** Jobs as they are shown: one of them, those of a list, dead letters. */
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { JobView } from '#ports/job-view.ts'
import type { Queue } from '#ports/queue.ts'

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

const findRow = prepareQuery((db, id: string) => db.selectFrom('jobs').select(VIEW).where('id', '=', id))

const findLiveRow = prepareQuery((db, kind: string, key: string) =>
  db.selectFrom('jobs').select(VIEW).where(isLive).where('kind', '=', kind).where('key', '=', key),
)

export function jobViews(db: Queries) {
  return {
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
  }
}
