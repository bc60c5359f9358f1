/** One try that this process holds: what its handler sees, and what the worker needs to know of it. */
import { afterCommit, type Database } from '#platform/database/database.ts'
import { LeaseLost, type RunningJob } from '#ports/queue.ts'
import { type ClaimedRow, leaseStore, type Try } from './lease-store.ts'
import { toCompleted } from './outcomes.ts'

/** More often is of no use to clients, and each is a commit. */
const PROGRESS_EVERY_MS = 500

export interface HeldJob {
  readonly tried: Try
  readonly job: RunningJob
  /** Its effect is committed: the handler cannot change it any more. */
  isCompleted(): boolean
  abort(reason: Error): void
  /** Writes progress that came too soon after the one before. */
  writeProgress(): Promise<void>
}

export function holdJob(
  row: ClaimedRow,
  { database, now, readElapsedMs }: { database: Database; now: () => number; readElapsedMs: () => number },
): HeldJob {
  const tried: Try = { id: row.id, token: row.token }
  const controller = new AbortController()
  let isCompleted = false
  let share = 0
  let written = 0
  let writtenAt = Number.NEGATIVE_INFINITY
  const leaseLost = () => new LeaseLost('The job was cancelled, or another worker has it by now.')

  async function writeProgress(): Promise<void> {
    if (share === written || isCompleted) return
    const telling = share
    writtenAt = readElapsedMs()
    const isOurs = await leaseStore(database.queries, database.engine).setProgress(tried, telling)
    written = telling
    if (!isOurs && !isCompleted) controller.abort(leaseLost())
  }

  return {
    tried,
    isCompleted: () => isCompleted,
    abort: (reason) => controller.abort(reason),
    writeProgress,
    job: {
      id: row.id,
      tryId: row.token,
      kind: row.kind,
      key: row.key,
      companyId: row.company_id === 0 ? null : row.company_id,
      payload: JSON.parse(row.payload),
      attempt: row.attempt,
      requestId: row.request_id,
      signal: controller.signal,
      async progress(reported) {
        share = Math.max(share, Math.min(1, reported))
        if (readElapsedMs() - writtenAt < PROGRESS_EVERY_MS) return
        // No work is lost over a figure: it is written again with the next sign of life, which logs what is wrong.
        await writeProgress().catch(() => {})
      },
      async complete(tx) {
        const ended = await leaseStore(tx, database.engine).end([tried], toCompleted(now()))
        if (ended.length === 0) throw leaseLost()
        afterCommit(tx, () => {
          isCompleted = true
        })
      },
    },
  }
}
