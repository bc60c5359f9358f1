/** What the address of the comparison means: accounts, period, peers left out. */
import { addDays } from '#lib/days.ts'

export const COMPARED_MAX = 5
export const PERIODS = ['90', '180', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

const DAYS: Readonly<Record<PeriodName, number>> = { '90': 90, '180': 180, year: 365 }

/** So many days, and the one before them, which their growth is counted from (docs/decisions/0061). */
export const daysOf = (period: PeriodName, today: string) => ({ from: addDays(today, -DAYS[period]), to: today })

/** Null: the address names none, so the largest are compared. */
export function idsFrom(text: string | undefined): number[] | null {
  if (text === undefined) return null
  if (text === 'none') return []
  return [...new Set(text.split(',').map(Number))].slice(0, COMPARED_MAX)
}

export const idsText = (ids: readonly number[]): string => (ids.length === 0 ? 'none' : ids.join(','))

export const chooseId = (ids: readonly number[], id: number, isChosen: boolean): number[] =>
  isChosen ? [...new Set([...ids, id])] : ids.filter((each) => each !== id)

/** With the id, or without it where it was among them; undefined for none. */
export function toggleId(text: string | undefined, id: number): string | undefined {
  const ids = text ? text.split(',').map(Number) : []
  const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]
  return next.length > 0 ? next.join(',') : undefined
}

/** The account of the list with most followers, and the next ones of its company. */
export function largestOf(accounts: readonly { readonly id: number; readonly companyId: number | null }[]): number[] {
  const companyId = accounts[0]?.companyId
  return accounts.flatMap((account) => (account.companyId === companyId ? [account.id] : [])).slice(0, COMPARED_MAX)
}
