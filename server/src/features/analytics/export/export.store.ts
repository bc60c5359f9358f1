import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'

interface AccountKey {
  company_id: number
  id: number
}

/** Where the next page begins: after this snapshot. */
export interface SnapshotPlace {
  capturedAt: number
  recordedAfter: number
  fingerprint: number
}

/** Where the next page begins: after this post. */
export interface PostPlace {
  postedAt: number
  key: string
}

export function exportStore(db: Queries) {
  return {
    /** In the order in which they count. */
    snapshots: ({ company_id, id }: AccountKey, after: SnapshotPlace | null, limit: number) =>
      db
        .selectFrom('metric_snapshots')
        .select(['captured_at as capturedAt', 'recorded_after as recordedAfter', 'fingerprint', 'day', 'source'])
        .select(['followers', 'following', 'posts', 'engagement_rate as engagementRate'])
        .select(['likes_sum as likesSum', 'likes_known as likesKnown'])
        .select(['comments_sum as commentsSum', 'comments_known as commentsKnown'])
        .where('company_id', '=', company_id)
        .where('account_id', '=', id)
        .$if(after !== null, (query) =>
          query
            .where('captured_at', '>=', Number(after?.capturedAt))
            .where((row) =>
              row(
                row.refTuple('captured_at', 'recorded_after', 'fingerprint'),
                '>',
                row.tuple(Number(after?.capturedAt), Number(after?.recordedAfter), Number(after?.fingerprint)),
              ),
            ),
        )
        .orderBy('captured_at')
        .orderBy('recorded_after')
        .orderBy('fingerprint')
        .limit(limit)
        .execute(),

    /** The oldest first, those of an unknown time before them; at one time by what they are found by, which imports keep. */
    posts: ({ company_id, id }: AccountKey, after: PostPlace | null, limit: number) => {
      const postedAt = sql<number>`coalesce(posted_at, 0)`
      return db
        .selectFrom('posts')
        .selectAll()
        .where('company_id', '=', company_id)
        .where('account_id', '=', id)
        .$if(after !== null, (query) =>
          query.where((row) =>
            row.or([
              row(postedAt, '>', Number(after?.postedAt)),
              row.and([row(postedAt, '=', Number(after?.postedAt)), row('post_key', '>', String(after?.key))]),
            ]),
          ),
        )
        .orderBy(postedAt)
        .orderBy('post_key')
        .limit(limit)
        .execute()
    },
  }
}

export type SnapshotRow = Awaited<ReturnType<ReturnType<typeof exportStore>['snapshots']>>[number]
