import { OWN_MEASURES, type OwnMeasure, type Source } from '@tangelo/contract/limits'
import { momentOfDay } from '#platform/calendar.ts'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { AnalysedDay } from './rules/input.ts'
import type { OwnReading } from './rules/own-posts.ts'
import type { StoredPost } from './rules/selection.ts'

export interface AccountKey {
  companyId: number
  accountId: number
}

/** An account, and what its data are cached under. */
export interface Revision {
  id: number
  revision: number
}

const DAY_MS = 86_400_000

export function analysisStore(db: Queries) {
  return {
    /** The accounts that the company has tracked the longest, at most `limit`. */
    oldestRevisions: (companyId: number, limit: number): Promise<Revision[]> => oldestRevisions(db, companyId, limit),

    revision: async (accountId: number): Promise<Revision | undefined> => (await revisionOf(db, accountId))[0],

    /** Of which figures the account has readings that only its owner sees, and what an answer from them is cached under. */
    async ownState({ companyId, accountId }: AccountKey): Promise<{ measures: OwnMeasure[]; revision: string }> {
      const row = await db
        .selectFrom('media_insights')
        .select((rows) => [
          rows.fn.count<number>('views').as('views'),
          rows.fn.count<number>('saves').as('saves'),
          rows.fn.max<number | null>('read_at').as('lastAt'),
        ])
        .where('company_id', '=', companyId)
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      const measures = OWN_MEASURES.filter((name) => Number(row[name]) > 0)
      return { measures, revision: `${row.views} ${row.saves} ${row.lastAt}` }
    },

    /** Of posts of days `first` to `last` in UTC, and of the day before and after them, the newest first; never of stories. */
    ownReadings: (
      { companyId, accountId }: AccountKey,
      { measure, first, last, limit }: { measure: OwnMeasure; first: number; last: number; limit: number },
    ): Promise<OwnReading[]> =>
      db
        .selectFrom('own_media as media')
        .innerJoin('media_insights as reading', (join) =>
          join
            .onRef('reading.company_id', '=', 'media.company_id')
            .onRef('reading.account_id', '=', 'media.account_id')
            .onRef('reading.media_id', '=', 'media.media_id'),
        )
        .select(['media.media_id as mediaId', 'media.posted_at as postedAt', 'media.product', 'media.kind'])
        .select(['media.permalink as url', 'reading.read_at as readAt', `reading.${measure} as value`])
        .where('media.company_id', '=', companyId)
        .where('media.account_id', '=', accountId)
        .where('media.product', '!=', 'story')
        .where('media.posted_at', '>=', momentOfDay(first) - DAY_MS)
        .where('media.posted_at', '<=', momentOfDay(last) + 2 * DAY_MS)
        .orderBy('media.posted_at', 'desc')
        .orderBy('media.media_id', 'desc')
        .orderBy('reading.due_at')
        .limit(limit)
        .execute(),

    /** The last known followers of each day, `first` to `last`, in time order. */
    async days({ companyId, accountId }: AccountKey, first: number, last: number): Promise<AnalysedDay[]> {
      // A day of the company may begin up to 14 hours before and end up to 12 hours after the same day in UTC.
      const [from, to] = [momentOfDay(first) - DAY_MS, momentOfDay(last) + 2 * DAY_MS]
      const byDay = new Map<number, AnalysedDay>()
      for (const { day, followers, source } of await followersBetween(db, companyId, accountId, from, to))
        if (followers !== null && day >= first && day <= last)
          byDay.set(day, { day, followers, source: source as Source })
      return [...byDay.values()].sort((a, b) => a.day - b.day)
    },

    /**
     * The newest `limit` posts of days `first` to `last` in UTC, and of the day before and after them, in time order; those of
     * an unknown time are left out.
     */
    async posts(
      { companyId, accountId }: AccountKey,
      { first, last, limit }: { first: number; last: number; limit: number },
    ): Promise<StoredPost[]> {
      const [from, to] = [momentOfDay(first) - DAY_MS, momentOfDay(last) + 2 * DAY_MS]
      return (await newestPosts(db, companyId, accountId, from, to, limit)).reverse()
    },
  }
}

const oldestRevisions = prepareQuery(
  (db, companyId: number, limit: number) =>
    db
      .selectFrom('accounts')
      .select(['id', 'data_revision as revision'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .limit(limit),
  { remembered: 100 },
)

const revisionOf = prepareQuery((db, accountId: number) =>
  db.selectFrom('accounts').select(['id', 'data_revision as revision']).where('id', '=', accountId),
)

/** In the order in which snapshots count: by moment, then by when they were recorded. */
const followersBetween = prepareQuery((db, companyId: number, accountId: number, from: number, to: number) =>
  db
    .selectFrom('metric_snapshots')
    .select(['day', 'followers', 'source'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('captured_at', '>=', from)
    .where('captured_at', '<=', to)
    .orderBy('captured_at')
    .orderBy('recorded_after')
    .orderBy('fingerprint'),
)

const newestPosts = prepareQuery((db, companyId: number, accountId: number, from: number, to: number, limit: number) =>
  db
    .selectFrom('posts')
    .select([
      'id',
      'posted_at as postedAt',
      'type as format',
      'caption',
      'url',
      'last_seen_at as lastSeenAt',
      'gone_at as goneAt',
      'likes',
      'comments',
      'likes_72h as likesAt72Hours',
      'comments_72h as commentsAt72Hours',
    ])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('posted_at', '>=', from)
    .where('posted_at', '<=', to)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ postedAt: number }>(),
)
