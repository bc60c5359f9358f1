/** Figures inside sentences, the same on every machine: a real minus, no space before %, commas between thousands. */
import { MONTH_SHORT_NAMES } from '@tangelo/contract/limits'

const MINUS = '\u2212'
const DAY_MS = 86_400_000

/** 1,140 or −24. */
export function sayNumber(value: number): string {
  const whole = Math.round(value)
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ',')
  return whole < 0 ? MINUS + digits : digits
}

/** A total: 812, 24.6K or 1.2M. */
export function sayTotal(value: number): string {
  if (value < 1_000) return sayNumber(value)
  const isThousands = value < 999_950
  return `${(value / (isThousands ? 1_000 : 1_000_000)).toFixed(1).replace(/\.0$/, '')}${isThousands ? 'K' : 'M'}`
}

/** A ratio in percent: one decimal below ten percent, whole percent above. */
export function sayShare(ratio: number): string {
  const percent = Math.abs(ratio * 100)
  const digits = percent < 9.95 ? percent.toFixed(1).replace(/\.0$/, '') : sayNumber(percent)
  return `${ratio < 0 && digits !== '0' ? MINUS : ''}${digits}%`
}

/** 3.6 times, or 12 times. */
export const sayMultiple = (multiple: number): string =>
  `${multiple < 9.95 ? multiple.toFixed(1) : sayNumber(multiple)} times`

/** Apr 1; with the year where it is not that of the day `beside` it. Days since 1970-01-01. */
export function sayDay(day: number, beside = day): string {
  const date = new Date(day * DAY_MS)
  const year = date.getUTCFullYear()
  const isSameYear = year === new Date(beside * DAY_MS).getUTCFullYear()
  return `${MONTH_SHORT_NAMES[date.getUTCMonth()]} ${date.getUTCDate()}${isSameYear ? '' : `, ${year}`}`
}

/** 1 day, or 12 days. */
export const sayCount = (count: number, noun: string): string => `${sayNumber(count)} ${noun}${count === 1 ? '' : 's'}`
