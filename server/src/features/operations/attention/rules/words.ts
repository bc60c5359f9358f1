/** Numbers and days as sentences have them. */

const HOUR_MS = 60 * 60_000

/** What most sentences say nothing about. */
export const nothing = { change: null, accountId: null, day: null, companyId: null }

/** 1,204. */
export const sayNumber = (value: number): string => value.toLocaleString('en-US')
export const say = (count: number, one: string, many = `${one}s`): string =>
  `${sayNumber(count)} ${count === 1 ? one : many}`

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
export const sayDay = (day: number): string => dayFormat.format(day * 24 * HOUR_MS)
