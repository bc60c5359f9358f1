/** Decisions about work and events that need no server. */
import { EVENT_KINDS } from '@tangelo/contract/limits'
import { formatAhead, formatMoment } from '#lib/format.ts'
import type { LiveEvent, Work } from './queries.ts'
import { texts } from './texts.ts'

export interface WorkCounts {
  readonly running: number
  readonly waiting: number
  readonly failed: number
}

export function countWork(work: readonly Work[]): WorkCounts {
  const counts = { running: 0, waiting: 0, failed: 0 }
  for (const { state } of work) counts[state] += 1
  return counts
}

/** What the button says: 'Activity: 2 running, 1 failed'. */
export function buttonLabel({ running, waiting, failed }: WorkCounts): string {
  return texts.button([
    ...(running > 0 ? [texts.running(running)] : []),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(failed > 0 ? [texts.failedCount(failed)] : []),
  ])
}

/** What readers hear between two states of the list: only beginnings and ends, never single steps. Null: nothing new. */
export function describeNews(before: WorkCounts, now: WorkCounts): string | null {
  if (now.failed > before.failed) return texts.newsFailed
  const wasBusy = before.running + before.waiting > 0
  const isBusy = now.running + now.waiting > 0
  if (isBusy === wasBusy) return null
  return isBusy ? texts.newsRunning : texts.newsDone
}

/** One line on how a piece of work is doing. `left` says how long it still takes, where that is known. */
export function stateText({ state, progress, runAt, createdAt }: Work, now: Date, left: string | null = null): string {
  const age = formatMoment(createdAt, now)
  if (state === 'failed') return texts.states.failed(age)
  if (state === 'waiting') {
    const isLater = runAt !== null && Date.parse(runAt) > now.getTime()
    return isLater ? texts.states.waitingUntil(formatAhead(runAt, now)) : texts.states.waiting
  }
  if (progress === null) return texts.states.running(age)
  const percent = `${Math.floor(progress * 100)}%`
  return left === null ? texts.states.percent(percent, age) : texts.states.percentLeft(percent, left)
}

/** What a message of the stream says; null for what this screen is too old to understand. */
export function parseEvent(data: string): Pick<LiveEvent, 'kind' | 'accountId'> | null {
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== 'object' || value === null || !('kind' in value)) return null
    const kind = EVENT_KINDS.find((known) => known === value.kind)
    const accountId = 'accountId' in value && typeof value.accountId === 'number' ? value.accountId : null
    return kind ? { kind, accountId } : null
  } catch {
    return null
  }
}
