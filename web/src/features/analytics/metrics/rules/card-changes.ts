/** What a metric card says of a change, and whether it is good or bad. */
import type { Telling } from '#lib/comparison.ts'
import { formatChange, formatPercentChange, formatShortDate, shorten, toneOf } from '#lib/format.ts'
import { texts } from '../texts/history.ts'

export interface CardChange {
  text: string
  tone: 'good' | 'bad' | 'neutral'
}

/** Shown instead of a change that is not of this week (D45), without a tone; null for one that is. */
function notOfWeek(
  change: number | null,
  telling: Telling,
  now: Date,
  words: { amount: (change: number) => string; broken: (day: string) => string },
): CardChange | null {
  const day = telling.as === 'week' ? '' : formatShortDate(telling.moment, now)
  if (telling.as === 'outdated') return { text: texts.cards.asOf(day), tone: 'neutral' }
  if (telling.as === 'broken') return { text: words.broken(day), tone: 'neutral' }
  if (change === null) return { text: texts.cards.noChange, tone: 'neutral' }
  return telling.as === 'since' ? { text: texts.charts.since(words.amount(change), day), tone: 'neutral' } : null
}

const COUNTS = { amount: formatChange, broken: texts.cards.newSource }

/** spec §2, metric card: up is green, down is red; unknown and none are neither. */
export function followersChange(change: number | null, telling: Telling, now: Date): CardChange {
  const other = notOfWeek(change, telling, now, COUNTS)
  return other ?? { text: texts.cards.thisWeek(formatChange(change ?? 0)), tone: toneOf(change) }
}

/** Whom an account follows and how much it posts is neither good nor bad. */
export function plainChange(change: number | null, isNew: boolean, telling: Telling, now: Date): CardChange {
  const other = notOfWeek(change, telling, now, COUNTS)
  if (other) return other
  const by = change ?? 0
  const count = shorten(Math.abs(by))
  const more = isNew ? texts.cards.moreNew : texts.cards.more
  const text = by === 0 ? texts.cards.same : by < 0 ? texts.cards.fewer(count) : more(count)
  return { text, tone: 'neutral' }
}

export function engagementChange(change: number | null, telling: Telling, isNewSource: boolean, now: Date): CardChange {
  const broken = isNewSource ? texts.cards.newSource : texts.cards.newMethod
  const other = notOfWeek(change, telling, now, { amount: formatPercentChange, broken })
  if (other) return other
  return { text: texts.cards.change(formatPercentChange(change ?? 0)), tone: toneOf(change) }
}
