/** Days of a whole company: on how many of its accounts followers rose or fell on one day. */

/** One account's scores, in time order. */
export interface AccountScores {
  /** Days since 1970-01-01. */
  days: Int32Array
  /** Days that each change happened in. */
  spans: Uint8Array
  scores: Float64Array
}

/** A change this many standard deviations beyond the usual counts as moved. */
const MOVED_SCORE = 3
/** A day on which at least this share of the accounts (and three) moved alike belongs to Instagram, not to chance. */
const COMMON_SHARE = 0.3
const FEWEST_IN_COMMON = 3

/** Accounts with figures on a day, and those that rose or fell more than usual. */
export interface DayTally {
  accounts: number
  rose: number
  fell: number
}

/** A change over several days counts on each of them. */
export function tallyDays(accounts: Iterable<AccountScores>): Map<number, DayTally> {
  const tally = new Map<number, DayTally>()
  for (const { days, spans, scores } of accounts)
    for (let at = 0; at < days.length; at++)
      for (let back = 0; back < (spans[at] ?? 1); back++) {
        const day = (days[at] ?? 0) - back
        let counted = tally.get(day)
        if (!counted) {
          counted = { accounts: 0, rose: 0, fell: 0 }
          tally.set(day, counted)
        }
        counted.accounts++
        const score = scores[at] ?? 0
        if (score >= MOVED_SCORE) counted.rose++
        else if (score <= -MOVED_SCORE) counted.fell++
      }
  return tally
}

/** Days on which many accounts moved alike, and their direction. */
export function findCommonDays(tally: ReadonlyMap<number, DayTally>): Map<number, 1 | -1> {
  const common = new Map<number, 1 | -1>()
  for (const [day, { accounts, rose, fell }] of tally) {
    const isMany = (moved: number) => moved >= FEWEST_IN_COMMON && moved >= COMMON_SHARE * accounts
    if (isMany(fell)) common.set(day, -1)
    else if (isMany(rose)) common.set(day, 1)
  }
  return common
}

/** Other accounts of the company with figures on a day, and those that moved in one direction. */
export interface Others {
  accounts: number
  moved: number
}

/** Asks the tally about a day without the account itself, which is counted in it. */
export function othersThan({ days, spans, scores }: AccountScores, tally: ReadonlyMap<number, DayTally>) {
  const own = new Map<number, number>()
  for (let at = 0; at < days.length; at++)
    for (let back = 0; back < (spans[at] ?? 1); back++) own.set((days[at] ?? 0) - back, scores[at] ?? 0)
  return (day: number, direction: 1 | -1): Others => {
    const counted = tally.get(day)
    if (!counted) return { accounts: 0, moved: 0 }
    const score = own.get(day)
    const isOwnMoved = score !== undefined && score * direction >= MOVED_SCORE
    return {
      accounts: counted.accounts - (score === undefined ? 0 : 1),
      moved: (direction > 0 ? counted.rose : counted.fell) - (isOwnMoved ? 1 : 0),
    }
  }
}
