/** Days and times as people type them: '2026-11-24', 'Nov 24, 2026', '24 November', '24.11.2026'; '9:15', '0915', '9 pm'. */
import { MONTH_NAMES } from '@tangelo/contract/limits'
import { dayNumber, isDay, padTwo } from './days.ts'

interface TypedDay {
  readonly day: string
  /** Nothing that is typed after it makes it another day. */
  readonly isComplete: boolean
}

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())

/** Null when it is no day. A day without a year is the one nearest to today. Month and date in figures alone say no order. */
export function parseTypedDay(typed: string, today: string): TypedDay | null {
  const text = typed.trim().toLowerCase()
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text)
  if (iso) return toTypedDay(iso[1], Number(iso[2]), iso[3], today, iso[2]?.length === 2 && iso[3]?.length === 2)
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})?$/.exec(text)
  if (dotted) return toTypedDay(dotted[3], Number(dotted[2]), dotted[1], today)
  const words = text.split(/[\s,.]+/).filter(Boolean)
  const month = monthFrom(words.find((word) => /^[a-z]/.test(word)))
  const [date, year, ...more] = words.filter((word) => /^\d/.test(word))
  const isFirst = /^\d{4}$/.test(date ?? '')
  if (month === 0 || more.length > 0 || words.length > 3 || isFirst) return null
  return toTypedDay(year, month, date?.replace(/(st|nd|rd|th)$/, ''), today)
}

function monthFrom(word: string | undefined): number {
  const isName = (name: string): boolean => word !== undefined && word.length >= 3 && name.startsWith(word)
  return word === 'sept' ? 9 : MONTHS.findIndex(isName) + 1
}

function toTypedDay(
  year: string | undefined,
  month: number,
  date: string | undefined,
  today: string,
  isComplete = year !== undefined,
): TypedDay | null {
  if (year !== undefined && !/^\d{4}$/.test(year)) return null
  const dayIn = (each: string | number): string => `${each}-${padTwo(month)}-${padTwo(Number(date))}`
  if (year !== undefined) return isDay(dayIn(year)) ? { day: dayIn(year), isComplete } : null
  const thisYear = Number(today.slice(0, 4))
  const distance = (day: string): number => Math.abs(dayNumber(day) - dayNumber(today))
  const [nearest] = [thisYear - 1, thisYear, thisYear + 1]
    .map(dayIn)
    .filter((day) => isDay(day))
    .sort((one, other) => distance(one) - distance(other))
  return nearest === undefined ? null : { day: nearest, isComplete: false }
}

const TIME = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?:\s*([ap])\.?m?\.?)?$/i

interface TypedTime {
  /** HH:mm, 00:00 to 23:59. */
  readonly time: string
  readonly isComplete: boolean
}

/** Null when it is no time of day. */
export function parseTypedTime(typed: string): TypedTime | null {
  const [, hours = '', minutes = '0', half] = TIME.exec(typed.trim()) ?? []
  if (hours === '') return null
  const hour = Number(hours)
  if (hour > 23 || Number(minutes) > 59 || (half && (hour === 0 || hour > 12))) return null
  const shift = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { time: `${padTwo(shift)}:${padTwo(Number(minutes))}`, isComplete: /^\d{2}:\d{2}$/.test(typed.trim()) }
}
