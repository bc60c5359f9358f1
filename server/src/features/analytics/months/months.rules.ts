/** Pure sums of one account and month. */
import type { PostFormat, Source } from '@tangelo/contract/limits'
import type { Row } from '#platform/database/schema.ts'

/** A calendar month as a number: 12 × year + month, January is 0. */
export const monthOf = (day: number): number => {
  const date = new Date(day * 86_400_000)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The first day of a month. */
export const firstDayOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / 86_400_000

/**
 * Which figures may be compared: Graph API and Apify read the same public counters; a file or a person may have rounded
 * them or read them another day (docs/decisions/0031).
 */
export const kindOfCounts = (source: Source): Source => (source === 'apify' || source === 'own' ? 'graph' : source)

interface MonthDay {
  day: number
  source: Source
  followers: number | null
}

interface MonthPost {
  day: number
  type: PostFormat
  likes: number | null
  comments: number | null
}

/** What is stored of a month, without whose it is. */
export type MonthSums = Omit<Row<'account_months'>, 'company_id' | 'account_id'>

/** Days since 1970 on which something has changed; `last` is null where later ones may have, too. */
export interface ChangedDays {
  first: number
  last: number | null
}

/** The days of both; null, which stands for all days, where one is. */
export const joinDays = (one: ChangedDays | null, other: ChangedDays | null): ChangedDays | null =>
  one && other
    ? {
        first: Math.min(one.first, other.first),
        last: one.last === null || other.last === null ? null : Math.max(one.last, other.last),
      }
    : null

/** After every month there is. */
export const LAST_MONTH = 12 * 9_999 + 11

/**
 * Sums of every month from `first` to `last` that has days or posts.
 * @param days one per day, in order; those before `first` are only what the first growth is counted from.
 */
export function sumMonths(
  days: readonly MonthDay[],
  posts: readonly MonthPost[],
  first: number,
  last = LAST_MONTH,
): MonthSums[] {
  const sums = new Map<number, MonthSums>()
  const sumsOf = (day: number) => {
    const month = monthOf(day)
    const known = sums.get(month)
    if (known) return known
    const made = emptyMonth(month)
    sums.set(month, made)
    return made
  }
  let before: MonthDay | null = null
  for (const entry of days) {
    if (entry.followers === null) continue
    const month = sumsOf(entry.day)
    if (before?.followers && entry.followers > 0 && kindOfCounts(before.source) === kindOfCounts(entry.source)) {
      month.growth += Math.log(entry.followers / before.followers)
      month.growth_days += entry.day - before.day
    }
    before = entry
  }
  for (const { day, type, likes, comments } of posts) {
    const month = sumsOf(day)
    month.posts += 1
    if (likes === null) continue
    month[`${type}_posts`] += 1
    month[`${type}_log_likes`] += Math.log1p(likes)
    if (comments === null) continue
    month.likes += likes
    month.comments += comments
  }
  return [...sums.values()]
    .filter(({ month }) => month >= first && month <= last)
    .sort((one, other) => one.month - other.month)
}

/** A month of which nothing is known. */
export function emptyMonth(month: number): MonthSums {
  return {
    month,
    growth: 0,
    growth_days: 0,
    posts: 0,
    image_posts: 0,
    image_log_likes: 0,
    video_posts: 0,
    video_log_likes: 0,
    carousel_posts: 0,
    carousel_log_likes: 0,
    reel_posts: 0,
    reel_log_likes: 0,
    likes: 0,
    comments: 0,
  }
}

/** Posts of a format with known likes, and the sum of log(1 + likes), of some months. */
export function likesOfFormat(months: readonly MonthSums[], format: PostFormat): { posts: number; logLikes: number } {
  const [count, total] = [`${format}_posts`, `${format}_log_likes`] as const
  let [posts, logLikes] = [0, 0]
  for (const month of months) {
    posts += month[count]
    logLikes += month[total]
  }
  return { posts, logLikes }
}
