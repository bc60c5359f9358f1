/** Calendar days in a time zone. A day is a whole number: days since 1970-01-01. */

const DAY_MS = 86_400_000

/** Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formatters.set(timeZone, made)
  return made
}

export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** The calendar day on which this moment falls in that time zone. */
export function dayOf(moment: number, timeZone: string): number {
  if (timeZone === 'UTC') return Math.floor(moment / DAY_MS)
  return dayFromText(formatterOf(timeZone).format(moment))
}

const hourFormatters = new Map<string, Intl.DateTimeFormat>()

/** The calendar day and the hour (0 to 23) on the clocks of that time zone, at this moment. */
export function localTimeOf(moment: number, timeZone: string): { day: number; hour: number } {
  let formatter = hourFormatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    hourFormatters.set(timeZone, formatter)
  }
  const text = formatter.format(moment)
  return { day: dayFromText(text), hour: Number(text.slice(-2)) }
}

const minuteFormatters = new Map<string, Intl.DateTimeFormat>()

/** Minutes after midnight on the clocks of that time zone, at this moment. */
export function minuteOfDay(moment: number, timeZone: string): number {
  let formatter = minuteFormatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    minuteFormatters.set(timeZone, formatter)
  }
  const [hours = '0', minutes = '0'] = formatter.format(moment).split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** 1 is Monday: 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** `2026-11-20` as a day. The text must be a real day (the contract and the readers have checked). */
export const dayFromText = (text: string): number =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) / DAY_MS

/** The moment that stands for a day of which no hour is known: its midnight in UTC, the same wherever it is read. */
export const momentOfDay = (day: number): number => day * DAY_MS

/** The last millisecond of a day in that time zone. */
export function endOfDay(day: number, timeZone: string): number {
  // Midnight there lies within 14 hours of midnight in UTC. Days never go backwards, so halving finds it.
  let [before, after] = [momentOfDay(day), momentOfDay(day + 2)]
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (dayOf(between, timeZone) <= day) before = between
    else after = between
  }
  return before
}

/** The first millisecond of a day in that time zone. */
export const beginOfDay = (day: number, timeZone: string): number => endOfDay(day - 1, timeZone) + 1

/** Days already written out, by number: lists show many moments of few days. */
const dates = new Map<number, string>()
const DATES_KEPT = 5_000
const digits = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))
const two = (number: number) => digits[number]?.slice(1)

/** `2026-11-20`. */
export function dayToText(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  if (dates.size >= DATES_KEPT) dates.clear()
  const date = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length)
  dates.set(day, date)
  return date
}

/** ISO 8601 in UTC, exactly as Date writes it, in a third of the time. */
export function momentToText(moment: number): string {
  const day = Math.floor(moment / DAY_MS)
  const time = moment - day * DAY_MS
  const seconds = Math.floor(time / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${dayToText(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${digits[time % 1_000]}Z`
}
