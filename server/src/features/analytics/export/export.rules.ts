/**
 * Stored rows as cells of a CSV file and as JSON. The columns are those that imports read, and a few that they leave out. Each row
 * names its account: files of several are joined.
 */
import { ENGAGEMENT_RATE_MAX } from '@tangelo/contract/limits'
import { dayToText, momentOfDay, momentToText } from '#platform/calendar.ts'
import { POST_COLUMNS } from '#ports/figures-file.ts'
import type { OwnFigures } from '../posts/posts.view.ts'
import { findKnownUntil, type TimelineEntry } from '../posts/rules/timeline.ts'
import { agesOf, type PostRow } from '../posts/store/post-rows.ts'
import type { SnapshotRow } from './export.store.ts'

export type Cells = (string | number | null)[]

const moment = (at: number | null) => (at === null ? null : momentToText(at))

export const HISTORY_COLUMNS = ['username', 'date', 'followers', 'following', 'posts', 'engagement_rate', 'source']

/** A day of which no hour is known is written as a day: an import reads it as the same day in every time zone. */
export const historyCells = (username: string, row: SnapshotRow): Cells => [
  username,
  row.capturedAt === momentOfDay(row.day) ? dayToText(row.day) : momentToText(row.capturedAt),
  row.followers,
  row.following,
  row.posts,
  row.engagementRate === null || row.engagementRate > ENGAGEMENT_RATE_MAX ? null : withoutExponent(row.engagementRate),
  row.source,
]

export const historyJson = (username: string, row: SnapshotRow) => ({
  username,
  capturedAt: momentToText(row.capturedAt),
  day: dayToText(row.day),
  recordedAt: momentToText(row.capturedAt + row.recordedAfter),
  source: row.source,
  followers: row.followers,
  following: row.following,
  posts: row.posts,
  engagementRate: row.engagementRate,
  likesSum: row.likesSum,
  likesKnown: row.likesKnown,
  commentsSum: row.commentsSum,
  commentsKnown: row.commentsKnown,
})

/**
 * Of equal figures that were recorded more than once for one moment, as where a correction was taken back, the last: an
 * import counts the later row, and stores equal ones once.
 */
export function withoutRepeats(rows: readonly SnapshotRow[]): SnapshotRow[] {
  const figuresOf = ({ followers, following, posts, engagementRate }: SnapshotRow) =>
    `${followers},${following},${posts},${engagementRate}`
  const last = new Map(rows.map((row, at) => [figuresOf(row), at]))
  return rows.filter((row, at) => last.get(figuresOf(row)) === at)
}

/** With all digits, as an import reads it: 1.5e-7 becomes 0.00000015. */
export function withoutExponent(value: number): string {
  const [digits = '', exponent] = String(value).split('e-')
  if (exponent === undefined) return digits
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}

/** The short code where the address does not show it. */
const postIdOf = (row: PostRow) =>
  row.post_key.startsWith('id:') || row.url?.includes(`/${row.post_key}`) ? row.source_id : row.post_key

/** What only the owner sees stands at the end: an import leaves it out. */
export const POST_EXPORT_COLUMNS = [
  ...POST_COLUMNS,
  'insight_views',
  'insight_reach',
  'insight_saves',
  'insights_read_at',
]

export const postCells = (username: string, row: PostRow, own: OwnFigures | undefined): Cells => [
  username,
  postIdOf(row),
  moment(row.posted_at),
  row.type,
  row.likes,
  row.comments,
  row.views,
  row.caption,
  row.url,
  moment(row.last_seen_at),
  own?.views ?? null,
  own?.reach ?? null,
  own?.saves ?? null,
  moment(own?.read_at ?? null),
]

export const postJson = (username: string, row: PostRow, own: OwnFigures | undefined) => ({
  username,
  postId: postIdOf(row),
  type: row.type,
  caption: row.caption,
  url: row.url,
  postedAt: moment(row.posted_at),
  firstSeenAt: moment(row.first_seen_at),
  lastSeenAt: moment(row.last_seen_at),
  goneAt: moment(row.gone_at),
  isPinned: row.is_pinned === 1,
  likes: row.likes,
  comments: row.comments,
  views: row.views,
  ...agesOf(row),
  own: own ? { readAt: moment(own.read_at), views: own.views, reach: own.reach, saves: own.saves } : null,
})

export const READING_COLUMNS = POST_COLUMNS.filter((column) => column !== 'caption')

/** A row where figures have changed, and one where they were last seen before the next change. */
export const readingCells = (username: string, row: PostRow, timeline: readonly TimelineEntry[]): Cells[] =>
  timeline.flatMap((entry, place) => {
    const until = findKnownUntil(timeline, place, row.last_seen_at)
    return [entry.readAt, ...(until > entry.readAt ? [until] : [])].map((at) => [
      username,
      postIdOf(row),
      moment(row.posted_at),
      row.type,
      entry.likes,
      entry.comments,
      entry.views,
      row.url,
      moment(at),
    ])
  })

export const readingsJson = (username: string, row: PostRow, timeline: readonly TimelineEntry[]) =>
  timeline.map((entry, place) => ({
    username,
    postId: postIdOf(row),
    url: row.url,
    readAt: moment(entry.readAt),
    unchangedUntil: moment(findKnownUntil(timeline, place, row.last_seen_at)),
    likes: entry.likes,
    comments: entry.comments,
    views: entry.views,
  }))
