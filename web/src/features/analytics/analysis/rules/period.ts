/** Which days an analysis is about, and the same days a year before. */
import { ANALYSIS_DAYS } from '@tangelo/contract/limits'
import { addDays } from '#lib/days.ts'

/** In the order of the switch; the default stays out of the address. */
export const PERIODS = ['90', 'half', 'year', 'all'] as const
export type PeriodName = (typeof PERIODS)[number]
export const DEFAULT_PERIOD = 'year' satisfies PeriodName

export interface Period {
  readonly from: string
  readonly to: string
}

const YEAR_DAYS = 365
const LENGTHS: Readonly<Record<PeriodName, number>> = { '90': 90, half: 182, year: YEAR_DAYS, all: ANALYSIS_DAYS.max }

export function periodDays(name: PeriodName, today: string): Period {
  return { from: addDays(today, 1 - LENGTHS[name]), to: today }
}

export function yearBefore({ from, to }: Period): Period {
  return { from: addDays(from, -YEAR_DAYS), to: addDays(to, -YEAR_DAYS) }
}

export const afterAYear = (day: string): string => addDays(day, YEAR_DAYS)
