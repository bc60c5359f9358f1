/**
 * How figures, rates and dates read on every screen (spec §9). Unknown figures read '0' and unknown rates '0.0%';
 * never NaN, never Infinity, never '-0'. English in every browser language.
 */
import { MONTH_SHORT_NAMES } from '@tangelo/contract/limits'
import { dateOf, monthName } from './day-names.ts'
import { dayNumber, padTwo } from './days.ts'

export const UNITS = ['', 'K', 'M', 'B']
const MINUS = '−'
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const BETWEEN_THOUSANDS = /\B(?=(\d{3})+$)/g
const HOURS_RELATIVE = 168 // spec §9: under 168 hours old shown as relative

const dateOfMoment = (local: Date): string =>
  `${MONTH_SHORT_NAMES[local.getMonth()]} ${local.getDate()}, ${local.getFullYear()}`

function isKnown(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** 'K', 'M', 'B' with one decimal: 999 is '999', 1,000 is '1.0K', 999,950 is '1.0M'. */
export function shorten(value: number | null | undefined): string {
  if (!isKnown(value)) return '0'
  const sign = value < 0 ? MINUS : ''
  const size = Math.round(Math.abs(value))
  if (size < 1_000) return size === 0 ? '0' : `${sign}${size}`
  let step = 1
  let tenths = Math.round(size / 100)
  while (tenths >= 10_000 && step < UNITS.length - 1) {
    step += 1
    tenths = Math.round(size / (1_000 ** step / 10))
  }
  return `${sign}${Math.floor(tenths / 10)}.${tenths % 10}${UNITS[step]}`
}

/** A 'raw' figure: rounded down, nothing added. */
export function formatRaw(value: number | null | undefined): string {
  return isKnown(value) ? `${Math.floor(value) || 0}` : '0'
}

/** The whole figure with thousands separators. */
export function formatWhole(value: number | null | undefined): string {
  return isKnown(value) ? `${Math.round(value) || 0}`.replace(BETWEEN_THOUSANDS, ',') : '0'
}

/** One decimal and the sign, or as many as asked for: '6.7%', '0.0%' when unknown. */
export function formatPercent(value: number | null | undefined, decimals = 1): string {
  const step = 10 ** decimals
  const steps = isKnown(value) ? Math.round(value * step) || 0 : 0
  return `${(steps / step).toFixed(decimals)}%`
}

/** A size with the sign of a change, a real minus where it fell. */
export function withSign(value: number, size: string): string {
  return `${value < 0 ? MINUS : '+'}${size}`
}

/** A change in whole figures, always signed: '+4,812', '−318', '+0'. */
export function formatSigned(value: number): string {
  return withSign(value, formatWhole(Math.abs(value)))
}

/** A signed figure, shortened from 1,000 on: '+12.8K'. */
export function formatChange(value: number): string {
  return withSign(value, shorten(Math.abs(value)))
}

/** A change in percent with at most one decimal: '12.2%', '−6.4%', '0%'. */
export function formatPercentChange(value: number): string {
  return `${Math.round(value * 10) / 10 || 0}%`.replace('-', MINUS)
}

/** Good, bad or neither, judged by what is shown: a change that reads '0%' is neither. */
export function toneOf(change: number | null | undefined): 'good' | 'bad' | 'neutral' {
  const shown = isKnown(change) ? Math.round(change * 10) : 0
  return shown > 0 ? 'good' : shown < 0 ? 'bad' : 'neutral'
}

const count = (number: number, one: string): string => `${formatWhole(number)} ${one}${number === 1 ? '' : 's'}`

/** Under 168 hours old 'x ago', older 'MMM d, yyyy' in the browser's time zone; 'Unknown date' for anything else. */
export function formatMoment(moment: string | null | undefined, now: Date = new Date()): string {
  const time = moment ? Date.parse(moment) : Number.NaN
  if (Number.isNaN(time)) return 'Unknown date'
  const age = now.getTime() - time
  // A server clock a little ahead of the browser's is no reason to speak of the future.
  if (age >= HOURS_RELATIVE * MS_PER_HOUR || age < -MS_PER_HOUR) return dateOfMoment(new Date(time))
  const minutes = Math.floor(age / MS_PER_MINUTE)
  if (minutes < 1) return 'seconds ago'
  if (minutes < 60) return `${count(minutes, 'minute')} ago`
  const hours = Math.floor(age / MS_PER_HOUR)
  return `${hours < 24 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')} ago`
}

/** How far ahead a moment lies: 'in 20 minutes', 'in 21 hours', 'in 3 days'; 'any moment now' when it has come. */
export function formatAhead(moment: string | null | undefined, now: Date = new Date()): string {
  const time = moment ? Date.parse(moment) : Number.NaN
  if (Number.isNaN(time)) return 'Unknown date'
  const minutes = Math.round((time - now.getTime()) / MS_PER_MINUTE)
  if (minutes < 1) return 'any moment now'
  if (minutes < 60) return `in ${count(minutes, 'minute')}`
  const hours = Math.round(minutes / 60)
  return `in ${hours < 48 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day')}`
}

/** 'Dec 22, 2026', in the browser's time zone; also of days to come. */
export function formatDate(moment: string | null): string {
  const time = moment === null ? Number.NaN : Date.parse(moment)
  return Number.isNaN(time) ? 'Unknown date' : dateOfMoment(new Date(time))
}

/** 'Dec 22' of this year, 'Dec 22, 2025' of another, in the browser's time zone. */
export function formatShortDate(moment: string, now: Date): string {
  const date = formatDate(moment)
  return date.endsWith(`, ${now.getFullYear()}`) ? date.slice(0, -6) : date
}

/** The moment itself, in the browser's time zone: 'Nov 20, 2026, 09:02'. */
export function formatExactMoment(moment: string | null | undefined): string {
  const time = moment ? Date.parse(moment) : Number.NaN
  if (Number.isNaN(time)) return 'Unknown date'
  const local = new Date(time)
  return `${dateOfMoment(local)}, ${padTwo(local.getHours())}:${padTwo(local.getMinutes())}`
}

/** A rate with the digits it has, two significant ones when it is small: '6.72%', '0.013%'. */
export function formatExactPercent(value: number | null | undefined): string {
  if (!isKnown(value)) return '0.0%'
  const size = Math.abs(value)
  return `${size === 0 || size >= 1 ? Math.round(value * 100) / 100 || 0 : Number(value.toPrecision(2))}%`
}

/** A calendar day: 'Nov 20', or 'Nov 20, 2026' where years matter; the same in every time zone. */
export function formatDay(day: string, withYear = false): string {
  if (Number.isNaN(dayNumber(day))) return 'Unknown date'
  return `${monthName(day)} ${dateOf(day)}${withYear ? `, ${day.slice(0, 4)}` : ''}`
}

/** '1.4 MB', '812 kB', '340 bytes'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return bytes < 999_950_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** How long something lasts: '0:42', '12:05'. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${padTwo(whole % 60)}`
}
