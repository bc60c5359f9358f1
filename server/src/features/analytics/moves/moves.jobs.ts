/**
 * Keeps the latest move of each account, so that a list of what moved needs no analysis. A reading marks the accounts that
 * may have moved; this work analyses them, one after the other. Safe to repeat.
 */
import { dayFromText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { Handler, Schedule } from '#ports/queue.ts'
import type { AnalysisService } from '../analysis/analysis.service.ts'
import { type KnownFollowers, MOVED_DAYS, mayHaveMoved } from './moves.rules.ts'
import { movesStore } from './moves.store.ts'

const FIND_MOVES = 'find-moves'
const EVERY_MS = 30_000
const AT_ONCE = 50
const DAY_MS = 24 * 60 * 60_000

/** In the transaction that stores a reading. */
export async function markMoves(tx: Queries, accountId: number, newest: readonly KnownFollowers[]): Promise<void> {
  const store = movesStore(tx)
  if (mayHaveMoved(newest)) await store.markDue(accountId)
  else await store.remove(accountId)
}

export function moveJobs({
  database,
  clock,
  analysis,
}: {
  database: Database
  clock: Clock
  analysis: Pick<AnalysisService, 'recentMoves'>
}): { handlers: Handler[]; schedules: Schedule[] } {
  const store = movesStore(database.queries)

  async function findMoves(signal: AbortSignal): Promise<void> {
    for (let after = 0; ; ) {
      const due = await store.due(after, AT_ONCE)
      for (const { id, companyId, captured_at, data_revision } of due) {
        signal.throwIfAborted()
        // Figures of long ago are no news, however much they moved.
        const isRecent = (captured_at ?? 0) >= clock.now() - (MOVED_DAYS + 1) * DAY_MS
        const found = isRecent ? await analysis.recentMoves({ id, companyId }, MOVED_DAYS) : []
        const move = found.at(-1)
        await store.store(
          id,
          data_revision,
          move
            ? { day: dayFromText(move.day), change: move.change, kind: move.kind, others: move.evidence.others.moved }
            : null,
        )
      }
      after = due.at(-1)?.id ?? 0
      if (due.length < AT_ONCE) return
    }
  }

  return {
    handlers: [
      {
        kind: FIND_MOVES,
        concurrency: 1,
        run: async ([job]) => {
          if (job) await findMoves(job.signal)
          return undefined
        },
      },
    ],
    schedules: [{ kind: FIND_MOVES, everyMs: EVERY_MS }],
  }
}
