/** Figures, days and periods as a report writes them: as the screens do, in English, the same on every machine. Pure. */
import { MONTH_SHORT_NAMES, WEEKDAY_SHORT_NAMES } from '@tangelo/contract/limits'

const DAY_MS = 86_400_000
const MINUS = '\u2212'
const UNITS = ['', 'K', 'M', 'B']

/** In the place of a figure. */
export const NOT_KNOWN = 'Not known'

/** 24,364. */
export function sayWhole(value: number): string {
  const whole = Math.round(value) || 0
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ',')
  return whole < 0 ? MINUS + digits : digits
}

/** +1,604, −24 or +0. */
export const saySigned = (value: number): string => (Math.round(value) < 0 ? sayWhole(value) : `+${sayWhole(value)}`)

/** 812, 24.4K or 1.2M. */
export function sayShort(value: number): string {
  const size = Math.round(Math.abs(value))
  if (size < 1_000) return sayWhole(value)
  let step = 1
  let tenths = Math.round(size / 100)
  while (tenths >= 10_000 && step < UNITS.length - 1) {
    step += 1
    tenths = Math.round(size / (1_000 ** step / 10))
  }
  return `${value < 0 ? MINUS : ''}${Math.floor(tenths / 10)}.${tenths % 10}${UNITS[step]}`
}

/** 3.7%, of a figure in percent. */
export const sayPercent = (percent: number, decimals = 1): string =>
  `${percent < 0 && Number(percent.toFixed(decimals)) !== 0 ? MINUS : ''}${Math.abs(percent).toFixed(decimals)}%`

/** +3.7% or −0.2%; 0.0% for what reads as nothing, as on the dashboard. */
export const saySignedPercent = (percent: number, decimals = 1): string =>
  `${Number(percent.toFixed(decimals)) > 0 ? '+' : ''}${sayPercent(percent, decimals)}`

/** +35%, of a ratio. */
export const sayEffect = (ratio: number): string => {
  const percent = Math.round(ratio * 100) || 0
  return `${percent < 0 ? MINUS : '+'}${sayWhole(Math.abs(percent))}%`
}

export const sayMultiple = (multiple: number): string =>
  `${multiple < 9.95 ? multiple.toFixed(1) : sayWhole(multiple)} times`

export const sayCount = (count: number, noun: string): string => `${sayWhole(count)} ${noun}${count === 1 ? '' : 's'}`

const partsOf = (day: number) => {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
}

/** Oct 5. */
export const sayDay = (day: number): string => `${MONTH_SHORT_NAMES[partsOf(day).month]} ${partsOf(day).day}`

/** Oct 5, 2026. */
export const sayFullDay = (day: number): string => `${sayDay(day)}, ${partsOf(day).year}`

/** Oct 5; with the year where it is another than that of `beside`. */
export const sayDayBeside = (day: number, beside: number): string =>
  partsOf(day).year === partsOf(beside).year ? sayDay(day) : sayFullDay(day)

/** Tue, Nov 3. */
export const sayWeekday = (day: number): string => `${WEEKDAY_SHORT_NAMES[(((day + 3) % 7) + 7) % 7]}, ${sayDay(day)}`

/** Oct 1 to 31, 2026. */
export function sayDays(from: number, to: number): string {
  const [first, last] = [partsOf(from), partsOf(to)]
  if (from === to) return sayFullDay(from)
  if (first.year !== last.year) return `${sayFullDay(from)} to ${sayFullDay(to)}`
  const end = first.month === last.month ? String(last.day) : sayDay(to)
  return `${sayDay(from)} to ${end}, ${last.year}`
}

/** Lisbon time. */
export const sayTimeZone = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`

const LINE_LENGTH = 72
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a caption is about, in one line, without cutting an emoji in two. */
export function sayCaption(caption: string | null, most = LINE_LENGTH): string {
  const line = (caption ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (line.length <= most) return line || 'No caption'
  let text = ''
  for (const { segment } of letters.segment(line.slice(0, most * 8))) {
    if (text.length + segment.length > most) return `${text.trimEnd()}…`
    text += segment
  }
  return text
}
