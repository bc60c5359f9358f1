/** The months that a shared calendar shows. Days are counted since 1970-01-01. Pure. */
import { LINK_CALENDAR_MONTHS } from '@tangelo/contract/limits'

const DAY_MS = 86_400_000
const NAMES = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export interface Month {
  /** 2026-11. */
  text: string
  /** November 2026. */
  name: string
  from: number
  to: number
}

function monthAt(year: number, month: number): Month {
  const first = new Date(Date.UTC(year, month, 1))
  return {
    text: first.toISOString().slice(0, 7),
    name: NAMES.format(first),
    from: first.getTime() / DAY_MS,
    to: Date.UTC(year, month + 1, 1) / DAY_MS - 1,
  }
}

/** The months of a calendar on this day, the earliest first. */
export function monthsAround(today: number): Month[] {
  const date = new Date(today * DAY_MS)
  const { back, ahead } = LINK_CALENDAR_MONTHS
  return Array.from({ length: back + 1 + ahead }, (_, at) =>
    monthAt(date.getUTCFullYear(), date.getUTCMonth() - back + at),
  )
}
