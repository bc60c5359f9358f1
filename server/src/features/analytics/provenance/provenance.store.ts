import type { Queries } from '#platform/database/database.ts'

export function provenanceStore(db: Queries) {
  return {
    /** The last snapshot at or before a moment, with what its rate was made from. */
    lastAt: (account: { company_id: number; id: number }, moment: number) =>
      db
        .selectFrom('metric_snapshots')
        .leftJoin('raw_responses', 'raw_responses.id', 'metric_snapshots.raw_id')
        .select([
          'captured_at as capturedAt',
          'source',
          'followers',
          'following',
          'posts',
          'engagement_rate as engagementRate',
          'likes_sum as likesSum',
          'likes_known as likesKnown',
          'comments_sum as commentsSum',
          'comments_known as commentsKnown',
          'hash as rawHash',
          'kept_since as rawKeptSince',
        ])
        .select((snapshot) => snapshot('captured_at', '+', snapshot.ref('recorded_after')).as('recordedAt'))
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .where('captured_at', '<=', moment)
        .orderBy('captured_at', 'desc')
        .orderBy('recorded_after', 'desc')
        .orderBy('fingerprint', 'desc')
        .limit(1)
        .executeTakeFirst(),

    profileCapturedAt: async (accountId: number) =>
      (
        await db
          .selectFrom('accounts')
          .select('profile_captured_at as capturedAt')
          .where('id', '=', accountId)
          .executeTakeFirst()
      )?.capturedAt ?? null,
  }
}

export type SnapshotWithInputs = NonNullable<Awaited<ReturnType<ReturnType<typeof provenanceStore>['lastAt']>>>
