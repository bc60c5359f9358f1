/** When a weekly digest is due: on the clocks of the person's company, also where summer time moves them. Pure. */
import { momentAt } from '#features/clients/index.ts'
import { localTimeOf, weekdayOf } from '#platform/calendar.ts'

const WEEK_DAYS = 7

export interface DigestTime {
  weekday: number
  hour: number
}

export interface DueDigest extends DigestTime {
  next_at: number
  next_day: number
  time_zone: string
}

/** The next such day and hour after a moment. */
export function nextDigest({ weekday, hour }: DigestTime, after: number, timeZone: string): DueDigest {
  const today = localTimeOf(after, timeZone).day
  const first = today + ((weekday - weekdayOf(today) + WEEK_DAYS) % WEEK_DAYS)
  const day = momentAt(first, hour, timeZone) > after ? first : first + WEEK_DAYS
  return { weekday, hour, next_at: momentAt(day, hour, timeZone), next_day: day, time_zone: timeZone }
}

/** The one after a due one, in the future: weeks that were missed are left out. Counted from its day, so each week has one. */
export function followingDigest({ weekday, hour, next_day }: DueDigest, now: number, timeZone: string): DueDigest {
  const day = next_day + WEEK_DAYS
  const next_at = momentAt(day, hour, timeZone)
  return next_at > now
    ? { weekday, hour, next_at, next_day: day, time_zone: timeZone }
    : nextDigest({ weekday, hour }, now, timeZone)
}
