/** How much work of each kind there is, counted in the indexes alone: also when ten thousand jobs wait. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { KindCounts } from '#ports/job-view.ts'

// Spelled as in the indexes: only then do both engines use an index for the query.
const READY = sql<boolean>`state = 'waiting' and turn is not null`
const LATER = sql<boolean>`state = 'waiting' and turn is null`
const RUNNING = sql<boolean>`lease_token is not null`
const DEAD = sql<boolean>`state = 'failed'`

export async function kindCounts(db: Queries): Promise<KindCounts[]> {
  const countJobs = async (which: RawBuilder<boolean>) => {
    const rows = await db
      .selectFrom('jobs')
      .select((job) => ['kind', job.fn.countAll<number>().as('jobs')])
      .where(which)
      .groupBy('kind')
      .execute()
    return new Map(rows.map(({ kind, jobs }) => [kind, Number(jobs)]))
  }
  const [ready, later, running, dead] = await Promise.all([READY, LATER, RUNNING, DEAD].map(countJobs))
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

/** Since when the oldest job of a kind has been waiting for a worker; nothing for kinds where none is due. */
export async function oldestDue(db: Queries, now: number): Promise<ReadonlyMap<string, number>> {
  const findOldest = async (which: RawBuilder<boolean>) =>
    db
      .selectFrom('jobs')
      .select('kind')
      .select(sql<number>`min(case when run_at > created_at then run_at else created_at end)`.as('since'))
      .where(which)
      .where('run_at', '<=', now)
      .groupBy('kind')
      .execute()
  const oldest = new Map<string, number>()
  for (const { kind, since } of (await Promise.all([READY, LATER].map(findOldest))).flat())
    oldest.set(kind, Math.min(Number(since), oldest.get(kind) ?? Number.POSITIVE_INFINITY))
  return oldest
}
