/** Reads the insights of connected accounts, an hour after the round before. One round of an account at a time, over all nodes. */
import type { Database } from '#platform/database/database.ts'
import type { Handler, Queue, Schedule } from '#ports/queue.ts'
import type { InsightRounds } from './service/round.ts'

const FIND = 'find-insights'
const READ = 'read-insights'
const FIND_EVERY_MS = 5 * 60_000
/** Most of a round is spent waiting for its turn. */
const AT_ONCE = 32

export function insightJobs({
  database,
  queue,
  rounds,
}: {
  database: Database
  queue: Pick<Queue, 'enqueue'>
  rounds: InsightRounds
}): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      {
        kind: FIND,
        concurrency: 1,
        run: async () => {
          const due = await rounds.find()
          await database.transaction((tx) =>
            queue.enqueue(
              tx,
              due.map(({ company_id, account_id }) => ({
                kind: READ,
                key: String(account_id),
                companyId: company_id,
                payload: { accountId: account_id, companyId: company_id },
              })),
            ),
          )
          return undefined
        },
      },
      {
        kind: READ,
        concurrency: AT_ONCE,
        run: async ([job]) => {
          if (job)
            await rounds.run(
              { account_id: Number(job.payload.accountId), company_id: Number(job.payload.companyId) },
              job.signal,
            )
          return undefined
        },
        // The next round has another try an hour later, and not with every search.
        onDeadLetter: ({ key, companyId }) => rounds.putOff({ account_id: Number(key), company_id: companyId ?? 0 }),
      },
    ],
    schedules: [{ kind: FIND, everyMs: FIND_EVERY_MS }],
  }
}
