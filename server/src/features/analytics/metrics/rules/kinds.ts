/** Which figures can be compared (D45): a series breaks where its source or the method of its rate changes. */
import type { Source } from '@tangelo/contract/limits'
import { kindOfCounts } from '../../months/months.rules.ts'

export interface Figures {
  followers: number | null
  following: number | null
  posts: number | null
  /** Percent. */
  engagementRate: number | null
}

export interface Snapshot extends Figures {
  capturedAt: number
  day: number
  source: Source
  /** Of the posts that the rate was computed from; null where the source stated the rate itself. */
  likesKnown: number | null
}

type Method = 'computed' | 'stated'

export const methodOf = ({ likesKnown }: Snapshot): Method => (likesKnown === null ? 'stated' : 'computed')

export type IsOneKind = (one: Snapshot, other: Snapshot) => boolean

/**
 * Counts of one kind can be compared. Graph API, Apify and owners read the same public counters; a file or a person may have rounded
 * them or read them another day. See docs/decisions/0031.
 */
export const haveCountsOfOneKind: IsOneKind = (one, other) => kindOfCounts(one.source) === kindOfCounts(other.source)

/** An owner is shown the same posts as the Graph API shows to others. */
const kindOfPosts = (source: Source): Source => (source === 'own' ? 'graph' : source)

/** Rates of one kind can be compared: each source shows other posts, and a stated rate may follow any formula. */
export const haveRatesOfOneKind: IsOneKind = (one, other) =>
  kindOfPosts(one.source) === kindOfPosts(other.source) && methodOf(one) === methodOf(other)

/** The part of a series, oldest first, that is of the kind of its last figure. Snapshots without the figure are left out. */
export function unbroken(series: readonly Snapshot[], figure: keyof Figures, isOneKind: IsOneKind): Snapshot[] {
  const known = series.filter((snapshot) => snapshot[figure] !== null)
  const last = known.at(-1)
  return last ? known.slice(known.findLastIndex((snapshot) => !isOneKind(snapshot, last)) + 1) : []
}

/** Since when the figure is of one kind, where it was known before as one of another kind; null where nothing breaks it. */
export function findBreak(series: readonly Snapshot[], figure: keyof Figures, isOneKind: IsOneKind): number | null {
  const first = unbroken(series, figure, isOneKind)[0]
  return first && first !== series.find((snapshot) => snapshot[figure] !== null) ? first.capturedAt : null
}

/** What the changes of followers and of the rate are counted from, in a period that begins on this day. */
export const lastKnownBefore = <Entry extends Snapshot>(entries: readonly Entry[], first: number): Set<Entry> =>
  new Set(
    (['followers', 'engagementRate'] as const).flatMap(
      (figure) => entries.findLast((entry) => entry.day < first && entry[figure] !== null) ?? [],
    ),
  )

/** Whether each entry, one per day and in order, breaks the series: against the last one before it that knows the figure. */
export function breaksOf<Entry extends Snapshot>(
  entries: readonly Entry[],
): { entry: Entry; isCountsBreak: boolean; isEngagementBreak: boolean }[] {
  let counts: Entry | undefined
  let rate: Entry | undefined
  return entries.map((entry) => {
    const hasCounts = entry.followers !== null
    const hasRate = entry.engagementRate !== null
    const isCountsBreak = hasCounts && counts !== undefined && !haveCountsOfOneKind(counts, entry)
    const isEngagementBreak = hasRate && rate !== undefined && !haveRatesOfOneKind(rate, entry)
    if (hasCounts) counts = entry
    if (hasRate) rate = entry
    return { entry, isCountsBreak, isEngagementBreak }
  })
}
