/** What is shown beside a move: the days and posts around it, and what is usual there. */
import { dayToText } from '#platform/calendar.ts'
import type { ScoredDays } from './day-scores.ts'
import type { AnalysedPost } from './input.ts'
import type { Run } from './move-kinds.ts'

/** Days shown on either side of a move. */
const DAYS_AROUND = 9
const POSTS_AROUND = 3
const MOST_POSTS = 12

/** What eight of ten days around a change lie between, per day. */
export function measureUsual({ scores, usual, spreads, spans }: ScoredDays) {
  const sorted = scores.slice().sort()
  const low = sorted[Math.floor(0.1 * (sorted.length - 1))] ?? 0
  const high = sorted[Math.ceil(0.9 * (sorted.length - 1))] ?? 0
  return (at: number) => {
    const span = spans[at] ?? 1
    const centre = (usual[at] ?? 0) / span
    const spread = (spreads[at] ?? 0) / Math.sqrt(span)
    return { low: centre + low * spread, high: centre + high * spread }
  }
}

/** The change of each day around one, null without figures. A gap spreads over its days. */
export function listDays({ days, spans, changes }: ScoredDays, centre: number) {
  const perDay = new Map<number, number>()
  for (let at = 0; at < days.length; at++) {
    const day = days[at] ?? 0
    const span = spans[at] ?? 1
    if (day < centre - DAYS_AROUND || day - span >= centre + DAYS_AROUND) continue
    for (let back = 0; back < span; back++) perDay.set(day - back, (changes[at] ?? 0) / span)
  }
  return Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, place) => {
    const day = centre - DAYS_AROUND + place
    return { day: dayToText(day), change: perDay.get(day) ?? null }
  })
}

/** Posts from three days before a run to three days after it, the furthest above their expectation if there are many. */
export function listPosts(
  { first, last, gap }: Run,
  posts: readonly AnalysedPost[],
  multiples: ReadonlyMap<string, number>,
) {
  return posts
    .filter(({ day }) => day >= first - gap - POSTS_AROUND && day <= last + POSTS_AROUND)
    .map(({ id, day, format, caption, url, likes, postedAt }) => ({
      postedAt,
      post: { id, day: dayToText(day), format, caption, url, likes, multiple: multiples.get(id) ?? null },
    }))
    .sort((a, b) => (b.post.multiple ?? 0) - (a.post.multiple ?? 0))
    .slice(0, MOST_POSTS)
    .sort((a, b) => a.postedAt - b.postedAt)
    .map(({ post }) => post)
}
