/** Dates as a client reads them: on the clocks of their own time zone. Pure. */
import { dayFromText, momentOfDay } from '#platform/calendar.ts'

/** Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  formatters.set(key, known)
  return known.format(at)
}

const DAY = { month: 'short', day: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** With the year where it is another one. */
const dayOptions = (at: number, now: number, timeZone: string): Intl.DateTimeFormatOptions =>
  format(at, timeZone, { year: 'numeric' }) === format(now, timeZone, { year: 'numeric' })
    ? DAY
    : { ...DAY, year: 'numeric' }

/** 'Tuesday, Nov 24, 18:30'; a day without an hour is the same day everywhere. Null for no date. */
export function formatPlanned(publishDate: string | null, timeZone: string, now: number): string | null {
  if (publishDate === null) return null
  const isDay = publishDate.length === 'YYYY-MM-DD'.length
  if (isDay) {
    const at = momentOfDay(dayFromText(publishDate))
    return format(at, 'UTC', { weekday: 'long', ...dayOptions(at, now, 'UTC') })
  }
  const at = Date.parse(publishDate)
  return format(at, timeZone, { weekday: 'long', ...dayOptions(at, now, timeZone), ...TIME })
}

/** The same in a list: 'Nov 24, 18:30'. */
export function shortPlanned(publishDate: string | null, timeZone: string, now: number): string | null {
  if (publishDate === null) return null
  const isDay = publishDate.length === 'YYYY-MM-DD'.length
  return isDay
    ? dayText(momentOfDay(dayFromText(publishDate)), 'UTC', now)
    : momentText(Date.parse(publishDate), timeZone, now)
}

/** 'Nov 24, 18:30'. */
export const momentText = (at: number, timeZone: string, now: number): string =>
  format(at, timeZone, { ...dayOptions(at, now, timeZone), ...TIME })

/** 'Dec 6'. */
export const dayText = (at: number, timeZone: string, now: number): string =>
  format(at, timeZone, dayOptions(at, now, timeZone))

/** 'Lisbon' of 'Europe/Lisbon'. */
export const cityOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
