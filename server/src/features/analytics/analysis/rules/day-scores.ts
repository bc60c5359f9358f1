/** How unusual each day's change of followers is for the account it happened to. */
import type { Source } from '@tangelo/contract/limits'
import { kindOfCounts } from '../../months/months.rules.ts'
import type { AnalysedDay } from './input.ts'
import { medianOf, runningMedian, spreadOf } from './medians.ts'

/** The usual growth is the running median of 57 days: this many on either side. */
const MEDIAN_REACH = 28
/** A longer silence restarts the series: what happened in it cannot be dated. */
const LONGEST_SPAN = 14
/** The spread is measured within this many days, once per month, so that an account may grow calmer. */
const SPREAD_REACH = 91
const SPREAD_STEP = 28
/** With fewer changes there is no usual day. */
const FEWEST_CHANGES = 28
const FEWEST_IN_SPREAD = 60
const FEWEST_PER_WEEKDAY = 8
/** Chance alone: about one in 400 followers comes or goes each day (Poisson), and at least one follower does. */
const CHANCE_OF_ROOT = 0.05

/**
 * Changes from one reading to the next, in time order; parallel arrays. `score` is the change beyond the usual in standard
 * deviations of the account's own days. Empty with fewer than 28 changes.
 */
export interface ScoredDays {
  /** The day of the later reading, in days since 1970-01-01. */
  days: Int32Array
  /** Days that the change happened in: 1, more after a gap. */
  spans: Uint8Array
  /** Followers at the earlier reading. */
  before: Float64Array
  /** Followers won or lost. */
  changes: Float64Array
  /** The change to expect of such days, in followers. */
  usual: Float64Array
  /** Standard deviation of the change, in followers. */
  spreads: Float64Array
  scores: Float64Array
  sources: Source[]
}

/** Changes over every span whose ends were counted alike and that is not longer than a fortnight. */
function readChanges(days: readonly AnalysedDay[]) {
  const ends: number[] = []
  for (let at = 1; at < days.length; at++) {
    const [earlier, later] = [days[at - 1], days[at]]
    if (!earlier || !later) continue
    const span = later.day - earlier.day
    if (span >= 1 && span <= LONGEST_SPAN && kindOfCounts(later.source) === kindOfCounts(earlier.source)) ends.push(at)
  }
  return ends
}

const logOf = (followers: number) => Math.log(Math.max(1, followers))

/** Monday is 0: 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

/**
 * Scores each change: daily log growth (a gap spreads over its days, a change of source restarts the series) less its 57-day
 * running median and the median of its weekday, divided by the median absolute deviation. A gap is scored as one change.
 */
export function scoreDays(days: readonly AnalysedDay[]): ScoredDays {
  const ends = readChanges(days)
  const count = ends.length < FEWEST_CHANGES ? 0 : ends.length
  const scored: ScoredDays = {
    days: new Int32Array(count),
    spans: new Uint8Array(count),
    before: new Float64Array(count),
    changes: new Float64Array(count),
    usual: new Float64Array(count),
    spreads: new Float64Array(count),
    scores: new Float64Array(count),
    sources: [],
  }
  if (count === 0) return scored

  const growth = new Float64Array(count)
  for (let at = 0; at < count; at++) {
    const later = days[ends[at] ?? 0]
    const earlier = days[(ends[at] ?? 0) - 1]
    if (!earlier || !later) continue
    scored.days[at] = later.day
    scored.spans[at] = later.day - earlier.day
    scored.before[at] = earlier.followers
    scored.changes[at] = later.followers - earlier.followers
    scored.sources.push(later.source)
    growth[at] = logOf(later.followers) - logOf(earlier.followers)
  }

  const expected = expectGrowth(scored, growth)
  const residuals = growth.map((value, at) => value - (expected[at] ?? 0))
  const spreads = measureSpreads(scored, residuals)
  for (let at = 0; at < count; at++) {
    const spread = spreads[at] ?? 1
    const before = Math.max(1, scored.before[at] ?? 1)
    scored.scores[at] = (residuals[at] ?? 0) / spread
    scored.usual[at] = before * Math.expm1(expected[at] ?? 0)
    scored.spreads[at] = before * spread
  }
  return scored
}

/** Usual log growth of each change: the running median, and what its weekdays add to it, over all its days. */
function expectGrowth({ days, spans }: ScoredDays, growth: Float64Array): Float64Array {
  const expected = new Float64Array(growth.length)
  const daily: number[][] = [[], [], [], [], [], [], []]
  for (let start = 0; start < growth.length; ) {
    let end = start + 1
    while (end < growth.length && (days[end] ?? 0) - (spans[end] ?? 0) === (days[end - 1] ?? 0)) end++
    const spread: number[] = []
    for (let at = start; at < end; at++)
      for (let day = 0; day < (spans[at] ?? 1); day++) spread.push((growth[at] ?? 0) / (spans[at] ?? 1))
    const medians = runningMedian(Float64Array.from(spread), MEDIAN_REACH)
    let place = 0
    for (let at = start; at < end; at++) {
      const span = spans[at] ?? 1
      for (let day = 0; day < span; day++) expected[at] = (expected[at] ?? 0) + (medians[place++] ?? 0)
      if (span === 1) daily[weekdayOf(days[at] ?? 0)]?.push((growth[at] ?? 0) - (expected[at] ?? 0))
    }
    start = end
  }
  const ofWeekday = daily.map((values) => (values.length < FEWEST_PER_WEEKDAY ? 0 : medianOf(values)))
  for (let at = 0; at < growth.length; at++)
    for (let back = 0; back < (spans[at] ?? 1); back++)
      expected[at] = (expected[at] ?? 0) + (ofWeekday[weekdayOf((days[at] ?? 0) - back)] ?? 0)
  return expected
}

/**
 * Standard deviation of each change in log growth: the median absolute deviation of the half year around it (of the whole
 * series where that holds few days), times the root of its span; never below what chance does to an account of its size.
 */
function measureSpreads({ days, spans, before }: ScoredDays, residuals: Float64Array): Float64Array {
  const perDay = residuals.map((value, at) => value / Math.sqrt(spans[at] ?? 1))
  const overall = spreadOf(perDay)
  const spreads = new Float64Array(residuals.length)
  let first = 0
  let last = 0
  let local = overall
  let next = -Infinity
  for (let at = 0; at < residuals.length; at++) {
    const day = days[at] ?? 0
    if (day >= next) {
      const centre = day + SPREAD_STEP / 2
      while ((days[first] ?? Infinity) < centre - SPREAD_REACH) first++
      while (last < days.length && (days[last] ?? 0) <= centre + SPREAD_REACH) last++
      local = last - first < FEWEST_IN_SPREAD ? overall : Math.max(overall / 2, spreadOf(perDay.subarray(first, last)))
      next = day + SPREAD_STEP
    }
    const followers = Math.max(1, before[at] ?? 1)
    const chance = Math.max(1, CHANCE_OF_ROOT * Math.sqrt(followers)) / followers
    spreads[at] = Math.max(local, chance) * Math.sqrt(spans[at] ?? 1)
  }
  return spreads
}
