/** Which posts can be compared, by which figures, and what is said of those that cannot. */
import type { Analysis } from '@tangelo/contract'
import { ANALYSIS_POSTS_MAX, type PostFormat } from '@tangelo/contract/limits'
import { localTimeOf, weekdayOf } from '#platform/calendar.ts'
import type { AnalysedPost } from './input.ts'
import { sayCount, sayNumber } from './words.ts'

/** After so long hardly a like is added: the last figures stand for all times. */
const FINAL_AFTER_MS = 14 * 86_400_000

export interface StoredPost {
  id: number
  postedAt: number
  format: PostFormat
  caption: string | null
  url: string | null
  lastSeenAt: number
  goneAt: number | null
  likes: number | null
  comments: number | null
  likesAt72Hours: number | null
  commentsAt72Hours: number | null
}

type LeftOut = Analysis['period']['leftOut']
type Reason = 'hidden' | 'gone' | 'unread'

/**
 * The newest posts, at most `ANALYSIS_POSTS_MAX`, of those in time order. Hour and weekday are those of today's time zone, so
 * that all posts are compared by one clock.
 */
export function selectPosts(all: readonly StoredPost[], timeZone: string): SelectedPosts {
  const stored = all.slice(-ANALYSIS_POSTS_MAX)
  const oldest = stored[0]
  const isCut = oldest !== undefined && all.length > stored.length
  const posts: AnalysedPost[] = []
  const left: SelectedPosts['left'] = []
  for (const post of stored) {
    const { day, hour } = localTimeOf(post.postedAt, timeZone)
    const figures = comparableFigures(post)
    if (typeof figures === 'string') left.push({ day, reason: figures })
    else
      posts.push({
        id: String(post.id),
        postedAt: post.postedAt,
        day,
        hour,
        weekday: weekdayOf(day),
        format: post.format,
        caption: post.caption ?? '',
        url: post.url,
        ...figures,
      })
  }
  return { posts, left, cutBefore: isCut ? localTimeOf(oldest.postedAt, timeZone).day : null }
}

export interface SelectedPosts {
  posts: AnalysedPost[]
  /** The day and the reason of each post that cannot be compared. */
  left: { day: number; reason: Reason }[]
  /** The day before which there are posts that are not looked at, because there are too many; null where there are none. */
  cutBefore: number | null
}

/** Figures at 72 hours, or the last ones where they were read 14 days after posting or later. */
function comparableFigures(post: StoredPost): Pick<AnalysedPost, 'likes' | 'comments'> | Reason {
  if (post.likesAt72Hours !== null) return { likes: post.likesAt72Hours, comments: post.commentsAt72Hours }
  if (post.likes === null) return 'hidden'
  if (post.lastSeenAt - post.postedAt >= FINAL_AFTER_MS) return { likes: post.likes, comments: post.comments }
  return post.goneAt === null ? 'unread' : 'gone'
}

export function describeLeftOut({ left, cutBefore }: SelectedPosts, from: number, to: number): LeftOut {
  const reasons = left.filter(({ day }) => day >= from && day <= to).map(({ reason }) => reason)
  const count = (wanted: Reason) => reasons.filter((reason) => reason === wanted).length
  const counts = { hidden: count('hidden'), gone: count('gone'), unread: count('unread') }
  const sentences = [
    cutBefore !== null && cutBefore >= from && cutBefore <= to
      ? `Only the newest ${sayNumber(ANALYSIS_POSTS_MAX)} posts are looked at.`
      : [],
    reasons.length > 0 ? sayLeftOut(reasons.length, counts) : [],
  ].flat()
  return { sentence: sentences.length === 0 ? null : sentences.join(' '), ...counts }
}

/** 9 posts are left out: 4 with hidden likes, 2 gone too soon and 3 without figures at a comparable age. */
function sayLeftOut(total: number, { hidden, gone, unread }: Record<Reason, number>): string {
  const parts = [
    hidden > 0 ? `${sayNumber(hidden)} with hidden likes` : [],
    gone > 0 ? `${sayNumber(gone)} gone too soon` : [],
    unread > 0 ? `${sayNumber(unread)} without figures at a comparable age` : [],
  ].flat()
  const last = parts.pop()
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
  return `${sayCount(total, 'post')} ${total === 1 ? 'is' : 'are'} left out: ${list}.`
}
