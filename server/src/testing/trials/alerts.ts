/**
 * `npm run trials -- alerts [--accounts N] [--days N] [--seed N]`: a company in which nothing happens is read once a day, and
 * each day its accounts are analysed with what was known then, as the job `find-moves` does it. Counts the mails that a person
 * with the rule 'anomaly' would get, with light and heavy tails; then the same with events planted, which must be alerted.
 * Pure: no store, no clock.
 */
import { othersThan, tallyDays } from '#features/analytics/analysis/rules/company-days.ts'
import { type ScoredDays, scoreDays } from '#features/analytics/analysis/rules/day-scores.ts'
import { findMoves } from '#features/analytics/analysis/rules/moves.ts'
import { fitTail } from '#features/analytics/analysis/rules/tail.ts'
import { MOVED_DAYS, mayHaveMoved } from '#features/analytics/moves/moves.rules.ts'
import { isSameMove } from '#features/operations/alerts/alerts.rules.ts'
import { dayFromText } from '#platform/calendar.ts'
import { FIRST_DAY, inventCompany, type Tails, type WorldAccount } from '../invented-company.ts'
import { anySeed, Broken, trialOptions } from '../trial.ts'

/** What a person may get of a company of 200 accounts in a year in which nothing happens. */
export const MAILS_MAX = 10
const TAILS: readonly Tails[] = ['light', 'heavy']
/** Of those that change the followers by 5 % or more. */
const LARGE = 0.05
const FOUND_MIN = 0.75
const NEAR_DAYS = 3

export interface AlertsReport {
  tails: Tails
  /** Moves that were alerted, and mails: what is found on one day is one. */
  alarms: number
  mails: number
  /** Planted events of 5 % and more, and those of them that were alerted within the days that a move is news. */
  planted: number
  found: number
}

interface Alarm {
  account: number
  day: number
  change: number
  /** When it was found. */
  at: number
}

export function alertsTrial({
  accounts,
  days,
  seed,
  tails,
  events = 0,
  say = () => {},
}: {
  accounts: number
  days: number
  seed: number
  tails: Tails
  events?: number
  say?: (line: string) => void
}): AlertsReport {
  const world = inventCompany({ seed, accounts, events, purges: 0, tails })
  const alarms: Alarm[] = []
  for (let today = FIRST_DAY; today < FIRST_DAY + days; today++) {
    if ((today - FIRST_DAY) % 50 === 49) say(`day ${today - FIRST_DAY + 1}: ${alarms.length} alarms`)
    for (const alarm of readDay(world.accounts, today))
      if (!alarms.some((known) => known.account === alarm.account && isSameMove(known, alarm))) alarms.push(alarm)
  }
  const large = world.events.filter(({ size, last }) => size >= LARGE && last < FIRST_DAY + days)
  const found = large.filter(({ account, first, last }) =>
    alarms.some((alarm) => alarm.account === account && alarm.day >= first - NEAR_DAYS && alarm.day <= last),
  )
  const mails = new Set(alarms.map(({ at }) => at)).size
  return { tails, alarms: alarms.length, mails, planted: large.length, found: found.length }
}

/** The moves that the readings of this day let the analysis find. */
function readDay(accounts: readonly WorldAccount[], today: number): Alarm[] {
  const known = accounts.map(({ days }) => days.filter(({ day }) => day <= today))
  const candidates = known.flatMap((days, at) => (days.at(-1)?.day === today && mayHaveMoved(days) ? [at] : []))
  if (candidates.length === 0) return []
  const scored = known.map(scoreDays)
  const tally = tallyDays(scored)
  const tail = fitTail(scored, tally)
  return candidates.flatMap((account) => {
    const own = scored[account] as ScoredDays
    const { posts, multiples } = accounts[account] as WorldAccount
    const move = findMoves({
      scored: own,
      tail,
      others: othersThan(own, tally),
      posts: posts.filter(({ day }) => day <= today),
      multiples,
      from: today - MOVED_DAYS + 1,
      to: today,
    }).at(-1)
    return move ? [{ account, day: dayFromText(move.day), change: move.change, at: today }] : []
  })
}

if (import.meta.main) {
  const { say, ...options } = trialOptions({ accounts: 200, days: 365, seed: anySeed() })
  for (const tails of TAILS) {
    const quiet = alertsTrial({ ...options, tails, say })
    say(`${tails} tails, nothing happens: ${quiet.alarms} alarms in ${quiet.mails} mails`)
    if (quiet.mails > MAILS_MAX) throw new Broken(`${quiet.mails} mails about nothing, more than ${MAILS_MAX}`)
    const busy = alertsTrial({ ...options, tails, events: options.accounts / 5, say })
    say(`${tails} tails: ${busy.found} of ${busy.planted} events of 5 % and more were alerted`)
    if (busy.found < FOUND_MIN * busy.planted) throw new Broken(`Only ${busy.found} of ${busy.planted} were alerted`)
  }
}
