/** What `npm run bench -- analysis-truth` measures: how often answers about invented accounts, whose truth is known, are wrong. */

/** An account without any difference, all the same answered with one. Shares of `worlds`. */
export interface NullTruth {
  /** What the invented accounts are like. */
  world: string
  posts: number
  worlds: number
  wrong: number
  /** The same accounts judged by plain averages: a t-test of each kind against the others, corrected for their number. */
  plainAverages: number
  /** The kind with the highest average, taken for better when a t-test against the others says so at 5 %. */
  bestAverage: number
}

/** An account with a difference: the share of `worlds` in which it was found, and what the bar asks for; null without one. */
export interface PowerTruth {
  posts: number
  worlds: number
  effect: number
  found: number
  bar: number | null
}

/** The share of intervals that hold the true effect, of those shown as beyond chance and of all. */
export interface IntervalTruth {
  posts: number
  worlds: number
  shown: number
  all: number
}

export interface PostingTruth {
  nulls: readonly NullTruth[]
  power: readonly PowerTruth[]
  intervals: readonly IntervalTruth[]
}

/** Marked days: of those reported, the share that was planted; of those planted, the share reported. */
export interface MovesTruth {
  tails: 'light' | 'heavy'
  accounts: number
  years: number
  planted: number
  precision: number
  recall: number
  /** Without anything planted. */
  alarmsPerAccountYear: number
  /** Recall of one size or kind of event. */
  recallOf: readonly { name: string; planted: number; recall: number }[]
}

/** The share of percentile intervals that hold the true percentile. */
export interface PercentileTruth {
  peers: number
  worlds: number
  covered: number
}

/** A section that was not measured yet is null. */
export interface TruthBench {
  /** Method version that was measured. */
  method: string
  posting: PostingTruth | null
  formats: PostingTruth | null
  hashtags: PostingTruth | null
  moves: readonly MovesTruth[] | null
  percentiles: readonly PercentileTruth[] | null
}
