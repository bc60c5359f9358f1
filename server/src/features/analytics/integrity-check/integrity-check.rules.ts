/** Pure comparison of what is stored with what it follows from. */
import { dayToText } from '#platform/calendar.ts'
import { fingerprint } from '../metrics/metrics.rules.ts'
import { engagementRate, possibleRate } from '../metrics/rules/engagement.ts'
import type { Figures } from '../metrics/rules/kinds.ts'
import { emptyMonth, firstDayOf, type MonthSums } from '../months/months.rules.ts'
import { deriveFigures } from '../posts/rules/derive-figures.ts'
import type { PostRecord } from '../posts/rules/post-record.ts'

export interface Difference {
  figure: string
  stored: unknown
  expected: unknown
}

export interface SnapshotToCheck extends Figures {
  fingerprint: number
  recordedAt: number
  likesSum: number | null
  likesKnown: number | null
  commentsSum: number | null
  commentsKnown: number | null
}

/**
 * What of a snapshot does not hold: the rate against the likes and comments it was made from, and all figures against the
 * fingerprint that was taken when they were stored.
 */
export function snapshotDifferences(snapshot: SnapshotToCheck): Difference[] {
  const { likesSum, likesKnown, commentsSum, commentsKnown } = snapshot
  const differences: Difference[] = []
  if (likesSum !== null && likesKnown !== null && commentsSum !== null && commentsKnown !== null) {
    const inputs = { likesSum, likesKnown, commentsSum, commentsKnown }
    const rate = possibleRate(inputs, snapshot.followers)
    // Earlier versions stored impossible rates, too.
    const known = [rate, engagementRate(inputs, snapshot.followers)]
    if (!known.some((one) => isSame(one, snapshot.engagementRate)))
      differences.push({ figure: 'engagementRate', stored: snapshot.engagementRate, expected: rate })
  }
  // Figures that were typed in carry the moment of typing in their fingerprint.
  const taken = [fingerprint(snapshot), fingerprint(snapshot, snapshot.recordedAt)]
  if (!taken.includes(snapshot.fingerprint))
    differences.push({ figure: 'fingerprint', stored: snapshot.fingerprint, expected: taken[0] })
  return differences
}

/** Which fields of the one differ from the other. */
export const fieldDifferences = (stored: Record<string, unknown>, expected: Record<string, unknown>): Difference[] =>
  Object.entries(expected).flatMap(([figure, value]) =>
    isSame(stored[figure], value) ? [] : [{ figure, stored: stored[figure], expected: value }],
  )

/** What of the stored sums of months does not follow from snapshots and posts, each named like `2026-10 growth`. */
export function monthDifferences(stored: readonly MonthSums[], expected: readonly MonthSums[]): Difference[] {
  const byMonth = new Map(expected.map((sums) => [sums.month, sums]))
  const storedByMonth = new Map(stored.map((sums) => [sums.month, sums]))
  return [...new Set([...byMonth.keys(), ...storedByMonth.keys()])].flatMap((month) => {
    const label = dayToText(firstDayOf(month)).slice(0, 7)
    const sums = byMonth.get(month) ?? emptyMonth(month)
    return fieldDifferences({ ...(storedByMonth.get(month) ?? emptyMonth(month)) }, { ...sums }).map((difference) =>
      Object.assign(difference, { figure: `${label} ${difference.figure}` }),
    )
  })
}

interface Periods {
  rows: readonly { period: number }[]
  shown: Record<string, string | null>
}

/** What of the figures of periods does not follow from snapshots and posts, each named like `30 days growth`. */
export function periodDifferences(stored: Periods, expected: Periods): Difference[] {
  const byPeriod = new Map(stored.rows.map((row) => [row.period, row]))
  const rows = expected.rows.flatMap((row) =>
    fieldDifferences({ ...byPeriod.get(row.period) }, { ...row }).map((difference) =>
      Object.assign(difference, { figure: `${row.period} days ${difference.figure}` }),
    ),
  )
  return [
    ...fieldDifferences({ periods: stored.rows.length }, { periods: expected.rows.length }),
    ...rows,
    ...fieldDifferences(stored.shown, expected.shown),
  ]
}

/** What of a post does not follow from its entries, each named like `likes of post C1a2b3`. */
export function postDifferences(post: PostRecord): Difference[] {
  const { stored, expected } = deriveFigures(post)
  return fieldDifferences(stored, expected).map((difference) =>
    Object.assign(difference, { figure: `${difference.figure} of post ${post.key}` }),
  )
}

interface SumsToCheck {
  /** Null for the latest figures. */
  period: number | null
  stored: Record<string, unknown>
  expected: Record<string, unknown>
}

/** Rates are kept as whole billionths. */
const ROUNDED = 1e-9

/** What of the kept sums does not follow from the accounts, each named like `sums of 30 days: followers`. */
export function sumDifferences(sums: readonly SumsToCheck[]): Difference[] {
  return sums.flatMap(({ period, stored, expected }) =>
    fieldDifferences(numbersOf(stored), numbersOf(expected))
      .filter(({ stored: one, expected: other }) => !isRounded(one, other))
      .map(({ figure, ...values }) => ({
        figure: `${period === null ? 'sums' : `sums of ${period} days`}: ${figure}`,
        ...values,
      })),
  )
}

const isRounded = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= ROUNDED

/** PostgreSQL answers long sums as text. */
const numbersOf = (sums: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, value === null ? null : Number(value)]))

/** Sums of fractions may differ in the last place from engine to engine. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}
