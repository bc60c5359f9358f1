/**
 * The daily round: every profile whose time has come, the longest waiting first, as fast as the connections allow and no faster. One
 * node begins it; while more is due than it has taken, another one joins. Ends when nothing is due or no connection may be called.
 */
import type { Handler, Queue, RunningJob, Schedule } from '#ports/queue.ts'
import { type Round, type RoundTools, readSource } from './jobs/read-source.ts'
import { refreshAccountHandler } from './jobs/refresh-account.ts'

const REFRESH_ROUND = 'refresh-round'
const ROUND_EVERY_MS = 30_000
/** Nodes that read side by side at most. */
const NODES_MAX = 32

interface RefreshJobTools extends RoundTools {
  queue: Queue
}

export function refreshJobs(tools: RefreshJobTools): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      refreshAccountHandler(tools),
      {
        kind: REFRESH_ROUND,
        concurrency: NODES_MAX,
        concurrencyHere: 1,
        // It takes hours, and what it has stored stays stored: however often its process ends, it goes on.
        attempts: Number.POSITIVE_INFINITY,
        run: async ([job]) => {
          if (job) await refreshDue(job, tools)
          return undefined
        },
      },
    ],
    schedules: [{ kind: REFRESH_ROUND, everyMs: ROUND_EVERY_MS }],
  }
}

/** Reads every profile whose time has come, from all sources side by side. */
async function refreshDue(job: RunningJob, tools: RefreshJobTools): Promise<void> {
  const { clock, profiles } = tools
  await profiles.followNew()
  const total = await profiles.countDue(clock.now())
  let done = 0
  const round: Round = {
    ...tools,
    job,
    onDone: async (count) => {
      done += count
      await job.progress(Math.min(1, done / total))
    },
    onMore: () => inviteNode(job, tools),
  }
  if (total > 0) {
    const reading = (await profiles.sources()).map(({ name }) => readSource(name, round))
    // No source is still being read when this is over, also when another one failed.
    const failed = (await Promise.allSettled(reading)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
  // A round that must end early is given back, and goes on elsewhere.
  job.signal.throwIfAborted()
}

/** One job for the next node that is free. A node takes one at a time, so the job waits here while there is no other node. */
async function inviteNode({ payload }: RunningJob, { database, queue }: RefreshJobTools): Promise<void> {
  const place = (typeof payload.place === 'number' ? payload.place : 1) + 1
  if (place > NODES_MAX) return
  await database.transaction((tx) =>
    queue.enqueue(tx, [{ kind: REFRESH_ROUND, key: `${REFRESH_ROUND}-${place}`, companyId: null, payload: { place } }]),
  )
}
