/** One question of the analysis: do posts of one kind get more than comparable others? Shared by hours, formats and hashtags. */
import { likelyEffects } from './intervals.ts'
import { medianOf } from './medians.ts'
import { type CellTest, cellOf, testFamilies } from './permutation.ts'
import type { Residuals } from './residuals.ts'
import type { Strata } from './strata.ts'

/** An effect is shown in 80 of 100 accounts when it is so many errors above the critical value. */
const POWER_80 = 0.8416
/** An effect also widens the scatter it is judged by, and its posts are clipped more often: measured by the truth bench. */
const COST_OF_EFFECT = 1.1

/** One cell as the contract's `Effect`, with its statistic. */
export interface ComparedCell {
  posts: number
  effect: number | null
  low: number | null
  high: number | null
  significant: boolean
  t: number
}

export interface ComparedFamily {
  cells: ComparedCell[]
  /** How many cells could be compared. */
  comparable: number
  /** The log difference that would be shown with 80 % power in a typical cell of this family; null where none compare. */
  smallest: number | null
}

export interface ComparisonOptions {
  seed: number
  /** The probability of a false answer in each family. */
  alpha: number
  /** Which cells differ beyond chance; by default those whose max-t probability is at most alpha. */
  judge?: (tests: readonly (CellTest | null)[]) => readonly boolean[]
}

/** Tells whether the post at this index is of a kind. */
export type Kind = (post: number) => boolean

/** Compares the kinds of each family; the tests of all families share their shuffles. */
export function compareFamilies(
  { scaled, scatter, unclipped }: Residuals,
  strata: Strata,
  families: readonly (readonly Kind[])[],
  { seed, alpha, judge }: ComparisonOptions,
): ComparedFamily[] {
  const cellsOf = families.map((kinds) => kinds.map((kind) => cellOf(kind, strata)))
  const tested = testFamilies(scaled, strata, cellsOf, { seed, alpha })
  // Differences of clipped residuals are smaller by the share that was clipped (one step of an M-estimate).
  const unit = scatter / unclipped
  const ratioOf = (difference: number) => Math.expm1(difference * unit)
  return cellsOf.map((cells, family) => {
    const { cells: tests = [], critical = 0 } = tested[family] ?? {}
    const shown = judge?.(tests) ?? tests.map((test) => test !== null && test.familyP <= alpha)
    const intervals = likelyEffects(scaled, strata, cells, tests, shown, seed + family + 1)
    const errors = tests.flatMap((test) => (test && test.error > 0 ? [test.error * unit] : []))
    return {
      comparable: tests.filter((test) => test !== null).length,
      smallest: errors.length === 0 ? null : COST_OF_EFFECT * (critical + POWER_80) * medianOf(errors),
      cells: cells.map(({ posts }, at) => {
        const interval = intervals[at]
        return {
          posts: posts.length,
          effect: interval ? ratioOf(interval.centre) : null,
          low: interval ? ratioOf(interval.low) : null,
          high: interval ? ratioOf(interval.high) : null,
          significant: shown[at] ?? false,
          t: tests[at]?.t ?? 0,
        }
      }),
    }
  })
}

/** The same without any test, where there are too few posts to ask. */
export const countFamilies = (posts: number, families: readonly (readonly Kind[])[]): ComparedFamily[] =>
  families.map((kinds) => ({
    comparable: 0,
    smallest: null,
    cells: kinds.map((kind) => ({
      posts: Array.from({ length: posts }, (_, post) => post).filter(kind).length,
      effect: null,
      low: null,
      high: null,
      significant: false,
      t: 0,
    })),
  }))
