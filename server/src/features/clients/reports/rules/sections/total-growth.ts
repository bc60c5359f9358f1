/** Followers of several accounts, day by day: the sum of those whose figures are of one source over the whole period. */

import type { Days } from '../changes.ts'
import type { AccountFigures } from '../figures.ts'
import type { Rich } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayCount } from '../words.ts'
import { type Carried, chartOf, type Made, sayGrowth } from './growth.ts'

const NO_DAYS: Days = { days: [], breaks: [] }

/** Followers on each day up to `until`; where a day has none, the last known figure is carried over to it. */
function fillDays({ change, inPeriod }: AccountFigures, from: number, until: number) {
  const known = new Map(inPeriod.days.map(({ day, value }) => [day, value]))
  let last = change?.from.value ?? 0
  return Array.from({ length: until - from + 1 }, (_, at) => {
    const value = known.get(from + at)
    last = value ?? last
    return { value: last, isCarried: value === undefined }
  })
}

/**
 * Of several: the sum of those whose figures are of one source over the whole period.
 *
 * @param until the last day of the period that has come.
 */
export function totalGrowthSection(accounts: readonly AccountFigures[], period: NamedPeriod, until: number): Made {
  const compared = accounts.filter(({ isWhole }) => isWhole)
  const lines = compared.map((account) => fillDays(account, period.from, until))
  const all = Array.from({ length: compared.length === 0 ? 0 : until - period.from + 1 }, (_, at) => period.from + at)
  const days = all.map((day, at) => ({ day, value: lines.reduce((sum, line) => sum + (line[at]?.value ?? 0), 0) }))
  const counts = all.flatMap((day, at): [number, number][] => {
    const count = lines.filter((line) => line[at]?.isCarried).length
    return count > 0 ? [[day, count]] : []
  })
  const carried: Carried = { accounts: compared.length, byDay: new Map(counts) }
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
  const about = [
    compared.length < accounts.length ? `The sum of ${sayCount(compared.length, 'account')}.` : '',
    counts.length > 0 ? sayCarried(counts.length) : '',
  ]
  const followers = { beginning: last ? beginning : null, inPeriod: { days, breaks: [] }, before: NO_DAYS, carried }
  return chartOf(followers, [], period, until, { lead, about: about.filter(Boolean).join(' ') })
}

const sayCarried = (days: number): string =>
  `On ${sayCount(days, 'day')} not every account was read: the last figure of the others is carried over, and the table says of how many.`
