/**
 * Differences beyond chance: each cell's posts against the others of the same stratum, tested by shuffling the residuals
 * within strata (stratified permutation test). A family of cells is judged by its largest statistic (max-t, Westfall and
 * Young), so that asking six times costs no more false answers than asking once.
 */
import { seededRandom } from './random.ts'
import type { Strata } from './strata.ts'

const DRAWS = 999
/** A cell is compared only with so many comparable posts inside and outside. */
export const CELL_POSTS_MIN = 8
/** Statistics of equal posts differ by rounding only. */
const ROUNDING = 1e-9

export interface Cell {
  /** Indexes of its posts. */
  posts: Int32Array
  /** One per post: 1 or 0 as it is in the cell, less the share of its stratum that is. */
  contrast: Float64Array
  /** Sum of squared contrasts: the number of posts in balanced comparisons is four times this. 0 where none compare. */
  weight: number
  isComparable: boolean
}

/** What one cell shows; differences in units of the residuals. */
export interface CellTest {
  difference: number
  /** Standard deviation of the difference under shuffling. */
  error: number
  /** The difference in its standard deviations. */
  t: number
  /** Probability of so large a statistic without any difference: of this cell, and of the largest of its family. */
  p: number
  familyP: number
}

export interface FamilyTest {
  /** Null where a cell is not comparable. */
  cells: (CellTest | null)[]
  /** What the largest statistic of the family exceeds by chance with probability `alpha`. */
  critical: number
}

export function cellOf(isInside: (post: number) => boolean, { order, starts }: Strata): Cell {
  const contrast = new Float64Array(order.length)
  let weight = 0
  let inside = 0
  let outside = 0
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const run = order.subarray(starts[stratum], starts[stratum + 1])
    const count = run.reduce((sum, post) => sum + (isInside(post) ? 1 : 0), 0)
    if (count === 0 || count === run.length) continue
    for (const post of run) contrast[post] = (isInside(post) ? 1 : 0) - count / run.length
    weight += (count * (run.length - count)) / run.length
    inside += count
    outside += run.length - count
  }
  const isComparable = inside >= CELL_POSTS_MIN && outside >= CELL_POSTS_MIN
  return { posts: Int32Array.from(order.filter(isInside)).sort(), contrast, weight, isComparable }
}

/** Tests every family on the same shuffles. `alpha` is the probability of a false answer in one family. */
export function testFamilies(
  residuals: Float64Array,
  strata: Strata,
  families: readonly (readonly Cell[])[],
  options: { seed: number; alpha: number },
): FamilyTest[] {
  const values = centreWithin(residuals, strata)
  const spread = spreadWithin(values, strata)
  const observed = families.map((cells) => cells.map((cell) => observe(values, spread, cell)))
  const larger = families.map((cells) => cells.map(() => 0))
  const familyLarger = families.map((cells) => cells.map(() => 0))
  const largest = families.map(() => new Float64Array(DRAWS))
  const next = seededRandom(options.seed)
  for (let draw = 0; draw < DRAWS; draw++) {
    shuffleWithin(values, strata, next)
    families.forEach((cells, family) => {
      const tests = observed[family] ?? []
      const counts = larger[family] ?? []
      const familyCounts = familyLarger[family] ?? []
      let most = 0
      for (let at = 0; at < cells.length; at++) {
        const test = tests[at]
        if (!test || test.deviation === 0) continue
        const t = Math.abs(sumAt(values, cells[at]?.posts) / test.deviation)
        if (t > most) most = t
        if (t >= test.size) counts[at] = (counts[at] ?? 0) + 1
      }
      for (let at = 0; at < cells.length; at++)
        if (most >= (tests[at]?.size ?? 0)) familyCounts[at] = (familyCounts[at] ?? 0) + 1
      const all = largest[family]
      if (all) all[draw] = most
    })
  }
  return families.map((_, family) => ({
    critical: criticalOf(largest[family] ?? new Float64Array(0), options.alpha),
    cells: (observed[family] ?? []).map(
      (test, at) =>
        test && {
          difference: test.difference,
          error: test.error,
          t: test.t,
          p: probabilityOf(larger[family]?.[at]),
          familyP: probabilityOf(familyLarger[family]?.[at]),
        },
    ),
  }))
}

const probabilityOf = (count = 0) => (count + 1) / (DRAWS + 1)

/** The statistic that at most `alpha` of all draws, the observed one counted, reach or exceed. */
function criticalOf(largest: Float64Array, alpha: number): number {
  const sorted = largest.slice().sort()
  return sorted[sorted.length - Math.floor(alpha * (sorted.length + 1))] ?? 0
}

function observe(values: Float64Array, spread: Float64Array, { posts, contrast, weight, isComparable }: Cell) {
  if (!isComparable) return null
  const variance = contrast.reduce((sum, value, post) => sum + value * value * (spread[post] ?? 0), 0)
  const total = sumAt(values, posts)
  const deviation = variance < ROUNDING ? 0 : Math.sqrt(variance)
  const t = deviation === 0 ? 0 : total / deviation
  return {
    difference: deviation === 0 ? 0 : total / weight,
    error: deviation / weight,
    t,
    deviation,
    size: Math.abs(t) - ROUNDING,
  }
}

function sumAt(values: Float64Array, posts: Int32Array | undefined): number {
  let sum = 0
  if (posts) for (let at = 0; at < posts.length; at++) sum += values[posts[at] ?? 0] ?? 0
  return sum
}

/** The residuals less the mean of their stratum. */
export function centreWithin(residuals: Float64Array, { order, starts }: Strata): Float64Array {
  const centred = new Float64Array(residuals.length)
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const run = order.subarray(starts[stratum], starts[stratum + 1])
    const mean = sumAt(residuals, run) / Math.max(1, run.length)
    for (const post of run) centred[post] = (residuals[post] ?? 0) - mean
  }
  return centred
}

/** The variance of each post's stratum. */
function spreadWithin(centred: Float64Array, { order, starts }: Strata): Float64Array {
  const spread = new Float64Array(centred.length)
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const run = order.subarray(starts[stratum], starts[stratum + 1])
    const sum = run.reduce((total, post) => total + (centred[post] ?? 0) ** 2, 0)
    for (const post of run) spread[post] = run.length > 1 ? sum / (run.length - 1) : 0
  }
  return spread
}

/** Fisher and Yates, inside each stratum. */
function shuffleWithin(values: Float64Array, { order, starts }: Strata, next: () => number): void {
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const begin = starts[stratum] ?? 0
    for (let last = (starts[stratum + 1] ?? 0) - 1; last > begin; last--) {
      const one = order[last] ?? 0
      const other = order[begin + Math.floor(next() * (last - begin + 1))] ?? 0
      const kept = values[one] ?? 0
      values[one] = values[other] ?? 0
      values[other] = kept
    }
  }
}
