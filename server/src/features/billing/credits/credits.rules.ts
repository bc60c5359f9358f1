/** Pure decisions on what a company has: what is left of a plan's period, and what is shown of all of it. */
import type { Credits } from '@tangelo/contract'
import { CREDITS_WITHOUT_PLAN } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'

type Period = Row<'credit_periods'>

/** Of the whole ledger: what was given and has not lapsed, and what was used. */
export interface Sums {
  given: number
  used: number
  isWelcomed: boolean
}

/** D24: the welcome is written with the first movement; before it, it counts all the same. */
const countGiven = ({ given, isWelcomed }: Sums): number => (isWelcomed ? given : given + CREDITS_WITHOUT_PLAN)

/** A provider takes about an hour to be paid for the next period: until then nothing is taken away. */
const RENEWAL_TAKES_MS = 2 * 60 * 60_000

export const isOver = ({ ends_at, renews }: Period, now: number): boolean =>
  now >= ends_at + (renews ? RENEWAL_TAKES_MS : 0)

/** What of the period's own credits has not been used: they are used before those that stay. */
export function countUnused({ credits, used_before }: Period, sums: Sums): number {
  const unused = Math.min(credits, credits - (sums.used - used_before))
  return Math.max(0, Math.min(unused, countGiven(sums) - sums.used))
}

/** As of now: what lapses is not shown, whether or not that has been written. */
export function toCredits(sums: Sums, period: Period | undefined, now: number): Credits {
  const isRunning = period !== undefined && period.credits > 0 && !isOver(period, now)
  const lapsing = period && !isRunning ? countUnused(period, sums) : 0
  const remaining = countGiven(sums) - sums.used - lapsing
  const used = Math.max(0, sums.used - (period?.used_before ?? 0))
  return {
    total: remaining + used,
    used,
    remaining,
    renewalDate: isRunning && period.renews ? momentToText(period.ends_at) : null,
  }
}
