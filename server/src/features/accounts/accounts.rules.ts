/** Pure translations from rows to what crosses the wire. */
import type { Account, AccountMetrics, AccountPost } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import type { AccountRow, PostRow } from './accounts.store.ts'

const moment = (value: number | null) => (value === null ? null : momentToText(value))

export const asMetrics = (row: AccountRow): AccountMetrics => ({
  // Pictures are shown once they have been copied here; a source's own link would die within days (D18).
  profilePicture: null,
  bioText: row.bio_text,
  followers: row.followers,
  followerChange: row.follower_change,
  following: row.following,
  followingChange: row.following_change,
  posts: row.posts,
  postsChange: row.posts_change,
  engagementRate: row.engagement_rate,
  engagementRateChange: row.engagement_rate_change,
  followersTrend: JSON.parse(row.followers_trend),
})

export const asAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  category: row.category,
  notes: row.notes,
  inputUrl: row.input_url,
  companyId: row.company_id,
  source: row.source,
  createdAt: momentToText(row.created_at),
  lastUpdated: moment(row.captured_at),
  metrics: asMetrics(row),
})

export const asPost = (row: PostRow): AccountPost => ({
  id: row.post_id,
  type: row.type,
  caption: row.caption,
  url: row.url,
  imageUrl: null,
  likes: row.likes,
  comments: row.comments,
  postedAt: moment(row.posted_at),
})
