/**
 * When a worker polls the table: at once when woken, else every now and then; one poll at a time. A poll that fails is
 * logged and retried after a wait that grows, so that an unavailable database costs little and does not fill the log.
 */
import { onBehalfOf } from '#platform/request-id.ts'
import type { Log } from './log.ts'

export interface PollIntervals {
  /** Between two looks while there is work. */
  busyMs: number
  /** Between two looks when there was nothing for a while. */
  idleMs: number
  /** The same while hints of other nodes are heard: then only what comes by the clock has to be looked for. */
  hintedMs: number
  /** Between two signs of life for the jobs that are held. */
  renewMs: number
}

/** A worker that dies is noticed within a lease and `hintedMs`: 11 s. */
export const POLL_INTERVALS: PollIntervals = { busyMs: 500, idleMs: 1_000, hintedMs: 2_000, renewMs: 3_000 }

const IDLE_STEP_MS = 100
/** When the store is back, work goes on within this. */
const LONGEST_WAIT_MS = 5_000

export interface Poller {
  /** Polls soon; many wakes at once are one poll. */
  wake(): void
  /** Looks now, as the timer does, and resolves afterwards; never rejects. */
  now(): Promise<void>
  /** No look begins after this; resolves when the last one is over. */
  end(): Promise<void>
}

/** `look` answers whether it found something to do. */
export function polling(
  poll: (by: 'timer' | 'wake') => Promise<boolean>,
  { intervals, log, isHinted }: { intervals: PollIntervals; log: Log; isHinted: () => boolean },
): Poller {
  let last: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let isWoken = false
  let isEnded = false
  let failures = 0
  let waitMs = intervals.busyMs
  let timedAt = Number.NEGATIVE_INFINITY

  /** A worker that is woken all the time looks as the timer does now and then: it has no pause in which the timer fires. */
  function kindOfPoll(by: 'timer' | 'wake'): 'timer' | 'wake' {
    const now = performance.now()
    if (by === 'wake' && now - timedAt < intervals.hintedMs) return 'wake'
    timedAt = now
    return 'timer'
  }

  async function pollOnce(by: 'timer' | 'wake'): Promise<void> {
    if (isEnded) return
    try {
      const found = await poll(kindOfPoll(by))
      failures = 0
      const idleMs = isHinted() ? intervals.hintedMs : intervals.idleMs
      waitMs = found ? intervals.busyMs : Math.min(idleMs, waitMs + IDLE_STEP_MS)
    } catch (error) {
      failures += 1
      waitMs = Math.min(LONGEST_WAIT_MS, intervals.busyMs * 2 ** failures)
      log.error({ error, failures }, 'The queue could not look for work; it tries again')
    }
    if (timer) clearTimeout(timer)
    if (!isEnded) timer = setTimeout(() => void queuePoll('timer'), waitMs)
  }

  function queuePoll(by: 'timer' | 'wake'): Promise<void> {
    // Whatever request has woken it, what is found is not its doing.
    last = onBehalfOf(null, () =>
      last.then(() => {
        if (by === 'wake') isWoken = false
        return pollOnce(by)
      }),
    )
    return last
  }

  void queuePoll('timer')
  return {
    wake() {
      // While the database is unavailable only the timer polls.
      if (isWoken || isEnded || failures > 0) return
      isWoken = true
      // On the next turn: what else ends in this one comes along.
      setImmediate(() => void queuePoll('wake'))
    },
    now: () => queuePoll('timer'),
    async end() {
      isEnded = true
      if (timer) clearTimeout(timer)
      await last
    },
  }
}
