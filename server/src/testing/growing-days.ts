/** Accounts for tests of moves: followers that grow quietly day by day, with jumps where a test says so. */
import { othersThan, tallyDays } from '#features/analytics/analysis/rules/company-days.ts'
import { scoreDays } from '#features/analytics/analysis/rules/day-scores.ts'
import type { AnalysedDay, AnalysedPost } from '#features/analytics/analysis/rules/input.ts'
import { findMoves } from '#features/analytics/analysis/rules/moves.ts'
import { seededRandom } from '#features/analytics/analysis/rules/random.ts'
import { fitTail } from '#features/analytics/analysis/rules/tail.ts'

export const START = 20_000

/** Followers of 300 days that grow by 0.05 % a day with noise of 0.1 %; `jumps` are ratios by day. */
export function growingDays(seed: number, jumps: Record<number, number> = {}, count = 300): AnalysedDay[] {
  const random = seededRandom(seed)
  let followers = 20_000
  return Array.from({ length: count }, (_, at) => {
    const noise = random() + random() + random() + random() - 2
    followers *= 1 + 0.0005 + 0.0017 * noise + (jumps[at] ?? 0)
    return { day: START + at, followers: Math.round(followers), source: 'graph' }
  })
}

interface Case {
  days: AnalysedDay[]
  /** Other accounts of the company. */
  company?: AnalysedDay[][]
  posts?: AnalysedPost[]
  multiples?: Map<string, number>
}

/** The moves of one account among a company of quiet ones. */
export function movesOf({ days, company = quiet, posts = [], multiples = new Map() }: Case) {
  const scored = [days, ...company].map(scoreDays)
  const [own] = scored
  if (!own) throw new Error('No account')
  const tally = tallyDays(scored)
  const tail = fitTail(scored, tally)
  return findMoves({ scored: own, tail, others: othersThan(own, tally), posts, multiples, from: 0, to: Infinity })
}

export const quiet = Array.from({ length: 13 }, (_, at) => growingDays(100 + at))
