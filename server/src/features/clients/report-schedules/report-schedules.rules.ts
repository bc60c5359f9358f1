/** When a schedule is due: on the clocks of its company, also where summer time moves them. Pure. */
import type { ReportSchedule } from '@tangelo/contract'
import type { ReportInterval } from '@tangelo/contract/limits'
import { beginOfDay, localTimeOf, weekdayOf } from '#platform/calendar.ts'

type Content = ReportSchedule['content']

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
/** Summer time moves a day's hours by two at most. */
const SHIFT_MS = 3 * 60 * 60_000

/**
 * The first moment of that day at which the clocks show this hour. Where they leave it out, the first moment after; where they
 * show it twice, the first time.
 */
export function momentAt(day: number, hour: number, timeZone: string): number {
  const begin = beginOfDay(day, timeZone)
  const usual = begin + hour * 60 * 60_000
  for (let moment = Math.max(begin, usual - SHIFT_MS); moment < usual + SHIFT_MS; moment += QUARTER_MS) {
    const local = localTimeOf(moment, timeZone)
    if (local.day > day || (local.day === day && local.hour >= hour)) return moment
  }
  return usual
}

function firstOfNextMonth(day: number): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS
}

interface Due {
  /** A Monday, or the first of a month. */
  day: number
  at: number
}

/** The next Monday or first of a month at this hour, after a moment. */
export function firstDue(
  { every, hour }: { every: ReportInterval; hour: number },
  after: number,
  timeZone: string,
): Due {
  const today = localTimeOf(after, timeZone).day
  const date = new Date(today * DAY_MS)
  const isToday = every === 'weekly' ? weekdayOf(today) === 1 : date.getUTCDate() === 1
  const now = isToday ? momentAt(today, hour, timeZone) : after
  if (now > after) return { day: today, at: now }
  const day = every === 'weekly' ? today + 8 - weekdayOf(today) : firstOfNextMonth(today)
  return { day, at: momentAt(day, hour, timeZone) }
}

/**
 * The one after a due day, and not before `oldest`. It is counted from the day and not from its moment, so that a company that
 * moves to another time zone gets each week or month once.
 */
export function followingDue(
  { every, hour, day }: { every: ReportInterval; hour: number; day: number },
  oldest: number,
  timeZone: string,
): Due {
  const next = every === 'weekly' ? day + 7 : firstOfNextMonth(day)
  const at = momentAt(next, hour, timeZone)
  return at < oldest ? followingDue({ every, hour, day: next }, oldest, timeZone) : { day: next, at }
}

/** As a viewer changes it who does not see what only owners see: that section stays where it is while the subject is the same. */
export function keepOwnerSection(content: Content, before: Content): Content {
  const at = before.sections.findIndex(({ kind }) => kind === 'owner')
  const section = before.sections[at]
  const isOfSame = content.subject.kind === before.subject.kind && content.subject.id === before.subject.id
  return section && isOfSame ? { ...content, sections: content.sections.toSpliced(at, 0, section) } : content
}

/** Another interval counts from now on; another hour keeps the day, so that nothing is reported twice. */
export function nextOf(
  before: { every: ReportInterval; hour: number; next_day: number },
  { every, hour }: { every: ReportInterval; hour: number },
  { now, timeZone }: { now: number; timeZone: string },
) {
  if (every !== before.every) {
    const { at, day } = firstDue({ every, hour }, now, timeZone)
    return { next_at: at, next_day: day, time_zone: timeZone }
  }
  if (hour === before.hour) return {}
  return { next_at: momentAt(before.next_day, hour, timeZone), time_zone: timeZone }
}
