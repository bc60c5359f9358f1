/** The engagement rate, and what it is computed from (D14). Unknown stays null: never zero, never NaN. */
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'

/** What an engagement rate is computed from, stored with it so that the computation can be repeated. */
interface EngagementInputs {
  likesSum: number
  likesKnown: number
  commentsSum: number
  commentsKnown: number
}

/** Sums the known likes and comments of the latest posts, up to 12; unknown ones are left out. */
export function engagementInputs(
  posts: readonly { likes: number | null; comments: number | null }[],
): EngagementInputs {
  const latest = posts.slice(0, ENGAGEMENT_POSTS)
  const likes = latest.flatMap((post) => post.likes ?? [])
  const comments = latest.flatMap((post) => post.comments ?? [])
  return {
    likesSum: sum(likes),
    likesKnown: likes.length,
    commentsSum: sum(comments),
    commentsKnown: comments.length,
  }
}

/** (mean likes + mean comments) / followers × 100; null without any known likes or without followers. */
export function engagementRate(inputs: EngagementInputs, followers: number | null): number | null {
  if (!followers || inputs.likesKnown === 0) return null
  const meanLikes = inputs.likesSum / inputs.likesKnown
  const meanComments = inputs.commentsKnown === 0 ? 0 : inputs.commentsSum / inputs.commentsKnown
  return ((meanLikes + meanComments) / followers) * 100
}

/**
 * In percent. A hundred thousand reactions per follower and post are a mistake of the source; and of what is much larger the kept sums,
 * 64-bit numbers of billionths, would run over (docs/decisions/0052).
 */
const POSSIBLE_MAX = 10_000_000

/** The rate that is stored: null where it cannot be true, too. */
export function possibleRate(inputs: EngagementInputs, followers: number | null): number | null {
  const rate = engagementRate(inputs, followers)
  return rate === null || rate > POSSIBLE_MAX ? null : rate
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
