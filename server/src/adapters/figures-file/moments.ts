/**
 * Days and moments as files write them. Only forms that can be read in one way are taken: 03/04/2026 is refused.
 * Nothing from the future is taken, and nothing from before Instagram.
 */
import { describeValue, Refusal, WrongField } from './fields.ts'

/** What "now" is while one file is read. */
export interface Present {
  nowMs: number
  /** The calendar day, YYYY-MM-DD, where the reader of the figures lives. */
  today: string
}

/** Either a calendar day or a moment, as in `FiguresReading`. */
export interface DayOrMoment {
  day: string | null
  capturedAt: number | null
}

/** Clocks of two machines may differ by this much. */
const CLOCK_LEEWAY_MS = 5 * 60_000
/** The day Instagram opened. */
const FIRST_DAY = '2010-10-06'
const FIRST_MOMENT_MS = Date.UTC(2010, 9, 6)

const DAY = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?[ ]?([Zz]|[+-]\d\d(?::?\d\d)?)?$/

export function presentAt(nowMs: number, timeZone: string): Present {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(nowMs)
    .map(({ type, value }) => [type, value] as const)
  const { year, month, day } = Object.fromEntries(parts)
  return { nowMs, today: `${year}-${month}-${day}` }
}

/** How a table writes its days where it does not begin with the year. Its owner says so, since 03/04/2026 alone does not. */
export type DateOrder = 'year first' | 'day first' | 'month first'

export const SHORT_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

function inOrder(text: string, order: DateOrder): string {
  const parts = order === 'year first' ? null : SHORT_DATE.exec(text)
  if (!parts) return text
  const [, first = '', , second = '', year = ''] = parts
  const [day, month] = order === 'day first' ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Reads the `date` cell of a table. */
function readDate(written: string, present: Present, order: DateOrder): DayOrMoment | Refusal {
  if (written === '') return new Refusal('date is missing')
  const text = inOrder(written, order)
  const parts = DAY.exec(text)
  if (parts) {
    const [, year = '', , month = '', date = ''] = parts
    if (!isDay(Number(year), Number(month), Number(date))) return noSuchDay('date', text)
    const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    if (day < FIRST_DAY) return tooEarly('date', text)
    return day > present.today ? inFuture('date', text) : { day, capturedAt: null }
  }
  const moment = readMoment('date', text)
  if (moment instanceof Refusal) return moment
  return checkMoment('date', text, moment, present) ?? { day: null, capturedAt: moment }
}

/** Reads a full date and time with its zone, as epoch milliseconds. Says nothing about past or future. */
function readMoment(field: string, text: string): number | Refusal {
  const parts = MOMENT.exec(text)
  if (!parts) {
    return new Refusal(`${field} must be like 2026-11-20 or 2026-11-20T09:30:00Z, not ${describeValue(text)}`)
  }
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (!isDay(year, month, date)) return noSuchDay(field, text)
  const zone = parts[8]
  if (zone === undefined) {
    return new Refusal(`${field} ${describeValue(text)} needs its time zone: write it like 2026-11-20T09:30:00Z`)
  }
  const offsetMinutes = minutesFromUtc(zone)
  if (hour > 23 || minute > 59 || second > 59 || offsetMinutes === null) {
    return new Refusal(`${field}: there is no such time as ${describeValue(text)}`)
  }
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  return Date.UTC(year, month - 1, date, hour, minute, second, milliseconds) - offsetMinutes * 60_000
}

/** Reads a moment that must not lie in the future, nor before Instagram. A day alone is refused: its hour would be invented. */
export function readPastMoment(field: string, text: string, present: Present): number | Refusal {
  if (DAY.test(text))
    return new Refusal(`${field} ${describeValue(text)} needs its time: write it like 2026-11-20T09:30:00Z`)
  const moment = readMoment(field, text)
  return moment instanceof Refusal ? moment : (checkMoment(field, text, moment, present) ?? moment)
}

/** Refuses a moment of reading that cannot be. */
export function checkMoment(field: string, text: string, moment: number, present: Present): Refusal | null {
  if (moment > present.nowMs + CLOCK_LEEWAY_MS) return inFuture(field, text)
  return moment < FIRST_MOMENT_MS ? tooEarly(field, text) : null
}

/** Days pass through a file again and again, so each is read once; the cache forgets all when it is full. */
export function dateReader(present: Present, order: DateOrder = 'year first'): (text: string) => DayOrMoment | Refusal {
  const known = new Map<string, DayOrMoment | Refusal>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const read = readDate(text, present, order)
    if (known.size >= 5_000) known.clear()
    known.set(text, read)
    return read
  }
}

function isDay(year: number, month: number, date: number): boolean {
  if (month < 1 || month > 12 || date < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return date <= length
}

/** `Z`, `+02`, `+0200` or `+02:00`; null for an offset that no place has. */
function minutesFromUtc(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''))
  if (Number(zone.slice(3).replace(':', '')) > 59 || minutes > 14 * 60) return null
  return zone.startsWith('-') ? -minutes : minutes
}

const noSuchDay = (field: string, text: string) =>
  new Refusal(`${field}: there is no such day as ${describeValue(text)}`)
const inFuture = (field: string, text: string) => new Refusal(`${field} ${describeValue(text)} is in the future`)
const tooEarly = (field: string, text: string) =>
  new Refusal(`${field} ${describeValue(text)} is before Instagram opened on ${FIRST_DAY}`)

/** @param written a full date and time with its zone. */
export function moment(field: string, written: string): number {
  const at = readMoment(field, written)
  if (at instanceof Refusal) throw new WrongField(at.reason)
  return at
}
