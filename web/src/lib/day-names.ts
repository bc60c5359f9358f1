/** How days and months are named. English in every browser language; a day is the same in every time zone. */
import { dayNumber } from './days.ts'
import { lazily } from './lazily.ts'

const MS_PER_DAY = 86_400_000

const namer = (options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
  const format = lazily(() => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }))
  return (day) => format().format(dayNumber(day) * MS_PER_DAY)
}

/** 'November 2026'. */
export const monthTitle = namer({ month: 'long', year: 'numeric' })

/** 'Tuesday, November 24'. */
export const dayTitle = namer({ weekday: 'long', month: 'long', day: 'numeric' })

/** 'Nov'. */
export const monthName = namer({ month: 'short' })

/** 'Tue'. */
export const weekdayName = namer({ weekday: 'short' })

/** 'Tuesday'. */
export const weekdayLongName = namer({ weekday: 'long' })

/** '24', without a leading zero. */
export function dateOf(day: string): string {
  return String(Number(day.slice(8)))
}
