/** The sentences about what waits, and when something that was put off is back. Pure. */
import type { AttentionItem } from '@tangelo/contract'
import { CAPACITY_WARNING_SHARE, type MoveKind } from '@tangelo/contract/limits'
import { momentAt } from '#features/clients/index.ts'
import { dayOf, dayToText } from '#platform/calendar.ts'

const MORNING_HOUR = 7
const HOUR_MS = 60 * 60_000

/** 7:00 of the next day on the clocks of this time zone, also where summer time moves them. */
export const tomorrowMorning = (now: number, timeZone: string): number =>
  momentAt(dayOf(now, timeZone) + 1, MORNING_HOUR, timeZone)

const ALERT_GROUPS: Readonly<Record<string, string>> = {
  moved: 'anomaly',
  unread: 'unread',
  'failed-reels': 'failed:render',
  'failed-imports': 'failed:import',
  publications: 'failed:publication',
}

/** The alerts about the same, by their group; null for none, and for a part of what the user sees: alerts are about all of it. */
export function alertGroupOf(id: string, whole: string): string | null {
  const [kind = '', named = ''] = id.split('@')
  const [scope, companyId] = named.split(':')
  if (scope !== whole) return null
  return kind === 'credits' ? `credits:${companyId}` : (ALERT_GROUPS[kind] ?? null)
}

const nothing = { change: null, accountId: null, day: null, companyId: null }

/** Accounts named in the cause of a sentence. */
export const NAMED_MAX = 2

/** 1,204. */
const sayNumber = (value: number): string => value.toLocaleString('en-US')
export const say = (count: number, one: string, many = `${one}s`): string =>
  `${sayNumber(count)} ${count === 1 ? one : many}`

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
export const sayDay = (day: number): string => dayFormat.format(day * 24 * HOUR_MS)

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

export const sayMove = ({ username, day, change }: Pick<MoveFact, 'username' | 'day' | 'change'>): string =>
  `@${username} ${change < 0 ? 'lost' : 'gained'} ${say(Math.abs(change), 'follower')} on ${sayDay(day)}`

/** Of accounts that moved: how many, how many by a cleanup, and the largest. `others` where it is known. */
interface Moved {
  count: number
  cleanups: number
  top: Pick<MoveFact, 'username' | 'day' | 'change' | 'kind'> & { others?: number }
}

/** In the words of alerts, too. */
export function sayMoved({ count, cleanups, top }: Moved): { sentence: string; cause: string } {
  const largest = sayMove(top)
  if (count === 1) return { sentence: largest, cause: CAUSES[top.kind](top) }
  const share =
    cleanups === 0
      ? ''
      : cleanups === count
        ? '. It looks like a cleanup by Instagram'
        : `. ${sayNumber(cleanups)} look like a cleanup by Instagram`
  return { sentence: `Figures of ${say(count, 'account')} moved`, cause: `The largest: ${largest}${share}` }
}

export function sayMoves(scope: string, moves: readonly MoveFact[]): AttentionItem[] {
  const [top] = [...moves].sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.id - b.id)
  if (!top) return []
  const latest = Math.max(...moves.map(({ day }) => day))
  const cleanups = moves.filter(({ kind }) => kind === 'cleanup').length
  return [
    {
      ...sayMoved({ count: moves.length, cleanups, top }),
      id: `moved@${scope}:${dayToText(latest)}`,
      kind: 'moved',
      number: moves.length,
      change: top.change,
      accountId: top.id,
      day: dayToText(top.day),
      companyId: top.companyId,
    },
  ]
}

const CAUSES: Record<MoveKind, (move: Moved['top']) => string> = {
  cleanup: ({ others }) =>
    `Looks like a cleanup by Instagram${others === undefined ? '' : `, seen on ${say(others + 1, 'account')}`}`,
  giveaway: ({ change }) => (change < 0 ? 'Soon after a giveaway' : 'After a post that looks like a giveaway'),
  viral: () => 'After a post with far more likes than expected',
  unexplained: () => 'Nothing we hold explains it',
}

/** In the words of alerts, too. `names`: some of the accounts. */
export function sayWithoutReading(
  count: number,
  names: readonly string[],
): { sentence: string; listed: string | null } {
  const some = names.slice(0, NAMED_MAX).map((name) => `@${name}`)
  if (count === 1) return { sentence: `${some[0]} has had no reading for 2 days`, listed: null }
  const left = count - some.length
  const listed = left > 0 ? `${some.join(', ')} and ${sayNumber(left)} more` : some.join(' and ')
  return { sentence: `${say(count, 'account')} without a reading for 2 days`, listed }
}

export function sayUnread(
  scope: string,
  { count, some }: { count: number; some: readonly { id: number; username: string }[] },
  { reason, hasSource }: { reason: string | null; hasSource: boolean },
): AttentionItem[] {
  const [first] = some
  if (count === 0 || !first) return []
  const { sentence, listed } = sayWithoutReading(
    count,
    some.map(({ username }) => username),
  )
  const why = hasSource ? (count === 1 ? reason : null) : 'No source is connected'
  return [
    {
      ...nothing,
      id: `unread@${scope}`,
      kind: 'unread',
      number: count,
      sentence,
      cause: why ?? listed,
      accountId: count === 1 ? first.id : null,
    },
  ]
}

/** That the connections can read too few accounts, or soon will: for the administrators of all companies. */
export function sayCapacity(scope: string, readings: { perDay: number; duePerDay: number } | null): AttentionItem[] {
  if (!readings) return []
  const { perDay, duePerDay } = readings
  if (perDay === 0 || duePerDay < perDay * CAPACITY_WARNING_SHARE) return []
  const missing = duePerDay - perDay
  return [
    {
      ...nothing,
      id: `capacity@${scope}`,
      kind: 'capacity',
      number: duePerDay,
      sentence:
        missing > 0
          ? `${say(missing, 'reading')} a day too many for the connections`
          : `Connections are at ${Math.floor((duePerDay / perDay) * 100)} % of what they can read`,
      cause: `${sayNumber(duePerDay)} fall on a day, ${sayNumber(perDay)} can be read`,
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

type FailedKind = 'publications' | 'failed-reels' | 'failed-imports' | 'failed-work'
/** In the words of alerts, too. `name` is that of a single one. */
export const FAILED_SENTENCES: Record<FailedKind, (count: number, name: string) => string> = {
  publications: (count, name) =>
    count === 1 ? `A post to @${name} needs you` : `${say(count, 'post')} to Instagram need you`,
  'failed-reels': (count) => `${say(count, 'reel')} failed to render`,
  'failed-imports': (count, name) => (count === 1 ? `${name} could not be imported` : `${say(count, 'import')} failed`),
  'failed-work': (count) => `${say(count, 'background task')} failed`,
}

/** @param failed the latest first. */
export function sayFailed(
  scope: string,
  kind: FailedKind,
  failed: readonly { name?: string; reason: string | null }[],
): AttentionItem[] {
  const [first] = failed
  if (!first) return []
  return [
    {
      ...nothing,
      id: `${kind}@${scope}`,
      kind,
      number: failed.length,
      sentence: FAILED_SENTENCES[kind](failed.length, first.name ?? ''),
      cause: failed.find(({ reason }) => reason !== null)?.reason ?? null,
    },
  ]
}

export interface CreditsFact {
  companyId: number
  name: string
  remaining: number
  total: number
}

/** In the words of alerts, too. */
export const sayCreditsLeft = (name: string, left: number): string =>
  `${name} has ${left === 0 ? 'no credits' : say(left, 'credit')} left`

/** The company with the fewest left. What is left is part of the id: each credit less is news. */
export function sayCredits(scope: string, low: readonly CreditsFact[]): AttentionItem[] {
  const [first, ...rest] = [...low].sort((a, b) => a.remaining - b.remaining || a.companyId - b.companyId)
  if (!first) return []
  return [
    {
      ...nothing,
      id: `credits@${scope}:${first.companyId}:${first.remaining}`,
      kind: 'credits',
      number: first.remaining,
      sentence: sayCreditsLeft(first.name, first.remaining),
      cause:
        rest.length > 0
          ? `${say(rest.length, 'other company', 'other companies')} ${rest.length === 1 ? 'is' : 'are'} low as well`
          : `Of ${sayNumber(first.total)}; a reel takes one`,
      companyId: first.companyId,
    },
  ]
}
