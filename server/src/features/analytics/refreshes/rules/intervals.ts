/**
 * How often a profile is read by the clock: chosen by hand, or by what it does. Pure; days are those of UTC, which have neither
 * summer nor winter time. See docs/decisions/0054.
 */
import { INTERVAL_DAYS, type IntervalDays, type RefreshIntervalName } from '@tangelo/contract/limits'
import { nextSlot, slotOf } from '../refreshes.rules.ts'

const DAY_MS = 24 * 60 * 60_000

/** Two posts within this, or followers that move so much in a day, and an account is read daily. */
const BUSY_POSTS = 2
const BUSY_POSTS_DAYS = 7
const BUSY_SHARE = 0.005
/** One post within this, or followers that move so much in a day, and it is read every three days. */
const CALM_POSTS = 1
const CALM_POSTS_DAYS = 14
const CALM_SHARE = 0.001

/** What a reading says of how much happens at an account. */
interface Activity {
  /** When its latest posts went out, as far as the source says; epoch milliseconds. */
  postedAt: readonly (number | null)[]
  followers: number
  /** The figures before; null at the first reading. */
  before: { followers: number; readAt: number } | null
}

/** Days until the next reading that are enough for an account that does this. A first reading says too little. */
export function activityDays({ postedAt, followers, before }: Activity, now: number): IntervalDays {
  if (before === null) return 1
  const postsWithin = (days: number) =>
    postedAt.filter((moment) => moment !== null && moment <= now && moment > now - days * DAY_MS).length
  const days = Math.max(1, (now - before.readAt) / DAY_MS)
  const share =
    before.followers === 0 ? Math.sign(followers) : Math.abs(followers - before.followers) / before.followers / days
  if (postsWithin(BUSY_POSTS_DAYS) >= BUSY_POSTS || share >= BUSY_SHARE) return 1
  return postsWithin(CALM_POSTS_DAYS) >= CALM_POSTS || share >= CALM_SHARE ? 3 : 7
}

const BY_HAND: Record<Exclude<RefreshIntervalName, 'activity'>, IntervalDays> = {
  daily: 1,
  'three-days': 3,
  weekly: 7,
}

export const daysOf = (interval: RefreshIntervalName, byActivity: IntervalDays): IntervalDays =>
  interval === 'activity' ? byActivity : BY_HAND[interval]

/** A name that several companies track is read as often as the one that wants it most. */
export const shortest = (days: readonly IntervalDays[]): IntervalDays =>
  INTERVAL_DAYS.find((each) => days.includes(each)) ?? 1

/** The slot of the day that is so many days after today (UTC): at most one reading by the clock falls on an interval. */
export const dueAfter = (usernameKey: string, now: number, days: IntervalDays): number =>
  (Math.floor(now / DAY_MS) + days) * DAY_MS + slotOf(usernameKey)

/**
 * When a profile is due once its interval has changed: counted from the day of its last reading, and never at a moment that is over, nor
 * a second time on that day. After a clock was set back, counted from today.
 */
export function dueAgain(usernameKey: string, readAt: number, days: IntervalDays, now: number): number {
  const due = dueAfter(usernameKey, Math.min(readAt, now), days)
  return due > now ? due : nextSlot(usernameKey, now)
}

/** So much longer than a daily account's its figures are fresh. */
export const slackMs = (days: IntervalDays): number => (days - 1) * DAY_MS
