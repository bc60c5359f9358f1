/** New followers per day, slowly changing, with the band that the true rate lies in. */
import type { AnalysedDay } from './input.ts'
import { medianOf, spreadOf } from './medians.ts'

/** Days on either side that one estimate looks at, and days between two estimates. */
const REACH = 35
const STEP = 7
const FEWEST_DAYS = 14
/** A day further than this many standard deviations from its surroundings counts as that far: a jump is no trend. */
const CLIP = 3
const Z_95 = 1.96
/** Neighbouring days are alike: their correlation over a week widens the band (Newey–West). */
const LAGS = 7
/** A longer silence is not spread over its days. */
const LONGEST_GAP = 14

/** Tricube weights by distance in days. */
const WEIGHTS = Array.from({ length: REACH + 1 }, (_, distance) => (1 - (distance / (REACH + 1)) ** 3) ** 3)

export interface TrendPoint {
  /** Days since 1970-01-01. */
  day: number
  perDay: number
  low: number
  high: number
}

/**
 * Local linear regression (tricube weights, 35 days on either side) of the daily changes, clipped at three standard deviations,
 * one estimate per week back from the last day. Empty with fewer than 14 daily changes. All days are of one source.
 */
export function estimateTrend(figures: readonly AnalysedDay[]): TrendPoint[] {
  const { days, changes } = spreadChanges(figures)
  const count = days.length
  if (count < FEWEST_DAYS) return []
  const clipped = clipJumps(days, changes)
  const last = days[count - 1] ?? 0
  const first = days[0] ?? 0
  const residuals = clipped.map((value, at) => value - (fitAt(days, clipped, days[at] ?? 0)?.value ?? value))
  const alike = measureLikeness(days, residuals)
  const points: TrendPoint[] = []
  for (let day = last; day >= first; day -= STEP) {
    const fit = fitAt(days, clipped, day, residuals)
    if (!fit) continue
    const reach = Z_95 * Math.sqrt(fit.variance * alike)
    points.unshift({ day, perDay: fit.value, low: fit.value - reach, high: fit.value + reach })
  }
  return points
}

/** The change of each day; a gap spreads over its days. */
function spreadChanges(figures: readonly AnalysedDay[]) {
  const days: number[] = []
  const changes: number[] = []
  for (let at = 1; at < figures.length; at++) {
    const [earlier, later] = [figures[at - 1], figures[at]]
    if (!earlier || !later || later.day - earlier.day > LONGEST_GAP) continue
    for (let day = earlier.day + 1; day <= later.day; day++) {
      days.push(day)
      changes.push((later.followers - earlier.followers) / (later.day - earlier.day))
    }
  }
  return { days, changes: Float64Array.from(changes) }
}

function clipJumps(days: readonly number[], changes: Float64Array): Float64Array {
  const clipped = new Float64Array(changes.length)
  let first = 0
  let last = 0
  let centre = 0
  let spread = 0
  for (let at = 0; at < changes.length; at++) {
    const day = days[at] ?? 0
    if (at % STEP === 0) {
      while ((days[first] ?? Infinity) < day - REACH) first++
      while (last < days.length && (days[last] ?? 0) <= day + REACH) last++
      const near = changes.subarray(first, last)
      centre = medianOf(near)
      spread = Math.max(1, spreadOf(near, centre))
    }
    clipped[at] = Math.min(centre + CLIP * spread, Math.max(centre - CLIP * spread, changes[at] ?? 0))
  }
  return clipped
}

/** The local line at one day, and the variance of its value from the residuals around it (none given: 0). */
function fitAt(days: readonly number[], values: Float64Array, centre: number, residuals?: Float64Array) {
  const from = lowerBound(days, centre - REACH)
  let [s0, s1, s2, t0, t1, squares] = [0, 0, 0, 0, 0, 0]
  let to = from
  for (; to < days.length && (days[to] ?? 0) <= centre + REACH; to++) {
    const offset = (days[to] ?? 0) - centre
    const weight = WEIGHTS[Math.abs(offset)] ?? 0
    const value = values[to] ?? 0
    s0 += weight
    s1 += weight * offset
    s2 += weight * offset * offset
    t0 += weight * value
    t1 += weight * offset * value
    squares += weight * (residuals?.[to] ?? 0) ** 2
  }
  const determinant = s0 * s2 - s1 * s1
  if (to - from < FEWEST_DAYS / 2 || !(determinant > 0)) return null
  let leverage = 0
  for (let at = from; residuals && at < to; at++) {
    const offset = (days[at] ?? 0) - centre
    leverage += (((WEIGHTS[Math.abs(offset)] ?? 0) * (s2 - s1 * offset)) / determinant) ** 2
  }
  return {
    value: (s2 * t0 - s1 * t1) / determinant,
    variance: leverage * (squares / s0) * ((to - from) / (to - from - 2)),
  }
}

function lowerBound(days: readonly number[], day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}

/** By how much the variance of a mean grows because neighbouring days are alike; at least 1. */
function measureLikeness(days: readonly number[], residuals: Float64Array): number {
  const squares = residuals.reduce((sum, value) => sum + value * value, 0)
  if (!(squares > 0)) return 1
  let factor = 1
  for (let lag = 1; lag < LAGS; lag++) {
    let product = 0
    for (let at = lag; at < residuals.length; at++)
      if ((days[at] ?? 0) - (days[at - lag] ?? 0) === lag) product += (residuals[at] ?? 0) * (residuals[at - lag] ?? 0)
    factor += (2 * (1 - lag / LAGS) * product) / squares
  }
  return Math.max(1, factor)
}
