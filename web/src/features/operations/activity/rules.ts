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

/** What the pill shows: the one thing that runs, or how many run, wait or have failed. Null: nothing. */
export function headline(work: readonly Work[]): string | null {
  const { running, waiting, failed } = countWork(work)
  const only = running === 1 && waiting === 0 ? work.find(({ state }) => state === 'running') : undefined
  if (only) return texts.kinds[only.kind](only.subject)
  if (running > 0) return texts.running(running)
  if (waiting > 0) return texts.waiting(waiting)
  return failed > 0 ? texts.failedCount(failed) : null
}

/** The pill in words: 'Activity: 2 running, 1 failed'. */
export function buttonLabel(work: readonly Work[], left: string | null): string {
  const { running, waiting, failed } = countWork(work)
  const shown = headline(work)
  return texts.button([
    ...(shown === null ? [] : [shown]),
    ...(running > 0 && waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(running + waiting > 0 && failed > 0 ? [texts.failedCount(failed)] : []),
    ...(left === null ? [] : [left]),
  ])
}

/** How far all that runs is, 0 to 1. Null where nothing is counted. */
export function overallProgress(progresses: readonly (number | null)[]): number | null {
  const known = progresses.filter((progress) => progress !== null)
  return known.length === 0 ? null : known.reduce((sum, progress) => sum + progress, 0) / known.length
}

/** How far a piece of work was at a moment, in milliseconds. */
export interface Sample {
  readonly at: number
  readonly progress: number
}

const SEEN_MIN_MS = 3_000
const SEEN_MIN_PROGRESS = 0.02

/** How long work still takes when it goes on as it has since the first look. Null until that can be said. */
export function estimateSeconds(first: Sample, now: Sample): number | null {
  const done = now.progress - first.progress
  if (done < SEEN_MIN_PROGRESS || now.at - first.at < SEEN_MIN_MS) return null
  return ((1 - now.progress) * (now.at - first.at)) / done / 1_000
}

/** '40 s left', '2 min left': short, and in steps a person can follow. */
export function shortLeft(seconds: number): string {
  if (seconds <= 50) return texts.left.seconds(Math.max(10, Math.ceil(seconds / 10) * 10))
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 90 ? texts.left.minutes(minutes) : texts.left.hours(Math.round(minutes / 60))
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
