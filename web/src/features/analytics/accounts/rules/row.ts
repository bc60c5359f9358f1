/** What the row of an account says of its figures and their changes. */
import type { Account } from '@tangelo/contract'
import { describeComparison, type Telling } from '#lib/comparison.ts'
import { formatChange, formatMoment, formatPercentChange, formatShortDate } from '#lib/format.ts'
import { texts } from '../texts/list.ts'

/** How the changes of an account may be shown now: those of its counts, and that of its rate. */
export function describeComparisons({ lastUpdated, metrics }: Account, now: Date): { counts: Telling; rate: Telling } {
  const { comparedWith, countsBrokenAt, engagementBrokenAt } = metrics
  return {
    counts: describeComparison({ lastUpdated, comparedWith, brokenAt: countsBrokenAt }, now),
    rate: describeComparison({ lastUpdated, comparedWith, brokenAt: engagementBrokenAt }, now),
  }
}

/** Shown instead of a change that is not of this week (D45); null for one that is. */
function notOfWeek(amount: string | null, telling: Telling, broken: string, now: Date): string | null {
  if (telling.as === 'outdated') return texts.table.asOf(formatShortDate(telling.moment, now))
  if (telling.as === 'broken') return broken
  if (amount === null) return texts.table.noChange
  return telling.as === 'since' ? texts.table.since(amount, formatShortDate(telling.moment, now)) : null
}

/** '+4.8K this week', since when it is counted instead, or that nothing is known. */
export function followersChangeText(change: number | null, telling: Telling, now: Date): string {
  const amount = change === null ? null : formatChange(change)
  return notOfWeek(amount, telling, texts.table.newSource, now) ?? texts.table.thisWeek(amount ?? '')
}

/** '12.2% change', since when it is counted, or that nothing is known. */
export function engagementChangeText(change: number | null, telling: Telling, isNewSource: boolean, now: Date): string {
  const amount = change === null ? null : formatPercentChange(change)
  const broken = isNewSource ? texts.table.newSource : texts.table.newMethod
  return notOfWeek(amount, telling, broken, now) ?? texts.table.change(amount ?? '')
}

/** How old the figures are; an account that has none says so. */
export function lastUpdatedText(lastUpdated: string | null, now?: Date): string {
  return lastUpdated === null ? texts.table.noDataYet : formatMoment(lastUpdated, now)
}
