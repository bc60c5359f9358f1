/** The smallest effect that would show, by number of posts: the error of a comparison falls with the root of its posts. */
import { addDays, daysCounted } from '#lib/days.ts'
import type { Period } from './period.ts'

/** A period, and the day of the first post in it that could be compared. */
export interface PostedPeriod extends Period {
  readonly firstPost: string | null
}

interface Detectable {
  readonly effect: number
  readonly goal: number
  readonly morePosts: number
}

export interface PowerPoint {
  readonly posts: number
  readonly effect: number
}

const POINTS = 25
const LONGEST_YEARS = 5

/** log(1 + effect) falls with the root of the number of posts. */
function smallestEffect(detectable: Detectable, posts: number, at: number): number {
  return Math.expm1(Math.log1p(detectable.effect) * Math.sqrt(posts / at))
}

/** From the posts there are to well beyond those that are asked for, evenly on a log scale. */
export function powerCurve(detectable: Detectable, posts: number): PowerPoint[] {
  const end = Math.max(posts * 4, (posts + detectable.morePosts) * 1.6)
  return Array.from({ length: POINTS }, (_, index) => {
    const at = posts * (end / posts) ** (index / (POINTS - 1))
    return { posts: at, effect: smallestEffect(detectable, posts, at) }
  })
}

/** From the first post on: an account may be younger than the period. */
const countPostedDays = ({ from, to, firstPost }: PostedPeriod): number => daysCounted(firstPost ?? from, to)

/** The day on which so many more posts are there at the pace of the account; null where that takes more than five years. */
export function dayReached(period: PostedPeriod, posts: number, morePosts: number): string | null {
  const days = Math.ceil((morePosts / posts) * countPostedDays(period))
  return Number.isFinite(days) && days <= LONGEST_YEARS * 365 ? addDays(period.to, days) : null
}

/** Weeks until there are so many more posts, at the pace of the account; null without a pace, or beyond two years. */
export function weeksUntil(period: PostedPeriod, posts: number, morePosts: number): number | null {
  const weeks = Math.ceil((morePosts / posts) * (countPostedDays(period) / 7))
  return Number.isFinite(weeks) && weeks <= 104 ? Math.max(1, weeks) : null
}
