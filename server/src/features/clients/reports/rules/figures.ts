/** The figures of one account in a period, and their sums over accounts. Nothing is computed across a change of source. Pure. */
import type { MetricHistoryEntry, Post } from '@tangelo/contract'
import type { Source } from '@tangelo/contract/limits'
import { dayFromText, dayOf } from '#platform/calendar.ts'
import type { AccountInput } from './input.ts'
import type { NamedPeriod, Period } from './periods.ts'

export interface Dated {
  value: number
  day: number
}

export interface Change {
  /** What it is counted from: at the beginning of the period, or the last known figure before it. */
  from: Dated
  value: number
  /** The figures before `from` are of another source. */
  isAfterBreak: boolean
}

/** No reading in the period, one only, or the first one of another source. */
export type NoChange = 'no-reading' | 'one-reading' | 'source-changed'

/** Readings of days, and where the source changed. */
export interface Days {
  days: readonly Dated[]
  breaks: readonly number[]
}

/** Of posts with known likes. */
export interface Likes {
  sum: number
  posts: number
}

export interface AccountFigures {
  username: string
  followers: Dated | null
  change: Change | null
  /** Why there is no change where followers are known. */
  noChange: NoChange | null
  /** Its change is of the whole period and of one source: one that a sum may hold. */
  isWhole: boolean
  changeBefore: number | null
  engagement: Dated | null
  /** Points of percent. */
  engagementChange: number | null
  posts: number | null
  postsBefore: number | null
  likes: Likes
  /** Null where posts from before the previous period are not known. */
  likesBefore: Likes | null
  /** Posts of the period whose likes are hidden. */
  hiddenLikes: number
  /** Days of the period with known followers. */
  daysKnown: number
  inPeriod: Days
  before: Days
  sources: readonly Source[]
}

interface Reading extends Dated {
  isBreak: boolean
}

function readingsOf(
  history: readonly MetricHistoryEntry[],
  figure: 'followers' | 'engagementRate',
  isBreak: 'isCountsBreak' | 'isEngagementBreak',
): Reading[] {
  return history.flatMap((entry) => {
    const value = entry[figure]
    return value === null ? [] : [{ day: dayFromText(entry.date), value, isBreak: entry[isBreak] }]
  })
}

/** The last known figure of the period, and what its change is counted from. */
function changeWithin(readings: readonly Reading[], { from, to }: Period) {
  const known = readings.filter(({ day }) => day <= to)
  const last = known.at(-1)
  if (!last) return { last: null, change: null, noChange: null }
  const lastKnown = { value: last.value, day: last.day }
  if (last.day < from) return { last: lastKnown, change: null, noChange: 'no-reading' as const }
  const beginning = Math.max(
    0,
    known.findLastIndex(({ day }) => day <= from),
  )
  const broken = known.findLastIndex(({ isBreak }, at) => isBreak && at > beginning)
  const first = known[broken === -1 ? beginning : broken]
  if (!first || first.day === last.day) {
    const noChange: NoChange = broken === -1 ? 'one-reading' : 'source-changed'
    return { last: lastKnown, change: null, noChange }
  }
  const change: Change = {
    from: { value: first.value, day: first.day },
    value: last.value - first.value,
    isAfterBreak: broken !== -1,
  }
  return { last: lastKnown, change, noChange: null }
}

const within = (posts: readonly Post[], { from, to }: Period, timeZone: string): Post[] =>
  posts.filter(({ postedAt, goneAt }) => {
    if (postedAt === null || goneAt !== null) return false
    const day = dayOf(Date.parse(postedAt), timeZone)
    return day >= from && day <= to
  })

function likesOf(posts: readonly Post[]): Likes {
  const known = posts.flatMap(({ likes }) => likes ?? [])
  return { sum: known.reduce((sum, likes) => sum + likes, 0), posts: known.length }
}

/** Likes per post; null without a post whose likes are known. */
export const perPost = (likes: Likes | null): number | null =>
  likes === null || likes.posts === 0 ? null : likes.sum / likes.posts

/** The last reading may be so many days before the end: figures are read daily, or typed in once a week. */
const END_DAYS_MAX = 7

/** Whether readings go on up to the end; of a short period within a quarter of its days. */
function reachesEnd(last: Dated | null, from: number, until: number): boolean {
  const slack = Math.max(1, Math.min(END_DAYS_MAX, Math.floor((until - from + 1) / 4)))
  return last !== null && until - last.day <= slack
}

function daysWithin(readings: readonly Reading[], { from, to }: Period): Days {
  const some = readings.filter(({ day }) => day >= from && day <= to)
  return {
    days: some.map(({ day, value }) => ({ day, value })),
    breaks: some.flatMap(({ day, isBreak }) => (isBreak ? [day] : [])),
  }
}

/** @param until the last day of the period that has come. */
export function figuresOf(account: AccountInput, period: NamedPeriod, timeZone: string, until: number): AccountFigures {
  const followers = readingsOf(account.history, 'followers', 'isCountsBreak')
  const rates = readingsOf(account.history, 'engagementRate', 'isEngagementBreak')
  const { last, change, noChange } = changeWithin(followers, period)
  const engagement = changeWithin(rates, period)
  const posts = within(account.posts, period, timeZone)
  const before = within(account.posts, period.previous, timeZone)
  const inPeriod = daysWithin(followers, period)
  const knowsPosts = account.posts.length > 0 || account.knowsPostsBefore
  return {
    username: account.username,
    followers: last,
    change,
    noChange,
    isWhole:
      change !== null && !change.isAfterBreak && change.from.day <= period.from && reachesEnd(last, period.from, until),
    changeBefore: changeWithin(followers, period.previous).change?.value ?? null,
    engagement: engagement.last,
    engagementChange: engagement.change?.value ?? null,
    posts: knowsPosts ? posts.length : null,
    postsBefore: account.knowsPostsBefore ? before.length : null,
    likes: likesOf(posts),
    likesBefore: account.knowsPostsBefore ? likesOf(before) : null,
    hiddenLikes: posts.filter(({ likes }) => likes === null).length,
    daysKnown: inPeriod.days.length,
    inPeriod,
    before: daysWithin(followers, period.previous),
    sources: [
      ...new Set(
        account.history.flatMap(({ date, source }) => {
          const day = dayFromText(date)
          return day >= period.from && day <= period.to ? [source] : []
        }),
      ),
    ],
  }
}
