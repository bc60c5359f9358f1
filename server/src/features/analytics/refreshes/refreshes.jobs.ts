/**
 * The daily round at one source: every profile whose time has come, the longest waiting first, as fast as the source
 * allows and no faster. Slow responses do not delay other calls. Ends when nothing is due or the source is paused.
 */
import { type InstagramSource, SourceFailure } from '#ports/instagram.ts'
import type { Handler, RunningJob, Schedule } from '#ports/queue.ts'
import type { ProfileRow } from './refreshes.store.ts'
import { type RefreshTools, refreshAccountHandler } from './service/on-demand.ts'

const REFRESH_ROUND = 'refresh-round'
const ROUND_EVERY_MS = 30_000
/** Profiles fetched from the store in one question. */
const DUE_AT_ONCE = 500
const CALLS_AT_ONCE_MAX = 128
const CALLS_AT_ONCE_MIN = 4
/** Calls under way together: enough for answers that take this long. */
const SLOW_ANSWER_SECONDS = 1.5
const HOUR_SECONDS = 3_600

export function refreshJobs(tools: RefreshTools): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      refreshAccountHandler(tools),
      {
        kind: REFRESH_ROUND,
        concurrency: 1,
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
async function refreshDue(job: RunningJob, tools: RefreshTools): Promise<void> {
  const { clock, profiles } = tools
  await profiles.followNew()
  const total = await profiles.countDue(clock.now())
  let done = 0
  const onDone = async (count: number) => {
    done += count
    await job.progress(Math.min(1, done / total))
  }
  if (total > 0)
    await Promise.all(profiles.sources.map((source) => readAllDue(source, { ...tools, signal: job.signal, onDone })))
  // A round that must end early is given back, and goes on elsewhere.
  job.signal.throwIfAborted()
}

interface Round extends RefreshTools {
  signal: AbortSignal
  /** Called with the number of profiles dealt with. */
  onDone(count: number): Promise<void>
}

async function readAllDue(source: InstagramSource, round: Round): Promise<void> {
  const { clock, profiles, quotas, signal } = round
  const underWay = new Set<string>()
  let waiting: ProfileRow[] = []
  let places: number[] = []
  let isOver = false
  let filling: Promise<void> | null = null
  let placing: Promise<void> | null = null
  const callsAtOnce = callsUnderWay(source)

  /** The next profiles for one call, none when nothing is due. */
  async function nextProfiles(): Promise<ProfileRow[]> {
    if (waiting.length === 0) {
      filling ??= fill().finally(() => {
        filling = null
      })
      await filling
    }
    const some = waiting.slice(0, source.namesPerCall)
    waiting = waiting.slice(source.namesPerCall)
    for (const { username_key } of some) underWay.add(username_key)
    return some
  }

  async function fill() {
    // Those under way now: what has been read by the time of the answer may still stand in it as due.
    const known = new Set(underWay)
    const due = await profiles.due(source, clock.now(), DUE_AT_ONCE + known.size)
    waiting = due.filter(({ username_key }) => !known.has(username_key))
  }

  /** When the next call may begin; null when the source is to be left alone. */
  async function nextPlace(): Promise<number | null> {
    while (places.length === 0 && !isOver) {
      placing ??= place().finally(() => {
        placing = null
      })
      await placing
    }
    return isOver ? null : (places.shift() ?? null)
  }

  async function place() {
    const taken = await quotas.take(source, callsAtOnce)
    if (taken.at) places = taken.at
    else isOver = true
  }

  async function readOneAfterTheOther() {
    while (!isOver && !signal.aborted) {
      const some = await nextProfiles()
      if (some.length === 0) return
      const at = await nextPlace()
      if (at === null) return
      await quotas.waitUntil(at, signal)
      try {
        await profiles.read(source, some, signal)
        await round.onDone(some.length)
      } catch (error) {
        // The consequence for the source is recorded already: the next slot decides whether to go on.
        if (!(error instanceof SourceFailure)) throw error
        places = []
      } finally {
        for (const { username_key } of some) underWay.delete(username_key)
      }
    }
  }

  const readers = Array.from({ length: callsAtOnce }, () =>
    readOneAfterTheOther().catch((error: unknown) => {
      isOver = true
      throw error
    }),
  )
  // No read is still running when this is over, also when it failed.
  const failed = (await Promise.allSettled(readers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

const callsUnderWay = ({ callsPerHour }: InstagramSource): number =>
  Math.min(
    CALLS_AT_ONCE_MAX,
    Math.max(CALLS_AT_ONCE_MIN, Math.ceil((callsPerHour / HOUR_SECONDS) * SLOW_ANSWER_SECONDS)),
  )
