import type { Queries } from '#platform/database/database.ts'

export function provenanceStore(db: Queries) {
  return {
    /** The last snapshot at or before a moment, with what its rate was made from. */
    lastAt: (account: { company_id: number; id: number }, moment: number) =>
      db
        .selectFrom('metric_snapshots')
        .select([
          'captured_at as capturedAt',
          'recorded_at as recordedAt',
          'source',
          'followers',
          'following',
          'posts',
          'engagement_rate as engagementRate',
          'likes_sum as likesSum',
          'likes_known as likesKnown',
          'comments_sum as commentsSum',
          'comments_known as commentsKnown',
          'raw_hash as rawHash',
        ])
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .where('captured_at', '<=', moment)
        .orderBy('captured_at', 'desc')
        .orderBy('recorded_at', 'desc')
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

    isKept: async (hash: string) =>
      (await db.selectFrom('raw_responses').select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined,
  }
}

export type SnapshotWithInputs = NonNullable<Awaited<ReturnType<ReturnType<typeof provenanceStore>['lastAt']>>>
