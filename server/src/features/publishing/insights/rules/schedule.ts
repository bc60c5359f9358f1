/** Pure: when posts, stories and days of an account are due to be read. */
import type { OwnMediaProduct } from '@tangelo/contract/limits'
import { dayOf, endOfDay } from '#platform/calendar.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Issue 24: after 1, 3, 7 and 28 days. */
const POST_AGES_MS = [1, 3, 7, 28].map((days) => days * DAY_MS)
/** Stories hourly while they live; the last reading falls into their last hour. */
const STORY_AGES_MS = Array.from({ length: 23 }, (_, at) => (at + 1) * HOUR_MS)
/** The service keeps figures for two years. */
export const KEPT_DAYS = 730
/** Its figures of a day may come this late. */
const LATE_MS = 48 * HOUR_MS
/** One round an hour: a story has then each of its readings. */
export const ROUND_MS = HOUR_MS
const STORY_LIVES_MS = DAY_MS

export interface ReadMedia {
  product: OwnMediaProduct
  postedAt: number
}

const momentsOf = ({ product, postedAt }: ReadMedia): number[] =>
  (product === 'story' ? STORY_AGES_MS : POST_AGES_MS).map((age) => postedAt + age)

/** When it is read first: a moment that has passed already is made up for once. Null where the service has no figures any more. */
export function firstDue(media: ReadMedia, now: number): number | null {
  const age = now - media.postedAt
  if (age > (media.product === 'story' ? STORY_LIVES_MS : KEPT_DAYS * DAY_MS)) return null
  return momentsOf(media)[0] ?? null
}

/** Of a reading now: the moment that it stands for, which is the latest that has passed; null before the first. */
export const dueMoment = (media: ReadMedia, now: number): number | null =>
  momentsOf(media).findLast((moment) => moment <= now) ?? null

/** The next reading; null after the last. */
export const nextDue = (media: ReadMedia, now: number): number | null =>
  momentsOf(media).find((moment) => moment > now) ?? null

/** Until its next moment, where a reading gave nothing: figures may come two days late. */
export const nextTry = (media: ReadMedia, now: number): number | null => {
  const isOver = media.product === 'story' && now + ROUND_MS - media.postedAt >= STORY_LIVES_MS
  const last = momentsOf(media).at(-1) ?? 0
  if (isOver || (media.product !== 'story' && now > last + LATE_MS)) return nextDue(media, now)
  return Math.min(
    nextDue(media, now) ?? Number.MAX_SAFE_INTEGER,
    now + (media.product === 'story' ? ROUND_MS : 6 * HOUR_MS),
  )
}

export interface DueDay {
  day: number
  isSettled: boolean
}

/** The last day whose figures are complete, on the clocks of the company. */
export function findSettledDay(now: number, timeZone: string): number {
  let day = dayOf(now, timeZone) - 1
  while (endOfDay(day, timeZone) + LATE_MS > now) day -= 1
  return day
}

/**
 * Days to read now, the latest first: complete ones after the first that was read so, as far as they are not known, and those after
 * them once, before they are complete. A day that fails stays due, and holds up no other one; what is before the first is backfilled.
 */
export function dueDays(
  now: number,
  timeZone: string,
  { complete, early }: { complete: ReadonlySet<number>; early: ReadonlySet<number> },
): DueDay[] {
  const settled = findSettledDay(now, timeZone)
  const from = Math.max(complete.size === 0 ? settled : Math.min(...complete), settled - KEPT_DAYS + 1)
  const days: DueDay[] = []
  for (let day = dayOf(now, timeZone) - 1; day >= from; day -= 1) {
    if (day <= settled) {
      if (!complete.has(day)) days.push({ day, isSettled: true })
    } else if (!early.has(day)) days.push({ day, isSettled: false })
  }
  return days
}

/** The next days of the backfill, going back; none once it has reached the end of what the service keeps. */
export function backfillDays(now: number, timeZone: string, backfilledTo: number | null, count: number): number[] {
  const settled = findSettledDay(now, timeZone)
  const from = (backfilledTo ?? settled) - 1
  const oldest = dayOf(now, timeZone) - KEPT_DAYS + 1
  return Array.from({ length: count }, (_, at) => from - at).filter((day) => day >= oldest)
}

/** So many days without any figure mean that there are none before them: the account was not professional then. */
export const EMPTY_DAYS_MAX = 30
