/**
 * What effect is likely: a bootstrap of residuals within strata gives each cell its error, empirical Bayes (Morris 1983)
 * draws the cells of a family towards no effect as far as they differ no more than chance makes them, with limited
 * translation (Efron and Morris 1972): an effect beyond chance is never drawn so far that its interval reaches none.
 */
import { type Cell, type CellTest, centreWithin } from './permutation.ts'
import { seededRandom } from './random.ts'
import type { Strata } from './strata.ts'

const DRAWS = 399
/** The interval holds the true effect in 95 of 100 cases. */
const TAIL = 0.025
/** An effect that cannot be shown is drawn by at most so many errors, and its interval narrowed to at least this share. */
const TRANSLATION_MAX = 0.5
const WIDTH_MIN = 0.8
/** How far an effect beyond chance stays from none, as a multiple of what its interval reaches towards it. */
const CLEAR_OF_NONE = 1.02

/** In the units of the residuals. */
export interface Interval {
  centre: number
  low: number
  high: number
}

interface Estimate {
  difference: number
  /** Standard deviation of the bootstrap, and the quantiles of its deviations. */
  error: number
  below: number
  above: number
}

/** One per cell, null where the cell has no test. `shown` tells which differ beyond chance. */
export function likelyEffects(
  residuals: Float64Array,
  strata: Strata,
  cells: readonly Cell[],
  tests: readonly (CellTest | null)[],
  shown: readonly boolean[],
  seed: number,
): (Interval | null)[] {
  const deviations = bootstrap(residuals, strata, cells, tests, seed)
  const estimates = tests.map((test, at) => test && estimateOf(test.difference, deviations[at] ?? new Float64Array(0)))
  const shrinkage = shrinkageOf(estimates.filter((estimate) => estimate !== null))
  return estimates.map((estimate, at) => estimate && intervalOf(estimate, shrinkage(estimate), shown[at] ?? false))
}

/** The deviations of each cell's difference when the residuals that it leaves are drawn again, with replacement. */
function bootstrap(
  residuals: Float64Array,
  strata: Strata,
  cells: readonly Cell[],
  tests: readonly (CellTest | null)[],
  seed: number,
): Float64Array[] {
  const centred = centreWithin(residuals, strata)
  const rest = cells.map(({ contrast }, at) =>
    widenWithin(
      centred.map((value, post) => value - (tests[at]?.difference ?? 0) * (contrast[post] ?? 0)),
      strata,
    ),
  )
  const deviations = cells.map(() => new Float64Array(DRAWS))
  const drawn = new Int32Array(residuals.length)
  const next = seededRandom(seed)
  for (let draw = 0; draw < DRAWS; draw++) {
    drawWithin(drawn, strata, next)
    cells.forEach(({ contrast, weight }, at) => {
      const own = rest[at]
      const all = deviations[at]
      if (!own || !all || !tests[at] || weight === 0) return
      let sum = 0
      for (let post = 0; post < drawn.length; post++) sum += (contrast[post] ?? 0) * (own[drawn[post] ?? 0] ?? 0)
      all[draw] = sum / weight
    })
  }
  return deviations
}

/** For each post, another of its stratum. */
function drawWithin(drawn: Int32Array, { order, starts }: Strata, next: () => number): void {
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const begin = starts[stratum] ?? 0
    const end = starts[stratum + 1] ?? 0
    for (let at = begin; at < end; at++) drawn[order[at] ?? 0] = order[begin + Math.floor(next() * (end - begin))] ?? 0
  }
}

/** Residuals of n posts scatter less than the posts do, as their mean was taken from them: by the root of (n − 1) / n. */
function widenWithin(values: Float64Array, { order, starts }: Strata): Float64Array {
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const run = order.subarray(starts[stratum], starts[stratum + 1])
    if (run.length < 2) continue
    const factor = Math.sqrt(run.length / (run.length - 1))
    for (const post of run) values[post] = (values[post] ?? 0) * factor
  }
  return values
}

function estimateOf(difference: number, deviations: Float64Array): Estimate {
  const sorted = deviations.slice().sort()
  const error = Math.sqrt(sorted.reduce((sum, value) => sum + value * value, 0) / Math.max(1, sorted.length))
  const place = Math.floor(TAIL * (sorted.length + 1)) - 1
  return { difference, error, below: sorted[place] ?? 0, above: sorted[sorted.length - 1 - place] ?? 0 }
}

/**
 * How far each estimate is drawn towards no effect (0 to 1) and what remains of its error. With K cells whose effects vary
 * by τ (method of moments), a cell of error s is drawn by (K − 2) / K · s² / (s² + τ²); what is not known about τ widens it
 * again. Two cells say nothing about τ, so they stay where they are.
 */
function shrinkageOf(estimates: readonly Estimate[]) {
  const usable = estimates.filter(({ error }) => error > 0)
  const count = usable.length
  const excess = usable.reduce((sum, { difference, error }) => sum + (difference / error) ** 2, -count)
  const precision = usable.reduce((sum, { error }) => sum + 1 / error ** 2, 0)
  const variance = precision === 0 ? 0 : Math.max(0, excess / precision)
  return ({ difference, error }: Estimate) => {
    if (count < 3 || error === 0) return { drawn: 0, width: 1 }
    const drawn = (((count - 2) / count) * error ** 2) / (error ** 2 + variance)
    const unknown = (2 / (count - 2)) * (drawn * (difference / error)) ** 2
    return { drawn, width: Math.max(WIDTH_MIN, Math.sqrt(Math.min(1, 1 - drawn + unknown))) }
  }
}

/**
 * The end away from none stays where the bootstrap has it: in an account where one kind differs, the others say little about
 * how much it does.
 */
function intervalOf(
  { difference, error, below, above }: Estimate,
  { drawn, width }: { drawn: number; width: number },
  isShown: boolean,
): Interval {
  const isMore = difference > 0
  const limit = isShown
    ? Math.max(0, Math.abs(difference) - CLEAR_OF_NONE * width * (isMore ? -below : above))
    : TRANSLATION_MAX * error
  const centre = difference - Math.sign(difference) * Math.min(Math.abs(difference) * drawn, limit)
  return {
    centre,
    low: isMore ? centre + width * below : difference + below,
    high: isMore ? difference + above : centre + width * above,
  }
}
