/**
 * How dashboards usually answer when to post, for comparison: plain averages of likes and a t-test of each kind against the
 * others (Welch, on log likes, normal tail: kinds have at least eight posts).
 */
import type { AnalysedPost } from '../../../server/src/features/analytics/analysis/rules/input.ts'

const POSTS_MIN = 8
/** Two-sided 5 % of a normal distribution. */
const FIVE_PERCENT = 1.96

/** `wrong`: some kind differs, tested at 5 % over all kinds (Bonferroni). `best`: the kind of the highest average does, at 5 %. */
export function judgeByAverages(
  posts: readonly AnalysedPost[],
  kindsOf: (post: AnalysedPost) => readonly (string | number)[],
) {
  const withKinds = posts.map((post) => ({ post, kinds: new Set(kindsOf(post)) }))
  const tests = [...new Set(withKinds.flatMap(({ kinds }) => [...kinds]))].flatMap((kind) => {
    const inside = withKinds.filter(({ kinds }) => kinds.has(kind)).map(({ post }) => post)
    const outside = withKinds.filter(({ kinds }) => !kinds.has(kind)).map(({ post }) => post)
    if (inside.length < POSTS_MIN || outside.length < POSTS_MIN) return []
    return [{ average: mean(inside.map(({ likes }) => likes)), t: welch(inside.map(logLikes), outside.map(logLikes)) }]
  })
  const best = tests.toSorted((a, b) => b.average - a.average)[0]
  return {
    wrong: tests.some(({ t }) => Math.abs(t) > bonferroni(tests.length)),
    best: best !== undefined && best.t > FIVE_PERCENT,
  }
}

const logLikes = ({ likes }: AnalysedPost) => Math.log1p(likes)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function welch(inside: readonly number[], outside: readonly number[]): number {
  const difference = mean(inside) - mean(outside)
  return difference / Math.sqrt(errorOf(inside) + errorOf(outside))
}

function errorOf(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1) / values.length
}

/** The value that a normal figure exceeds, in either direction, with probability 5 % / tests (Acklam's tail, to 0.001). */
function bonferroni(tests: number): number {
  const tail = 0.025 / Math.max(1, tests)
  const root = Math.sqrt(-2 * Math.log(tail))
  return (
    root -
    (2.515517 + 0.802853 * root + 0.010328 * root ** 2) /
      (1 + 1.432788 * root + 0.189269 * root ** 2 + 0.001308 * root ** 3)
  )
}
