/** Which posts can be compared, by which figures, and what is said of those that cannot. */
import type { Analysis } from '@tangelo/contract'
import type { PostFormat } from '@tangelo/contract/limits'
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

/** Hour and weekday are those of today's time zone, so that all posts are compared by one clock. */
export function selectPosts(stored: readonly StoredPost[], timeZone: string): SelectedPosts {
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
  return { posts, left }
}

export interface SelectedPosts {
  posts: AnalysedPost[]
  /** The day and the reason of each post that cannot be compared. */
  left: { day: number; reason: Reason }[]
}

/** Figures at 72 hours, or the last ones where they were read 14 days after posting or later. */
function comparableFigures(post: StoredPost): Pick<AnalysedPost, 'likes' | 'comments'> | Reason {
  if (post.likesAt72Hours !== null) return { likes: post.likesAt72Hours, comments: post.commentsAt72Hours }
  if (post.likes === null) return 'hidden'
  if (post.lastSeenAt - post.postedAt >= FINAL_AFTER_MS) return { likes: post.likes, comments: post.comments }
  return post.goneAt === null ? 'unread' : 'gone'
}

export function describeLeftOut({ left }: SelectedPosts, from: number, to: number): LeftOut {
  const reasons = left.filter(({ day }) => day >= from && day <= to).map(({ reason }) => reason)
  const count = (wanted: Reason) => reasons.filter((reason) => reason === wanted).length
  const counts = { hidden: count('hidden'), gone: count('gone'), unread: count('unread') }
  return { sentence: reasons.length === 0 ? null : sayLeftOut(reasons.length, counts), ...counts }
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
