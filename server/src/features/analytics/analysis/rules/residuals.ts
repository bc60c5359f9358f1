/**
 * How far each post lies from the account's usual level at its time: the log figure less a running median of the posts around
 * it and less the median of its group, in units of the scatter (MAD). Posts ascend by time. A residual of 0.3 before scaling
 * is a factor of exp(0.3), 35 % more.
 */
import type { AnalysedPost } from './input.ts'
import { medianOf, runningMedian, spreadOf } from './medians.ts'

/**
 * What one comment counts beside one like. Comments take more effort, but the question is about likes: with the usual two
 * comments for a hundred likes, a weight of two lets them make up about 4 % of the figure.
 */
const COMMENT_WEIGHT = 2
/** Posts on either side that the usual level is taken from. */
const NEIGHBOURS = 12
/** Level and groups are taken from each other's residuals in turn; after three rounds neither changes noticeably. */
const ROUNDS = 3
/** A group's median counts like this many posts without any difference were among them, so that two posts prove little. */
const GROUP_PRIOR = 3
/** Of a normal distribution, the mean absolute deviation times this is the standard deviation. */
const MEAN_DEVIATION_TO_SD = 1.2533
/** Residuals beyond so many units of scatter count as if they were there: one viral post decides nothing. */
const CLIP = 2

export interface Residuals {
  /** The log figure of each post. */
  figures: Float64Array
  /** What was expected of each: its level plus the offsets of its groups. */
  expected: Float64Array
  /** Standard deviation of the residuals, from their MAD; 0 where the posts do not differ. */
  scatter: number
  /** Residuals divided by the scatter and clipped. */
  scaled: Float64Array
  /** The share of residuals that were not clipped, by which differences of clipped means are too small. */
  unclipped: number
}

/**
 * log(1 + likes + 2 · comments). Comments count only where every post has them: a post whose comments are unknown would seem
 * weaker than it was.
 */
function logFigures(posts: readonly AnalysedPost[]): Float64Array {
  const weight = posts.every(({ comments }) => comments !== null) ? COMMENT_WEIGHT : 0
  return Float64Array.from(posts, ({ likes, comments }) => Math.log1p(Math.max(0, likes + weight * (comments ?? 0))))
}

/** `groupings`: each gives every post a group, 0 upwards; the offsets of its groups add up. */
export function residualsOf(posts: readonly AnalysedPost[], groupings: readonly Uint8Array[]): Residuals {
  const figures = logFigures(posts)
  const offsets: Float64Array[] = groupings.map(() => new Float64Array(figures.length))
  const lessOffsets = (except = -1) =>
    figures.map((figure, post) =>
      offsets.reduce((rest, offset, at) => rest - (at === except ? 0 : (offset[post] ?? 0)), figure),
    )
  let level = runningMedian(figures, NEIGHBOURS)
  for (let round = 0; round < ROUNDS && groupings.length > 0; round++) {
    for (const [at, groups] of groupings.entries()) {
      offsets[at] = groupOffsets(
        lessOffsets(at).map((figure, post) => figure - (level[post] ?? 0)),
        groups,
      )
    }
    level = runningMedian(lessOffsets(), NEIGHBOURS)
  }
  const raw = lessOffsets().map((figure, post) => figure - (level[post] ?? 0))
  const expected = figures.map((figure, post) => figure - (raw[post] ?? 0))
  const scatter = scatterOf(raw)
  const scaled = raw.map((residual) => (scatter === 0 ? 0 : Math.min(CLIP, Math.max(-CLIP, residual / scatter))))
  const kept = scaled.filter((value) => Math.abs(value) < CLIP).length
  return { figures, expected, scatter, scaled, unclipped: Math.max(0.5, kept / Math.max(1, scaled.length)) }
}

/** Where more than half of the posts are exactly as expected the MAD is 0, and the mean deviation takes its place. */
function scatterOf(raw: Float64Array): number {
  const scatter = spreadOf(raw, medianOf(raw))
  if (scatter > 1e-9) return scatter
  const mean = raw.reduce((sum, residual) => sum + Math.abs(residual), 0) / Math.max(1, raw.length)
  return mean > 1e-9 ? mean * MEAN_DEVIATION_TO_SD : 0
}

function groupOffsets(rest: Float64Array, groups: Uint8Array): Float64Array {
  const offsets = new Map<number, number>()
  for (const group of new Set(groups)) {
    const own = rest.filter((_, post) => groups[post] === group)
    offsets.set(group, (medianOf(own) * own.length) / (own.length + GROUP_PRIOR))
  }
  return Float64Array.from(groups, (group) => offsets.get(group) ?? 0)
}
