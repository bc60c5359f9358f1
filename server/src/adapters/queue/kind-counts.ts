/** How much work of each kind there is, counted in the indexes alone: also when ten thousand jobs wait. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { KindCounts } from '#ports/queue.ts'

// Spelled as in the indexes: only then do both engines use an index for the query.
const READY = sql<boolean>`state = 'waiting' and turn is not null`
const LATER = sql<boolean>`state = 'waiting' and turn is null`
const RUNNING = sql<boolean>`state = 'running'`
const DEAD = sql<boolean>`state = 'failed'`

export async function kindCounts(db: Queries): Promise<KindCounts[]> {
  const counted = async (which: RawBuilder<boolean>) => {
    const rows = await db
      .selectFrom('jobs')
      .select((job) => ['kind', job.fn.countAll<number>().as('jobs')])
      .where(which)
      .groupBy('kind')
      .execute()
    return new Map(rows.map(({ kind, jobs }) => [kind, Number(jobs)]))
  }
  const [ready, later, running, dead] = await Promise.all([READY, LATER, RUNNING, DEAD].map(counted))
  const known = await db.selectFrom('job_kinds').select(['kind', 'next_round_at']).execute()
  const rounds = new Map(known.map(({ kind, next_round_at }) => [kind, next_round_at]))
  const kinds = new Set([rounds, ready, later, running, dead].flatMap((counts) => [...(counts?.keys() ?? [])]))
  return [...kinds].sort().map((kind) => ({
    kind,
    waiting: (ready?.get(kind) ?? 0) + (later?.get(kind) ?? 0),
    running: running?.get(kind) ?? 0,
    failed: dead?.get(kind) ?? 0,
    nextRoundAt: rounds.get(kind) ?? null,
  }))
}
