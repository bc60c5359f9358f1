/** The sentences about posts that are due, and approvals that wait. */
import type { AttentionItem } from '@tangelo/contract'
import { dayOf, dayToText } from '#platform/calendar.ts'
import { nothing, say, sayDay } from './words.ts'

const sayTime = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)

export interface PlannedFact {
  publishAt: number
  timeZone: string
  /** 10 for a day, more for a moment. */
  dateLength: number
  /** The account that the item is for, where it has one. */
  username: string | null
}

/** Items of today, by the calendar of their company. */
export function sayDue(scope: string, planned: readonly PlannedFact[], now: number): AttentionItem[] {
  const due = planned.filter(({ publishAt, timeZone, dateLength }) => {
    const today = dayOf(now, timeZone)
    return (dateLength === 'YYYY-MM-DD'.length ? dayOf(publishAt, 'UTC') : dayOf(publishAt, timeZone)) === today
  })
  if (due.length === 0) return []
  const timed = due.filter(({ dateLength }) => dateLength > 'YYYY-MM-DD'.length)
  const next = timed.find(({ publishAt }) => publishAt >= now)
  const late = timed.filter(({ publishAt }) => publishAt < now).length
  const isNext = next && `Next: ${sayTime(next.publishAt, next.timeZone)}${next.username ? `, @${next.username}` : ''}`
  return [
    {
      ...nothing,
      id: `due@${scope}`,
      kind: 'due',
      number: due.length,
      sentence: `${say(due.length, 'post')} due today`,
      cause:
        isNext ?? (late > 0 ? `${late === 1 ? 'Its time has' : `The times of ${late} have`} passed` : 'No time is set'),
      day: dayToText(dayOf(now, due[0]?.timeZone ?? 'UTC')),
    },
  ]
}

const weekday = (moment: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(moment)
const WEEK_DAYS = 7

export function sayApprovals(
  scope: string,
  { count, oldest }: { count: number; oldest: number | null },
  { now, timeZone }: { now: number; timeZone: string },
): AttentionItem[] {
  if (count === 0) return []
  const days = oldest === null ? 0 : dayOf(now, timeZone) - dayOf(oldest, timeZone)
  const since =
    oldest === null || days <= 0
      ? 'today'
      : days < WEEK_DAYS
        ? `on ${weekday(oldest, timeZone)}`
        : `on ${sayDay(dayOf(oldest, timeZone))}`
  return [
    {
      ...nothing,
      id: `approvals@${scope}`,
      kind: 'approvals',
      number: count,
      sentence: `${say(count, 'approval')} pending`,
      cause: `Oldest sent ${since}`,
    },
  ]
}
