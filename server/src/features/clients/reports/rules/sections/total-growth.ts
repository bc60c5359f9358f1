/** Followers of several accounts, day by day: the sum of those whose figures are of one source over the whole period. */

import type { Days } from '../changes.ts'
import type { AccountFigures } from '../figures.ts'
import type { Rich } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayCount } from '../words.ts'
import { chartOf, type Made, sayGrowth } from './growth.ts'

const NO_DAYS: Days = { days: [], breaks: [] }

/** Followers on each day, the last known figure where a day has none. */
function fillDays({ change, inPeriod }: AccountFigures, { from, to }: NamedPeriod): number[] {
  const known = new Map(inPeriod.days.map(({ day, value }) => [day, value]))
  let last = change?.from.value ?? 0
  return Array.from({ length: to - from + 1 }, (_, at) => {
    last = known.get(from + at) ?? last
    return last
  })
}

/** Of several: the sum of those whose figures are of one source over the whole period. */
export function totalGrowthSection(accounts: readonly AccountFigures[], period: NamedPeriod): Made {
  const compared = accounts.filter(({ isWhole }) => isWhole)
  const lines = compared.map((account) => fillDays(account, period))
  const days = Array.from({ length: compared.length === 0 ? 0 : period.to - period.from + 1 }, (_, at) => ({
    day: period.from + at,
    value: lines.reduce((sum, line) => sum + (line[at] ?? 0), 0),
  }))
  const last = days.at(-1)
  const beginning = {
    day: period.from - 1,
    value: compared.reduce((sum, account) => sum + (account.change?.from.value ?? 0), 0),
  }
  const change = compared.reduce((sum, account) => sum + (account.change?.value ?? 0), 0)
  const lead: Rich =
    last !== undefined
      ? sayGrowth({ value: change, from: beginning, isAfterBreak: false }, last.value, period)
      : ['No account has figures of one source over the whole period.']
  const about = compared.length < accounts.length ? `The sum of ${sayCount(compared.length, 'account')}.` : ''
  const followers = { beginning: last ? beginning : null, inPeriod: { days, breaks: [] }, before: NO_DAYS }
  return chartOf(followers, [], period, lead, about)
}
