/** The figures of one account in a period, and their sums over accounts. Nothing is computed across a change of source. Pure. */
import type { Post } from '@tangelo/contract'
import type { Source } from '@tangelo/contract/limits'
import {
  changeWithin,
  countPosts,
  type Dated,
  type DayChange,
  isFresh,
  type NoChange,
} from '#features/analytics/index.ts'
import { dayFromText, dayOf, dayToText } from '#platform/calendar.ts'
import { type Days, daysWithin, isWholeChange, readingsOf } from './changes.ts'
import type { AccountInput } from './input.ts'
import type { NamedPeriod, Period } from './periods.ts'

/** Of posts with known likes. */
export interface Likes {
  sum: number
  posts: number
}

export interface AccountFigures {
  username: string
  followers: Dated | null
  change: DayChange | null
  /** Why there is no change where followers are known. */
  noChange: NoChange | null
  /** Its last figure is too old for the end of the period: it is in no sum. */
  isStale: boolean
  /** Its change is of the whole period and of one source: one that a sum may hold. */
  isWhole: boolean
  /** Of the whole period before, else null. */
  changeBefore: number | null
  engagement: Dated | null
  /** Its last known rate is too old for the end of the period: it is in no mean. */
  isRateStale: boolean
  /** In points of percent. */
  engagementChange: DayChange | null
  /** As on the dashboard: those that are known, or what the counter of the profile rose by. */
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

/** The first and the last figure of the whole period; null where these are not known, or of different sources. */
function endsOf({ last, change }: ReturnType<typeof changeWithin>, of: Parameters<typeof isWholeChange>[2]) {
  return last && change && isWholeChange(change, last, of) ? { first: change.from, last, change } : null
}

type Ends = ReturnType<typeof endsOf>

/** What the counter of posts rose by, where the known posts of the period are not all. */
function countWithin({ history, posts }: AccountInput, known: number, reaches: boolean, ends: Ends): number | null {
  const entryOf = (of: Dated | undefined) => {
    const day = of && dayToText(of.day)
    return history.findLast(({ date }) => date === day)
  }
  const now = entryOf(ends?.last)
  const areAll = posts.length > 0 && now?.posts != null && posts.length >= now.posts
  return countPosts(reaches || areAll ? known : null, now, entryOf(ends?.first))
}

/** @param until the last day of the period that has come. */
export function figuresOf(account: AccountInput, period: NamedPeriod, timeZone: string, until: number): AccountFigures {
  const followers = readingsOf(account.history, 'followers', 'isCountsBreak')
  const rates = readingsOf(account.history, 'engagementRate', 'isEngagementBreak')
  const found = changeWithin(followers, period)
  const { last, change, noChange } = found
  const { everyDays } = account
  const { previous } = period
  const ends = endsOf(found, { period, until, everyDays })
  const endsBefore = endsOf(changeWithin(followers, previous), { period: previous, until: previous.to, everyDays })
  const engagement = changeWithin(rates, period)
  const posts = within(account.posts, period, timeZone)
  const before = within(account.posts, period.previous, timeZone)
  const inPeriod = daysWithin(followers, period)
  const { knowsPostsBefore } = account
  const reaches =
    knowsPostsBefore ||
    account.posts.some(
      ({ postedAt, isPinned }) => postedAt !== null && !isPinned && dayOf(Date.parse(postedAt), timeZone) < period.from,
    )
  return {
    username: account.username,
    followers: last,
    change,
    noChange,
    isStale: last !== null && !isFresh(last, until, everyDays),
    isWhole: ends !== null,
    changeBefore: endsBefore?.change.value ?? null,
    engagement: engagement.last,
    isRateStale: engagement.last !== null && !isFresh(engagement.last, until, everyDays),
    engagementChange: engagement.change,
    // Some posts are more than nothing where there is no counter.
    posts: countWithin(account, posts.length, reaches, ends) ?? (account.posts.length > 0 ? posts.length : null),
    postsBefore: countWithin(account, before.length, knowsPostsBefore, endsBefore),
    likes: likesOf(posts),
    likesBefore: knowsPostsBefore ? likesOf(before) : null,
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
