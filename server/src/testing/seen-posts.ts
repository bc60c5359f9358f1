/** Posts for tests of what readings of them change: one with its fields, and a reading of several. */
import type { PostRecord } from '#features/analytics/posts/rules/post-record.ts'
import { takeAllSeen } from '#features/analytics/posts/rules/seen.ts'
import type { PostReading } from '#ports/figures-file.ts'

export const HOUR = 3_600_000
export const START = Date.UTC(2026, 0, 5, 12)

export const post = (id: string, fields: Partial<PostReading> = {}): PostReading => ({
  id,
  shortCode: `C${id}`,
  type: 'image',
  caption: null,
  url: null,
  sourceImageUrl: null,
  likes: 10,
  comments: 1,
  views: null,
  postedAt: START + Number(id) * 24 * HOUR,
  isPinned: false,
  ...fields,
})

export function see(known: PostRecord[], readAt: number, posts: PostReading[], areLatest = true) {
  takeAllSeen(known, [{ readAt, rawId: null, posts, areLatest }])
  return known
}
