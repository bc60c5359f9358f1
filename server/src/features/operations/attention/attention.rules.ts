/** The sentences about what waits, and when something that was put off is back. Pure. */
import type { AttentionItem } from '@tangelo/contract'
import type { MoveKind } from '@tangelo/contract/limits'
import { beginOfDay, dayOf, dayToText } from '#platform/calendar.ts'

const MORNING_HOUR = 7
const HOUR_MS = 60 * 60_000

/** 7:00 of the next day, in this time zone. */
export const tomorrowMorning = (now: number, timeZone: string): number =>
  beginOfDay(dayOf(now, timeZone) + 1, timeZone) + MORNING_HOUR * HOUR_MS

const nothing = { change: null, accountId: null, day: null, companyId: null }

/** 1,204. */
const sayNumber = (value: number): string => value.toLocaleString('en-US')
const say = (count: number, one: string, many = `${one}s`): string => `${sayNumber(count)} ${count === 1 ? one : many}`

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const sayDay = (day: number): string => dayFormat.format(day * 24 * HOUR_MS)

const sayTime = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)

export interface MoveFact {
  id: number
  username: string
  companyId: number
  day: number
  change: number
  kind: MoveKind
  others: number
}

/** The largest move by itself, the others counted behind it. The latest day is part of the id: a new move is new. */
export function sayMoves(scope: string, moves: readonly MoveFact[]): AttentionItem[] {
  const [top, ...rest] = [...moves].sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.id - b.id)
  if (!top) return []
  const latest = Math.max(...moves.map(({ day }) => day))
  const cause = CAUSES[top.kind](top)
  return [
    {
      id: `moved@${scope}:${dayToText(latest)}`,
      kind: 'moved',
      number: moves.length,
      sentence: `@${top.username} ${top.change < 0 ? 'lost' : 'gained'} ${say(Math.abs(top.change), 'follower')} on ${sayDay(top.day)}`,
      cause: rest.length === 0 ? cause : `${cause}. ${say(rest.length, 'other account')} moved too`,
      change: top.change,
      accountId: top.id,
      day: dayToText(top.day),
      companyId: top.companyId,
    },
  ]
}

const CAUSES: Record<MoveKind, (move: MoveFact) => string> = {
  cleanup: ({ others }) => `Looks like a cleanup by Instagram, seen on ${say(others + 1, 'account')}`,
  giveaway: ({ change }) => (change < 0 ? 'Soon after a giveaway' : 'After a post that looks like a giveaway'),
  viral: () => 'After a post with far more likes than expected',
  unexplained: () => 'Nothing we hold explains it',
}

export function sayUnread(
  scope: string,
  { count, some }: { count: number; some: readonly { id: number; username: string }[] },
  { reason, hasSource }: { reason: string | null; hasSource: boolean },
): AttentionItem[] {
  const [first] = some
  if (count === 0 || !first) return []
  const names = some.map(({ username }) => `@${username}`)
  const left = count - names.length
  const listed =
    left > 0 ? `${names.join(', ')} and ${sayNumber(left)} more` : names.join(', ').replace(/, ([^,]*)$/, ' and $1')
  const why = hasSource ? (count === 1 ? reason : null) : 'No source is connected'
  return [
    {
      ...nothing,
      id: `unread@${scope}`,
      kind: 'unread',
      number: count,
      sentence: `${say(count, 'account')} without a reading for 2 days`,
      cause: why ?? listed,
      accountId: count === 1 ? first.id : null,
    },
  ]
}

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

type FailedKind = 'failed-reels' | 'failed-imports' | 'failed-work'
const FAILED_SENTENCES: Record<FailedKind, (count: number) => string> = {
  'failed-reels': (count) => `${say(count, 'reel')} failed to render`,
  'failed-imports': (count) => `${say(count, 'folder')} could not be imported`,
  'failed-work': (count) => `${say(count, 'background task')} failed`,
}

/** @param reasons of each, the latest first. */
export function sayFailed(scope: string, kind: FailedKind, reasons: readonly (string | null)[]): AttentionItem[] {
  if (reasons.length === 0) return []
  const cause = reasons.find((reason) => reason !== null) ?? null
  return [
    {
      ...nothing,
      id: `${kind}@${scope}`,
      kind,
      number: reasons.length,
      sentence: FAILED_SENTENCES[kind](reasons.length),
      cause,
    },
  ]
}

export interface CreditsFact {
  companyId: number
  name: string
  remaining: number
  total: number
}

/** The company with the fewest left. What is left is part of the id: each credit less is news. */
export function sayCredits(scope: string, low: readonly CreditsFact[]): AttentionItem[] {
  const [first, ...rest] = [...low].sort((a, b) => a.remaining - b.remaining || a.companyId - b.companyId)
  if (!first) return []
  const left = first.remaining === 0 ? 'no credits' : say(first.remaining, 'credit')
  return [
    {
      ...nothing,
      id: `credits@${scope}:${first.companyId}:${first.remaining}`,
      kind: 'credits',
      number: first.remaining,
      sentence: `${first.name} has ${left} left`,
      cause:
        rest.length > 0
          ? `${say(rest.length, 'other company', 'other companies')} ${rest.length === 1 ? 'is' : 'are'} low as well`
          : `Of ${sayNumber(first.total)}; a reel takes one`,
      companyId: first.companyId,
    },
  ]
}
