/** Posts by a figure that only the owner of the account sees, each as it was read at a comparable age. Pure. */
import type { PostFormat } from '@tangelo/contract/limits'
import { localTimeOf, weekdayOf } from '#platform/calendar.ts'
import type { AnalysedPost } from './input.ts'

const HOUR_MS = 3_600_000
/** The reading that is due after three days, however late in the next day and a half. */
const COMPARED_MS = { from: 72 * HOUR_MS, to: 108 * HOUR_MS }
/** After so long hardly anything is added. */
const FINAL_AFTER_MS = 14 * 24 * HOUR_MS

export interface OwnReading {
  mediaId: string
  postedAt: number
  product: 'feed' | 'reel' | 'story'
  kind: string | null
  url: string | null
  readAt: number
  /** Null where the service did not say. */
  value: number | null
}

/** @param readings of posts, each post's together. A post without a comparable one is counted as unread. */
export function selectOwnPosts(
  readings: readonly OwnReading[],
  timeZone: string,
): { posts: AnalysedPost[]; unread: number } {
  const posts: AnalysedPost[] = []
  let unread = 0
  for (const own of Map.groupBy(readings, ({ mediaId }) => mediaId).values()) {
    const known = own.filter(({ value }) => value !== null)
    const at = ({ postedAt, readAt }: OwnReading) => readAt - postedAt
    const chosen =
      known.find((one) => at(one) >= COMPARED_MS.from && at(one) < COMPARED_MS.to) ??
      known.find((one) => at(one) >= FINAL_AFTER_MS)
    if (chosen) posts.push(asPost(chosen, timeZone))
    else unread += 1
  }
  return { posts, unread }
}

function asPost({ mediaId, postedAt, product, kind, url, value }: OwnReading, timeZone: string): AnalysedPost {
  const { day, hour } = localTimeOf(postedAt, timeZone)
  return {
    id: mediaId,
    postedAt,
    day,
    hour,
    weekday: weekdayOf(day),
    format: formatOf(product, kind),
    likes: value ?? 0,
    comments: null,
    caption: '',
    url,
  }
}

function formatOf(product: OwnReading['product'], kind: string | null): PostFormat {
  if (product === 'reel') return 'reel'
  return kind === 'carousel' || kind === 'video' ? kind : 'image'
}
