/** The answers about kinds of posts as sentences: the effect, its range and the posts behind it, or why there is none yet. */
import type { Analysis } from '@tangelo/contract'
import { sayCount, sayNumber } from './words.ts'

type Detectable = NonNullable<Analysis['posting']['detectable']>
interface Found {
  posts: number
  effect: number | null
  low: number | null
  high: number | null
}

/** A ratio in whole percent, 35% for 0.35. */
const sayPercent = (ratio: number): string => `${sayNumber(ratio * 100)}%`

/** 35% more likes (likely 12 to 61%), from 41 of 180 posts. The ends of the range are of the direction that is said. */
export function sayFound(
  subject: string,
  { posts, effect, low, high }: Found,
  total: number,
  figure = 'likes',
): string {
  const direction = (effect ?? 0) < 0 ? -1 : 1
  const [from, to] = [(low ?? 0) * direction, (high ?? 0) * direction].sort((a, b) => a - b)
  const range = `likely ${sayNumber((from ?? 0) * 100)} to ${sayPercent(to ?? 0)}`
  const more = `${sayPercent(Math.abs(effect ?? 0))} ${direction < 0 ? 'fewer' : 'more'} ${figure}`
  return `${subject} got ${more} (${range}), from ${sayNumber(posts)} of ${sayCount(total, 'post')}.`
}

export function sayNoDifference(posts: number, detectable: Detectable | null, figure = 'likes'): string {
  if (detectable === null)
    return `No difference can be shown: the ${sayCount(posts, 'post')} hardly differ in their ${figure}.`
  const { effect, goal, morePosts } = detectable
  const now = `with ${sayCount(posts, 'post')} only effects above about ${sayPercent(roundRatio(effect))} would show`
  return `No difference can be shown yet: ${now}; about ${sayNumber(morePosts)} more posts would show ${sayPercent(goal)}.`
}

/** `kinds` are what would be compared: times, formats or hashtags. */
export const sayTooFewPosts = (kinds: string, posts: number, needed: number): string =>
  `Too few posts to compare ${kinds}: ${sayNumber(posts)} of the ${needed} posts needed ${posts === 1 ? 'is' : 'are'} here.`

/** To 5 % below 100 %, to 10 % below 1,000 %, then to 100 %. */
function roundRatio(ratio: number): number {
  const step = ratio < 1 ? 0.05 : ratio < 10 ? 0.1 : 1
  return Math.max(step, Math.round(ratio / step) * step)
}
