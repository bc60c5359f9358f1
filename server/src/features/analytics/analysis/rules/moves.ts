/** What moved: the days on which an account won or lost more followers than chance explains, each with its evidence. */
import type { Analysis } from '@tangelo/contract'
import { dayToText } from '#platform/calendar.ts'
import type { Others } from './company-days.ts'
import type { ScoredDays } from './day-scores.ts'
import { type Evidence, weighEvidence } from './evidence-weights.ts'
import { listDays, listPosts, measureUsual } from './move-evidence.ts'
import { AFTERMATH_DAYS, nameMove, type Run } from './move-kinds.ts'
import { chanceOf, type Tail } from './tail.ts'

/** A smaller move is not worth a mark, however sure it is. */
export const LEAST_SHARE = 0.008
/** A day within so many standard deviations belongs to no move, however alike all other days of the company are. */
const LEAST_SCORE = 2.5
/** A neighbouring day belongs to the move when it is a tenth (before it: a fifth) as unusual as its peak. */
const PART_AFTER = 0.1
const PART_BEFORE = 0.2
const LONGEST_RUN = 14
/** A figure that returns within three days, to a fifth of the move, was misread. */
const MISREAD_DAYS = 3
const MISREAD_SHARE = 0.2
/** The tail says nothing about anything rarer. */
const MOST_YEARS = 1_000

export interface MovesInput extends Evidence {
  tail: Tail
  /** Moves are found in all days and returned for these, in days since 1970-01-01. */
  from: number
  to: number
}

/**
 * A day is a move when its p-value is within the cut of the false discovery rate (Benjamini–Hochberg at 0.1 over all accounts
 * of the company). Days with evidence weigh more (weighted Benjamini–Hochberg; the mean weight is 1): a rise after a post far
 * above its expectation or after a giveaway, a fall on a day when many other accounts fell.
 */
export function findMoves(input: MovesInput): Analysis['moves'] {
  const { scored, posts, multiples, from, to } = input
  const runs = dropMisread(collectRuns(input)).filter(isWorthAMark)
  const range = measureUsual(scored)
  const giveaways: Run[] = []
  const moves: Analysis['moves'] = []
  for (const run of runs) {
    const { kind, sentence } = nameMove(run, posts, multiples, giveaways)
    if (kind === 'giveaway' && run.change > 0) giveaways.push(run)
    if (run.first < from || run.first > to) continue
    moves.push({
      day: dayToText(run.first),
      change: run.change,
      share: run.share,
      kind,
      sentence,
      evidence: {
        days: listDays(scored, run.first),
        usual: range(run.at),
        onceInYears: Math.min(MOST_YEARS, 1 / (365.25 * run.chance)),
        others: run.others,
        source: scored.sources[run.at] ?? 'graph',
        gap: run.gap,
        posts: listPosts(run, posts, multiples),
      },
    })
  }
  return moves
}

interface FoundRun extends Run {
  /** Index of its first change, and the chance of its most unusual one. */
  at: number
  chance: number
  /** Followers before it. */
  before: number
}

/** An account that only won fewer followers than usual has lost none. */
const isWorthAMark = ({ change, excess, before }: FoundRun): boolean =>
  Math.sign(change) === Math.sign(excess) && Math.abs(excess) >= LEAST_SHARE * before

function collectRuns(input: MovesInput): FoundRun[] {
  const { scored, tail } = input
  const weights = weighEvidence(input)
  const { scores } = scored
  const runs: FoundRun[] = []
  let taken = -1
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (Math.abs(score) < LEAST_SCORE || chanceOf(tail, score) > (weights[at] ?? 1) * tail.cut) continue
    const isNeighbour = (place: number, part: number) =>
      (scores[place] ?? 0) * Math.sign(score) >= Math.max(LEAST_SCORE, part * Math.abs(score))
    let first = at
    while (isNeighbour(first - 1, PART_BEFORE) && isAdjacent(scored, first) && at - first < LONGEST_RUN) first--
    // A day belongs to one move. One that ebbs away goes on in its later days, and where it is too long for that another one begins.
    if (first <= taken) {
      const begun = runs.at(-1)?.at ?? first
      const isOne = at - begun <= LONGEST_RUN
      if (isOne) runs.pop()
      first = isOne ? begun : taken + 1
    }
    let last = at
    while (isNeighbour(last + 1, PART_AFTER) && isAdjacent(scored, last + 1) && last - first < LONGEST_RUN) last++
    runs.push(describeRun(input, first, last))
    taken = last
    at = last
  }
  return runs
}

/** Whether a change begins on the day that the one before it ends on. */
const isAdjacent = ({ days, spans }: ScoredDays, at: number) =>
  (days[at] ?? 0) - (spans[at] ?? 0) === (days[at - 1] ?? Number.NaN)

function describeRun(input: MovesInput, first: number, last: number): FoundRun {
  const { scored, tail } = input
  const { days, spans, before, changes, usual, scores } = scored
  let change = 0
  let excess = 0
  let peak = first
  for (let at = first; at <= last; at++) {
    change += changes[at] ?? 0
    excess += (changes[at] ?? 0) - (usual[at] ?? 0)
    if (Math.abs(scores[at] ?? 0) > Math.abs(scores[peak] ?? 0)) peak = at
  }
  const end = days[last] ?? 0
  let after = 0
  for (let at = last + 1; isAdjacent(scored, at) && (days[at] ?? 0) <= end + AFTERMATH_DAYS; at++)
    after += (changes[at] ?? 0) - (usual[at] ?? 0)
  const followers = Math.max(1, before[first] ?? 1)
  return {
    at: first,
    chance: chanceOf(tail, scores[peak] ?? 0),
    first: days[first] ?? 0,
    last: end,
    peak: days[peak] ?? 0,
    gap: (spans[first] ?? 1) - 1,
    before: followers,
    change,
    excess,
    share: change / followers,
    lostAfter: Math.max(0, -after),
    others: countOthers(input, peak, excess < 0 ? -1 : 1),
  }
}

/** Other accounts on the day of a change; after a gap, on the day of it on which most of them moved. */
function countOthers({ scored, others }: MovesInput, at: number, direction: 1 | -1): Others {
  const day = scored.days[at] ?? 0
  let most = others(day, direction)
  for (let back = 1; back < (scored.spans[at] ?? 1); back++) {
    const counted = others(day - back, direction)
    if (counted.moved > most.moved) most = counted
  }
  return most
}

/** Leaves out a move and its opposite within three days: such a figure was misread, and the account did not move. */
function dropMisread(runs: readonly FoundRun[]): FoundRun[] {
  const cancels = (run: FoundRun, next: FoundRun | undefined) =>
    next !== undefined &&
    next.first - run.last <= MISREAD_DAYS &&
    Math.abs(run.excess + next.excess) <= MISREAD_SHARE * Math.abs(run.excess)
  const kept: FoundRun[] = []
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (run && cancels(run, runs[at + 1])) at++
    else if (run) kept.push(run)
  }
  return kept
}
