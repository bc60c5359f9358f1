/** Posts as rows, and rows as posts. */
import type { Row } from '#platform/database/schema.ts'
import type { AgedFigures } from '../rules/ages.ts'
import type { PostRecord } from '../rules/post-record.ts'

export interface AccountKey {
  company_id: number
  id: number
}

export type PostRow = Row<'posts'>

/** Columns that a later reading may change. */
export const CHANGING = [
  'post_key',
  'source_id',
  'posted_at',
  'type',
  'caption',
  'url',
  'first_seen_at',
  'last_seen_at',
  'gone_at',
  'is_pinned',
  'likes',
  'comments',
  'views',
  'likes_24h',
  'comments_24h',
  'views_24h',
  'likes_72h',
  'comments_72h',
  'views_72h',
  'likes_7d',
  'comments_7d',
  'views_7d',
] as const

export const rowOf = (account: AccountKey, post: PostRecord) => {
  const { at24Hours, at72Hours, at7Days } = post.ages
  return {
    company_id: account.company_id,
    account_id: account.id,
    post_key: post.key,
    source_id: post.sourceId,
    posted_at: post.postedAt,
    type: post.type,
    caption: post.caption,
    url: post.url,
    first_seen_at: post.firstSeenAt,
    last_seen_at: post.lastSeenAt,
    gone_at: post.goneAt,
    is_pinned: post.isPinned ? (1 as const) : (0 as const),
    likes: post.likes,
    comments: post.comments,
    views: post.views,
    likes_24h: at24Hours.likes,
    comments_24h: at24Hours.comments,
    views_24h: at24Hours.views,
    likes_72h: at72Hours.likes,
    comments_72h: at72Hours.comments,
    views_72h: at72Hours.views,
    likes_7d: at7Days.likes,
    comments_7d: at7Days.comments,
    views_7d: at7Days.views,
  } satisfies Record<(typeof CHANGING)[number], unknown> & { company_id: number; account_id: number }
}

export const agesOf = (row: PostRow): AgedFigures => ({
  at24Hours: { likes: row.likes_24h, comments: row.comments_24h, views: row.views_24h },
  at72Hours: { likes: row.likes_72h, comments: row.comments_72h, views: row.views_72h },
  at7Days: { likes: row.likes_7d, comments: row.comments_7d, views: row.views_7d },
})

export const asRecord = (row: PostRow): PostRecord => ({
  id: row.id,
  key: row.post_key,
  sourceId: row.source_id,
  postedAt: row.posted_at,
  type: row.type,
  caption: row.caption,
  url: row.url,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  goneAt: row.gone_at,
  isPinned: row.is_pinned === 1,
  likes: row.likes,
  comments: row.comments,
  views: row.views,
  ages: agesOf(row),
  timeline: [],
  hasAllEntries: false,
  removed: [],
  isChanged: false,
})
