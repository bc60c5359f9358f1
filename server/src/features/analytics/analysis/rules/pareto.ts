/** A generalised Pareto tail fitted to scores beyond a threshold, of which a few are real events. */

/** Before it has seen a score, the fit expects this shape, with this standard deviation: a few planted days cannot bend it. */
const EXPECTED_SHAPE = 0.2
const SHAPE_DOUBT = 0.1
const SHAPES = { from: 0.01, to: 0.8 }
/** Real events lie up to this score. Of the scores beyond the threshold so large a part is expected to be real. */
const FURTHEST = 300
const EXPECTED_EVENTS = 0.02
/** That expectation weighs as much as so many scores. */
const PRIOR_SCORES = 50
/** Share of the furthest scores that the first fit leaves out. */
const FIRST_LEFT_OUT = 0.1
/** Rounds of expectation–maximisation at most; it ends when the shape stands still. */
const ROUNDS = 20
const STANDSTILL = 0.000_2
/** Ratios of shape to scale that are tried, in units of 1 / mean excess. */
const RATIOS = { from: 0.005, to: 20 }
const GOLDEN_STEPS = 18
const NEWTON_STEPS = 8
const GOLDEN = (Math.sqrt(5) - 1) / 2

/** The tail of chance in scores beyond the threshold, in rising order, and the part of them that belongs to it. */
export function fitMixture(sizes: Float64Array, threshold: number): { scale: number; shape: number; part: number } {
  const excesses = sizes.map((size) => size - threshold)
  const left = Math.ceil(excesses.length * (1 - FIRST_LEFT_OUT))
  const logWidth = Math.log(FURTHEST / Math.min(Math.max(threshold, 1), FURTHEST / 2))
  const eventDensities = sizes.map((size) => 1 / (Math.max(size, 1) * logWidth))
  let weights = excesses.map((_, at) => (at < left ? 1 : 0))
  let part = 1 - EXPECTED_EVENTS
  let fitted = fitPareto(excesses, weights)
  for (let round = 0; round < ROUNDS; round++) {
    const { scale, shape } = fitted
    weights = excesses.map((excess, at) => {
      const chance = (part / scale) * (1 + (shape * excess) / scale) ** (-1 / shape - 1)
      return chance / (chance + (1 - part) * (eventDensities[at] ?? 0))
    })
    const sum = weights.reduce((total, weight) => total + weight, 0)
    part = (sum + PRIOR_SCORES * (1 - EXPECTED_EVENTS)) / (excesses.length + PRIOR_SCORES)
    fitted = fitPareto(excesses, weights)
    if (Math.abs(fitted.shape - shape) < STANDSTILL) break
  }
  return { ...fitted, part }
}

/**
 * Scale and shape of weighted excesses. For each ratio of shape to scale the best shape follows from the sum of
 * log(1 + ratio · excess) and from what was expected of it (Grimshaw's reduction to one dimension).
 */
function fitPareto(excesses: Float64Array, weights: Float64Array): { scale: number; shape: number } {
  let count = 0
  let sum = 0
  for (let at = 0; at < excesses.length; at++) {
    count += weights[at] ?? 0
    sum += (weights[at] ?? 0) * (excesses[at] ?? 0)
  }
  if (!(sum > 0)) return { scale: 1, shape: EXPECTED_SHAPE }
  const mean = sum / count
  const fitAt = (step: number) => {
    const ratio = Math.exp(step) / mean
    let logs = 0
    for (let at = 0; at < excesses.length; at++) logs += (weights[at] ?? 0) * Math.log1p(ratio * (excesses[at] ?? 0))
    const shape = solveShape(count, logs)
    const doubt = (shape - EXPECTED_SHAPE) / SHAPE_DOUBT
    return {
      fit: count * Math.log(ratio / shape) - logs - logs / shape - (doubt * doubt) / 2,
      shape,
      scale: shape / ratio,
    }
  }
  const { shape, scale } = fitAt(climb((step) => fitAt(step).fit, Math.log(RATIOS.from), Math.log(RATIOS.to)))
  return { shape, scale }
}

/** The shape at which the slope is zero: shape³ − expected · shape² + doubt² · (count · shape − logs) = 0 (Newton's method). */
function solveShape(count: number, logs: number): number {
  const variance = SHAPE_DOUBT ** 2
  let shape = logs / count
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const value = shape ** 3 - EXPECTED_SHAPE * shape ** 2 + variance * (count * shape - logs)
    const slope = 3 * shape ** 2 - 2 * EXPECTED_SHAPE * shape + variance * count
    shape -= value / slope
  }
  return Math.min(SHAPES.to, Math.max(SHAPES.from, shape))
}

/** Where a function with one top is highest (golden section). */
function climb(height: (at: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
  let [heightLeft, heightRight] = [height(left), height(right)]
  for (let step = 0; step < GOLDEN_STEPS; step++) {
    if (heightLeft < heightRight) {
      low = left
      left = right
      heightLeft = heightRight
      right = low + GOLDEN * (high - low)
      heightRight = height(right)
    } else {
      high = right
      right = left
      heightRight = heightLeft
      left = high - GOLDEN * (high - low)
      heightLeft = height(left)
    }
  }
  return (low + high) / 2
}
