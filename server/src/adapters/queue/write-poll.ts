/** The transaction of a poll: outcomes of tries, missed leases, schedules, and claims of what may run. */
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { DeadJob } from '#ports/queue.ts'
import { type KindNow, type Served, serveKind } from './claims.ts'
import { kindStore } from './kind-store.ts'
import { leaseStore, type RunningRow, type Try } from './lease-store.ts'
import type { Log } from './log.ts'
import { afterMissedLease, type Outcome } from './outcomes.ts'
import type { Ended } from './running-calls.ts'

/** What a look has written: calls to begin, and jobs that are dead letters now. */
interface Polled extends Served {
  dead: DeadJob[]
}

/** It may run again, so it changes nothing but the store. `dead`: jobs whose lease was missed. */
export async function writePoll(
  tx: Queries,
  { endings, dead, kinds }: { endings: readonly Ended[]; dead: readonly RunningRow[]; kinds: readonly KindNow[] },
  {
    engine,
    clock,
    newId,
    node,
    log,
  }: { engine: Engine; clock: Clock; newId: (now: number) => string; node: string | null; log: Log },
): Promise<Polled> {
  const store = leaseStore(tx, engine)
  for (const { kind } of kinds) await kindStore(tx, engine).lock(kind)
  const all: Polled = { calls: [], isMore: dead.length > 0, dead: [] }
  for (const group of alike(endings)) {
    const written = new Set(await store.end(group.tries, group.outcome))
    if (group.outcome.state === 'failed') all.dead.push(...group.jobs.filter(({ id }) => written.has(id)))
  }
  for (const row of dead) {
    const { id, kind, key, company_id, lease_token, beats } = row
    const outcome = afterMissedLease(row, clock.now())
    const isTaken = await store.take({ id, token: lease_token ?? '' }, beats, outcome)
    if (!isTaken || outcome.state !== 'failed') continue
    log.error({ id, kind }, outcome.reason)
    all.dead.push({ id, kind, key, companyId: company_id === 0 ? null : company_id, isSilent: true })
  }
  for (const kind of kinds) {
    const { calls, isMore } = await serveKind(tx, kind, { engine, now: clock.now(), newId, node: node ?? '' })
    all.calls.push(...calls)
    all.isMore ||= isMore
  }
  return all
}

/** Tries that ended alike, to be written by one statement. */
function alike(ended: readonly Ended[]): { jobs: DeadJob[]; tries: Try[]; outcome: Outcome }[] {
  const groups = new Map<string, { jobs: DeadJob[]; tries: Try[]; outcome: Outcome }>()
  for (const { job, tried, outcome } of ended) {
    const key = JSON.stringify(outcome)
    const group = groups.get(key) ?? { jobs: [], tries: [], outcome }
    group.jobs.push(job)
    group.tries.push(tried)
    groups.set(key, group)
  }
  return [...groups.values()]
}
