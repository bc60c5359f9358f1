/** How often chance alone makes a day as unusual as this one: the tail that the accounts of a company share. */
import { type AccountScores, type DayTally, findCommonDays, tallyDays } from './company-days.ts'
import { selectRank } from './medians.ts'
import { fitMixture } from './pareto.ts'

/** False discovery rate: of the moves shown, one in ten may be chance (Benjamini–Hochberg). */
const FALSE_DISCOVERY_RATE = 0.1
/** The tail is fitted to the furthest hundredth of all scores, and in a small company to this many. */
const TAIL_SHARE = 0.01
const FEWEST_IN_TAIL = 60
const LARGEST_TAIL_SHARE = 0.06
/** Unusual days this close together are one event, and counted once. */
const EVENT_DAYS = 7
/** A generalised Pareto tail of |score| beyond `threshold`, and where the false discovery rate cuts it. */
export interface Tail {
  accounts: number
  /** Scores it was fitted to. */
  scores: number
  threshold: number
  /** Share of the scores beyond the threshold. */
  rate: number
  scale: number
  shape: number
  /** Up to this p-value a day of any of these accounts is a discovery. */
  cut: number
}

/** The chance that a day is at least this unusual, two-sided. Below the threshold it only keeps the order of scores. */
export function chanceOf(tail: Tail, score: number): number {
  const beyond = Math.abs(score) - tail.threshold
  if (!(beyond > 0)) return tail.threshold > 0 ? tail.rate ** (Math.abs(score) / tail.threshold) : 1
  return tail.rate * (1 + (tail.shape * beyond) / tail.scale) ** (-1 / tail.shape)
}

/**
 * Fits one generalised Pareto tail (peaks over threshold, maximum a posteriori) to the scores of all accounts of a company.
 * Scores beyond the threshold are a mixture of that tail and of real events, which lie anywhere beyond it (log-uniform); the
 * mixture is fitted by expectation–maximisation, so real events do not make the tail heavy. Days on which many accounts moved
 * alike are left out.
 */
export function fitTail(accounts: readonly AccountScores[], tally = tallyDays(accounts)): Tail {
  const sizes = collectSizes(accounts, tally)
  const scores = sizes.length
  const wanted = Math.max(TAIL_SHARE * scores, Math.min(LARGEST_TAIL_SHARE * scores, FEWEST_IN_TAIL))
  const threshold = selectRank(sizes, Math.max(0, scores - 1 - Math.round(wanted)))
  const peaks = collectPeaks(accounts, tally, threshold)
  const least = FALSE_DISCOVERY_RATE / Math.max(1, scores)
  const { scale, shape, part } = fitMixture(peaks, threshold)
  const rate = Math.max(1, part * peaks.length) / Math.max(1, scores)
  const tail: Tail = { accounts: accounts.length, scores, threshold, rate, scale, shape, cut: least }
  let events = 0
  for (let rank = 1; rank <= peaks.length; rank++)
    if (chanceOf(tail, peaks[peaks.length - rank] ?? 0) <= rank * least) events = rank
  return { ...tail, cut: Math.max(1, events) * least }
}

/** All |scores|, without the days on which many accounts moved alike. */
function collectSizes(accounts: readonly AccountScores[], tally: Map<number, DayTally>): Float64Array {
  const sizes = new Float64Array(accounts.reduce((sum, { scores }) => sum + scores.length, 0))
  let count = 0
  forEachScore(accounts, tally, (size) => {
    sizes[count++] = size
  })
  return sizes.subarray(0, count)
}

/** The furthest score of each run of days beyond the threshold, in rising order: neighbours are one event (declustering). */
function collectPeaks(accounts: readonly AccountScores[], tally: Map<number, DayTally>, threshold: number) {
  const peaks: number[] = []
  let lastDay = -Infinity
  let lastAccount = -1
  forEachScore(accounts, tally, (size, day, account) => {
    if (size <= threshold) return
    if (account !== lastAccount || day - lastDay > EVENT_DAYS) peaks.push(size)
    else peaks.push(Math.max(size, peaks.pop() ?? 0))
    lastAccount = account
    lastDay = day
  })
  return Float64Array.from(peaks).sort()
}

function forEachScore(
  accounts: readonly AccountScores[],
  tally: Map<number, DayTally>,
  take: (size: number, day: number, account: number) => void,
) {
  const common = findCommonDays(tally)
  accounts.forEach(({ days, spans, scores }, account) => {
    for (let at = 0; at < days.length; at++) {
      const score = scores[at] ?? 0
      const day = days[at] ?? 0
      let isCommonDay = false
      if (common.size > 0)
        for (let back = 0; back < (spans[at] ?? 1); back++) isCommonDay ||= common.get(day - back) === Math.sign(score)
      if (!isCommonDay) take(Math.abs(score), day, account)
    }
  })
}
