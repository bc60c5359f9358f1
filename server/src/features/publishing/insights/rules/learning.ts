/**
 * Pure: what comparable items reached, and how one item did against them. Comparable are items of the same account and format at the
 * same age. The interval of the median comes from the order of the values alone, so it holds for figures of any shape.
 */
import type { Expectation, Reached } from '@tangelo/contract'
import { COMPARABLE_LEAST, COMPARED_FIGURES, type ComparedFigure, type PublicationKind } from '@tangelo/contract/limits'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The interval misses the true median in five of a hundred cases, on either side in half of them. */
const TAIL = 0.025
/** Items older than this tell little of an account as it is now. */
export const COMPARED_SINCE_MS = 365 * DAY_MS
/** Ages at which posts are read, the oldest first; a story is compared as it was in its last hours. */
const COMPARED_AGES = [28, 7, 3, 1] as const

export interface ReadingAtAge extends Partial<Record<ComparedFigure, number | null>> {
  readAt: number
}

export interface ComparedItem {
  mediaId: string
  format: PublicationKind
  postedAt: number
  /** The earliest first. */
  readings: readonly ReadingAtAge[]
}

/**
 * The reading that shows an item at that many days: the first one after them, and near enough. After 28 days figures hardly grow, so
 * that any later reading will do; a story's last reading stands for its one day.
 */
export function readingAt(item: ComparedItem, ageDays: number): ReadingAtAge | null {
  if (item.format === 'story') return item.readings.at(-1) ?? null
  const begin = item.postedAt + ageDays * DAY_MS
  const end = ageDays >= 28 ? Number.MAX_SAFE_INTEGER : begin + Math.max(12 * HOUR_MS, (ageDays * DAY_MS) / 4)
  return item.readings.find(({ readAt }) => readAt >= begin && readAt <= end) ?? null
}

/** Between the k-th smallest and the k-th largest value; null for fewer values than give one. */
export function medianInterval(values: readonly number[]): {
  median: number | null
  low: number | null
  high: number | null
} {
  const sorted = values.toSorted((one, other) => one - other)
  const count = sorted.length
  const middle = count >> 1
  const upper = sorted[middle]
  if (upper === undefined) return { median: null, low: null, high: null }
  const median = count % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
  if (count < COMPARABLE_LEAST) return { median, low: null, high: null }
  // Of `count` tosses of a coin, the chance of exactly `tails`; summed from none on.
  let chance = 0.5 ** count
  let below = 0
  let place = 0
  for (let tails = 0; tails < count && below + chance <= TAIL; tails += 1) {
    below += chance
    place = tails
    chance *= (count - tails) / (tails + 1)
  }
  return { median, low: sorted[place] ?? null, high: sorted[count - 1 - place] ?? null }
}

function expectationOf(figure: ComparedFigure, items: readonly ComparedItem[], ageDays: number): Expectation {
  const values = items.flatMap((item) => readingAt(item, ageDays)?.[figure] ?? [])
  return { figure, items: values.length, ...medianInterval(values) }
}

/** For a draft: at seven days where enough items are known at that age, otherwise later. */
export function computeExpected(items: readonly ComparedItem[]): { ageDays: number; figures: Expectation[] } {
  const at = (ageDays: number) => COMPARED_FIGURES.map((figure) => expectationOf(figure, items, ageDays))
  const week = at(7)
  const isEnough = week.some(({ items: count }) => count >= COMPARABLE_LEAST)
  return isEnough ? { ageDays: 7, figures: week } : { ageDays: 28, figures: at(28) }
}

/** Expected from the items before it, against what it reached at the oldest age that it was read at; null before the first. */
export function compareReached(
  item: ComparedItem,
  others: readonly ComparedItem[],
): { ageDays: number; figures: Reached[] } | null {
  const ageDays = COMPARED_AGES.find((age) => readingAt(item, age) !== null)
  if (ageDays === undefined) return null
  const reading = readingAt(item, ageDays)
  const before = others.filter(({ mediaId, postedAt }) => mediaId !== item.mediaId && postedAt < item.postedAt)
  const figures = COMPARED_FIGURES.map((figure): Reached => {
    const expectation = expectationOf(figure, before, ageDays)
    const reached = reading?.[figure] ?? null
    return { ...expectation, reached, verdict: verdictOf(reached, expectation) }
  })
  return { ageDays, figures }
}

function verdictOf(reached: number | null, { low, high }: Expectation): Reached['verdict'] {
  if (reached === null || low === null || high === null) return null
  if (reached < low) return 'below'
  return reached > high ? 'above' : 'within'
}

/** What an item becomes on the account. */
export function formatOf({
  product,
  kind,
}: {
  product: 'feed' | 'reel' | 'story'
  kind: string | null
}): PublicationKind {
  if (product !== 'feed') return product
  return kind === 'carousel' ? 'carousel' : 'image'
}
