/** The snapshots that know a figure, which of them are of one kind, and which is near a moment. */
import { LATE_DAYS } from '../../changes/changes.rules.ts'
import type { Figures, IsOneKind, Snapshot } from './kinds.ts'

export const DAY_MS = 86_400_000
/** Readings of each third or seventh day come earlier or later in their day, by what waits before them. */
const LEEWAY_MS = 2 * 3_600_000

interface Series {
  /** Every snapshot that knows the figure. */
  known: readonly Snapshot[]
  /** The last of each day that ends with a known one. */
  knownDays: readonly Snapshot[]
  /** The first of the last part that is of one kind; undefined without any. */
  first: Snapshot | undefined
  /** Whether another kind comes before it. */
  isBroken: boolean
}

export function seriesOf(
  history: readonly Snapshot[],
  days: readonly Snapshot[],
  figure: keyof Figures,
  isOneKind: IsOneKind,
): Series {
  const knownDays = days.filter((snapshot) => snapshot[figure] !== null)
  const last = knownDays.at(-1)
  const at = last ? knownDays.findLastIndex((snapshot) => !isOneKind(snapshot, last)) : -1
  return {
    known: history.filter((snapshot) => snapshot[figure] !== null),
    knownDays,
    first: knownDays[at + 1],
    isBroken: at !== -1,
  }
}

export const isOfRun = ({ first }: Series, snapshot: Snapshot) =>
  first !== undefined && snapshot.capturedAt >= first.capturedAt

/** Since when the figure is of the present kind, where it was not at `base` or, without one, at the beginning. */
export function findBreakSince(series: Series, base: Snapshot | undefined, start: number): number | null {
  const { first, isBroken } = series
  if (!isBroken || !first || (base && isOfRun(series, base))) return null
  return first.capturedAt > start ? first.capturedAt : null
}

/** How many have at most this moment, or day: found by halves, for there are two years of them and many moments. */
function countUpTo(snapshots: readonly Snapshot[], key: 'capturedAt' | 'day', most: number): number {
  let [low, high] = [0, snapshots.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((snapshots[middle]?.[key] ?? most) <= most) low = middle + 1
    else high = middle
  }
  return low
}

export const lastUpTo = (
  snapshots: readonly Snapshot[],
  key: 'capturedAt' | 'day',
  most: number,
): Snapshot | undefined => snapshots[countUpTo(snapshots, key, most) - 1]

export const lastAt = (snapshots: readonly Snapshot[], moment: number) => lastUpTo(snapshots, 'capturedAt', moment)

/** What a period that begins then is compared with: the last one before it, or where none is near the one that came a little late. */
export function beginningAt(snapshots: readonly Snapshot[], moment: number): Snapshot | undefined {
  const count = countUpTo(snapshots, 'capturedAt', moment)
  const [before, after] = [snapshots[count - 1], snapshots[count]]
  if (before && isNear(before, moment)) return before
  return after && after.capturedAt <= moment + LEEWAY_MS ? after : before
}

export const isNear = ({ capturedAt }: Snapshot, moment: number) =>
  capturedAt >= moment - LATE_DAYS * DAY_MS - LEEWAY_MS
