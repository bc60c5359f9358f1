/** What the strip of sums says: each figure, what it was, and what the sums leave out. */
import type { PeriodTotals } from '@tangelo/contract'
import type { Period } from '@tangelo/contract/limits'
import { formatChange, formatPercent, formatWhole, shorten, toneOf, withSign } from '#lib/format.ts'
import { texts as all } from '../texts/totals.ts'

const texts = all.totals

export type Tone = ReturnType<typeof toneOf>

interface Described {
  readonly value: string
  readonly note: string
  readonly tone: Tone
}

/** '+0.9%', '−0.3%', '0.0%'. */
export function formatGrowth(percent: number): string {
  const shown = formatPercent(Math.abs(percent))
  return shown === '0.0%' ? shown : withSign(percent, shown)
}

/** '+0.2 points', 'no change'. */
function formatPoints(points: number): string {
  const shown = (Math.round(Math.abs(points) * 10) / 10).toFixed(1)
  return shown === '0.0' ? texts.noChange : texts.points(withSign(points, shown))
}

export function describeFollowers({ followerChange }: PeriodTotals, period: Period): Omit<Described, 'value'> {
  if (followerChange === null) return { note: texts.nothingCompared, tone: 'neutral' }
  return {
    note: texts.inPeriod(formatChange(followerChange), texts.periods[period]),
    tone: followerChange > 0 ? 'good' : followerChange < 0 ? 'bad' : 'neutral',
  }
}

/** Of how many accounts it is, where not of all whose followers are summed; else what it was. */
export function describeGrowth({ growth, growthBefore, accounts, stale, compared }: PeriodTotals): Described {
  const isOfAll = compared === 0 || compared >= accounts - stale
  const was = growthBefore === null ? '' : texts.was(formatGrowth(growthBefore))
  return {
    value: growth === null ? texts.noFigure : formatGrowth(growth),
    note: isOfAll ? was : texts.compared(formatWhole(compared), compared),
    tone: 'neutral',
  }
}

export function describeEngagement({ engagement, engagementChange }: PeriodTotals): Described {
  return {
    value: engagement === null ? texts.noFigure : formatPercent(engagement),
    note: engagementChange === null ? '' : formatPoints(engagementChange),
    tone: toneOf(engagementChange),
  }
}

export function describePosts({ posts, postsChange }: PeriodTotals): Described {
  return {
    value: posts === null ? texts.noFigure : shorten(posts),
    note: postsChange === null ? '' : texts.thanBefore(postsChange),
    tone: 'neutral',
  }
}

export function describeReadings({ readToday, accounts, stale }: PeriodTotals): {
  count: string
  all: string
  note: string
} {
  return {
    count: formatWhole(readToday),
    all: texts.of(formatWhole(accounts)),
    note: stale > 0 ? texts.stale(stale) : '',
  }
}
