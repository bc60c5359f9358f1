/** What a look does for one kind of work: begins its round, gives turns, and claims as many calls as may run. */
import { sql } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Handler } from '#ports/queue.ts'
import { jobStore } from './job-store.ts'
import { kindStore } from './kind-store.ts'
import { type ClaimedRow, leaseStore, type RunningRow } from './lease-store.ts'
import { nextRun } from './schedules.ts'
import { giveTurns } from './turns.ts'

/** What there is to do for a kind at a look. */
export interface KindNow {
  kind: string
  /** Absent in a process that only begins its rounds. */
  handler?: Handler
  /** There are jobs whose time has come and that have no turn yet. */
  isDue: boolean
  /** Of those that never had to wait, none has an id before this one. */
  from: string
  /** Absent when no round is due. */
  round?: { nextAt: number | null; everyMs: number }
  /** Calls that this process may begin. */
  freeHere: number
}

export interface Served {
  /** The jobs of each call. */
  calls: ClaimedRow[][]
  /** Another look would find something at once. */
  isMore: boolean
}

/** Whether a process of the node claimed the job. */
export const isCallOf = (node: string, { lease_token }: RunningRow): boolean =>
  lease_token?.startsWith(`${node}/`) ?? false

/** Call it in a transaction that holds the lock of the kind: only then do the limits hold over all nodes. */
export async function serveKind(
  tx: Queries,
  { kind, handler, isDue, from, round, freeHere }: KindNow,
  { engine, now, newId, node }: { engine: Engine; now: number; newId: (now: number) => string; node: string },
): Promise<Served> {
  const kinds = kindStore(tx, engine)
  let isMore = false
  if (round && (await kinds.moveRound(kind, round.nextAt, nextRun(round.nextAt, round.everyMs, now)))) {
    await jobStore(tx).add([{ kind, key: kind, companyId: null, payload: {} }], now, newId)
    isMore = true
  }
  if (isDue) isMore = (await giveTurns(tx, engine, { kind, from, now })) || isMore
  const free = handler && freeHere > 0 ? Math.min(freeHere, handler.concurrency - (await kinds.callsOf(kind))) : 0
  return {
    calls: handler && free > 0 ? await claimCalls(tx, engine, handler, free, `${node}/${newId(now)}`) : [],
    isMore,
  }
}

async function claimCalls(
  tx: Queries,
  engine: Engine,
  { kind, batch = 1 }: Handler,
  free: number,
  name: string,
): Promise<ClaimedRow[][]> {
  const store = leaseStore(tx, engine)
  // One job to a call: all calls in one statement, named after their jobs.
  if (batch === 1) return (await store.claim(kind, free, sql`${`${name} `} || id`)).map((row) => [row])
  const calls: ClaimedRow[][] = []
  while (calls.length < free) {
    const rows = await store.claim(kind, batch, sql`${`${name} ${calls.length}`}`)
    if (rows.length > 0) calls.push(rows)
    if (rows.length < batch) break
  }
  return calls
}
