import type { Engine, Queries } from '#platform/database/database.ts'
import type { AccountKey } from './post-rows.ts'

/** An account whose stored answers up to a moment have been read. */
export interface PostBackfill extends AccountKey {
  read_until: number
}

export function backfillsStore(db: Queries, engine: Engine) {
  return {
    /** An account whose stored answers are still to be read. */
    next: (): Promise<PostBackfill | undefined> =>
      db
        .selectFrom('post_backfills')
        .innerJoin('accounts', 'accounts.id', 'post_backfills.account_id')
        .select(['accounts.id', 'accounts.company_id', 'post_backfills.read_until'])
        .orderBy('post_backfills.account_id')
        .limit(1)
        .executeTakeFirst(),

    count: async () =>
      Number(
        (
          await db
            .selectFrom('post_backfills')
            .select((row) => row.fn.countAll<number>().as('count'))
            .executeTakeFirst()
        )?.count,
      ),

    /** Its answers that are still stored, oldest first. */
    answersAfter: async (account: PostBackfill, limit: number) =>
      (
        await db
          .selectFrom('metric_snapshots')
          .innerJoin('raw_responses', 'raw_responses.id', 'metric_snapshots.raw_id')
          .select(['captured_at as capturedAt', 'raw_responses.id as rawId', 'hash', 'source', 'posts'])
          .where('company_id', '=', account.company_id)
          .where('account_id', '=', account.id)
          .where('captured_at', '>', account.read_until)
          .where('kept_since', 'is not', null)
          .orderBy('captured_at')
          .orderBy('fingerprint')
          .limit(limit)
          .execute()
      ).map(({ hash, ...answer }) => ({ ...answer, rawHash: Buffer.from(hash).toString('hex') })),

    /**
     * Notes up to when the answers of the account have been read, or that all have. False, and nothing is noted, where the
     * account is gone or elsewhere by now, or another process has read on.
     */
    move: async (account: PostBackfill, to: number | 'end'): Promise<boolean> => {
      const there = await db
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', account.id)
        .where('company_id', '=', account.company_id)
        .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirst()
      if (!there) return false
      const { numUpdatedRows } = await db
        .updateTable('post_backfills')
        .set({ read_until: to === 'end' ? account.read_until : to })
        .where('account_id', '=', account.id)
        .where('read_until', '=', account.read_until)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (to === 'end') await db.deleteFrom('post_backfills').where('account_id', '=', account.id).execute()
      return true
    },
  }
}
