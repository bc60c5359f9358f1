/**
 * Who is next. What has become due of a kind gets a turn, and jobs are taken by priority, then by turn. A company's jobs
 * follow each other turn by turn, and a company that comes later begins at the turn that is being served: of companies
 * that have work waiting each gets one job in turn, however many one of them brought.
 */
import { sql } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'

/** In one statement; the others get their turns a moment later. */
const AT_ONCE = 200

/**
 * Gives turns to jobs of a kind whose time has come, the oldest first; of those that never had to wait, from the id `from` on.
 * Returns whether there may be more. Give turns of one kind in one transaction at a time, else two companies' jobs share them
 * unevenly.
 */
export async function giveTurns(
  db: Queries,
  engine: Engine,
  { kind, from, now }: { kind: string; from: string; now: number },
): Promise<boolean> {
  // Locked, so that the update need not check again whether they still wait.
  const locked = engine === 'postgres' ? sql`for update skip locked` : sql``
  const beginning = engine === 'postgres' ? sql`and (run_at, id) >= (0, ${from})` : sql``
  const ready = sql`kind = ${kind} and state = 'waiting' and turn is not null`
  // Materialised: PostgreSQL, which cannot know how few these are, would otherwise make them anew for every row.
  const { numAffectedRows } = await sql`
    with oldest as materialized (
      select id, priority, company_id, run_at from jobs
      where kind = ${kind} and state = 'waiting' and turn is null and run_at <= ${now} ${beginning}
      order by run_at, id limit ${sql.lit(AT_ONCE)} ${locked}
    ), due as materialized (
      select id, priority, company_id,
        row_number() over (partition by priority, company_id order by run_at, id) - 1 as place
      from oldest
    ), owner as materialized (
      select priority, company_id,
        coalesce((select min(turn) from jobs where ${ready} and priority = due.priority), 0) as served,
        coalesce((select max(turn) + 1 from jobs where ${ready} and priority = due.priority
          and company_id = due.company_id), 0) as following
      from due where place = 0
    ), placed as materialized (
      select due.id, place + case when following > served then following else served end as turn
      from due join owner on owner.priority = due.priority and owner.company_id = due.company_id
    )
    update jobs set turn = placed.turn from placed where jobs.id = placed.id
  `.execute(db)
  return Number(numAffectedRows ?? 0) === AT_ONCE
}
