import { COMPARED_DAYS_MAX } from '@tangelo/contract/limits'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Tables } from '#platform/database/schema.ts'
import { type AccountFilter, isFiltered, matches } from '../accounts/store/filter.ts'
import { keptSumsStore } from '../accounts/store/kept-sums.ts'
import type { Snapshot } from './rules/kinds.ts'

export type SnapshotRow = Insertable<Tables['metric_snapshots']>

interface AccountKey {
  company_id: number
  id: number
}

const snapshotsOf = (db: Queries, companyId: number, accountId: number) =>
  db
    .selectFrom('metric_snapshots')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .select([
      'captured_at as capturedAt',
      'day',
      'source',
      'followers',
      'following',
      'posts',
      'engagement_rate as engagementRate',
      'likes_known as likesKnown',
    ])

/** Those of one moment are put in order here, stably: SQLite would take half as long again to sort them all. */
const between = prepareQuery((db, companyId: number, accountId: number, from: number, to: number) =>
  snapshotsOf(db, companyId, accountId)
    .select('recorded_after as recordedAfter')
    .where('captured_at', '>=', from)
    .where('captured_at', '<=', to)
    .orderBy('captured_at')
    .orderBy('fingerprint'),
)

const newestBefore = prepareQuery((db, companyId: number, accountId: number, moment: number, count: number) =>
  snapshotsOf(db, companyId, accountId)
    .where('captured_at', '<=', moment)
    .orderBy('captured_at', 'desc')
    .orderBy('recorded_after', 'desc')
    .orderBy('fingerprint', 'desc')
    .limit(count),
)

const keysBetween = prepareQuery((db, companyId: number, accountId: number, from: number, to: number) =>
  db
    .selectFrom('metric_snapshots')
    .select(['captured_at as capturedAt', 'fingerprint'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('captured_at', '>=', from)
    .where('captured_at', '<=', to),
)

export function metricsStore(db: Queries, engine: Engine) {
  return {
    /** Appends snapshots that are not there yet and answers how many were new. */
    append: (rows: SnapshotRow[]) => insertNew({ queries: db, engine }, 'metric_snapshots', rows),

    /** In the order in which they count: by moment, then by when they were recorded, then by what they hold. */
    between: async ({ company_id, id }: AccountKey, from: number, to: number): Promise<Snapshot[]> =>
      (await between(db, company_id, id, from, to)).sort(
        (one, other) => one.capturedAt - other.capturedAt || one.recordedAfter - other.recordedAfter,
      ),

    /** What distinguishes snapshots. */
    keysBetween: ({ company_id, id }: AccountKey, from: number, to: number) =>
      keysBetween(db, company_id, id, from, to),

    /** The newest `count` snapshots, newest first. */
    newest: ({ company_id, id }: AccountKey, count: number): Promise<Snapshot[]> =>
      newestBefore(db, company_id, id, Number.MAX_SAFE_INTEGER, count),

    /** The last snapshot at or before a moment. */
    lastAt: async ({ company_id, id }: AccountKey, moment: number): Promise<Snapshot | undefined> =>
      (await newestBefore(db, company_id, id, moment, 1))[0],

    /** The number of an answer that is in blob storage. It leaves again when its time is over, counted from now. */
    keepRaw: async (hash: string, now: number): Promise<number> => {
      const bytes = Buffer.from(hash, 'hex')
      const kept = await db
        .updateTable('raw_responses')
        .set({ kept_since: now })
        .where('hash', '=', bytes)
        .where('kept_since', 'is not', null)
        .returning('id')
        .executeTakeFirst()
      if (kept) return kept.id
      const added = await db
        .insertInto('raw_responses')
        .values({ hash: bytes, kept_since: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return added.id
    },

    hasRaw: async ({ company_id, id }: AccountKey, rawHash: string) =>
      (await db
        .selectFrom('metric_snapshots')
        .innerJoin('raw_responses', 'raw_responses.id', 'metric_snapshots.raw_id')
        .select('day')
        .where('company_id', '=', company_id)
        .where('account_id', '=', id)
        .where('hash', '=', Buffer.from(rawHash, 'hex'))
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Answers those that were not due before. */
    markDue: async (accountIds: number[]): Promise<number[]> =>
      (
        await db
          .updateTable('accounts')
          .set({ figures_due: 1 })
          .where('id', 'in', accountIds)
          .where('figures_due', '=', 0)
          .returning('id')
          .execute()
      ).map(({ id }) => id),

    /** On PostgreSQL no other transaction makes figures of the account until this one ends. SQLite has one writer anyway. */
    holdDue: async (accountId: number): Promise<boolean> =>
      (
        await db
          .selectFrom('accounts')
          .select('figures_due')
          .where('id', '=', accountId)
          .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
          .executeTakeFirst()
      )?.figures_due === 1,

    /** Held alike. */
    accountsDue: (limit: number) =>
      db
        .selectFrom('accounts')
        .select(['id', 'company_id'])
        .where('figures_due', '=', 1)
        .orderBy('id')
        .limit(limit)
        .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
        .execute(),

    setFigures: (accountId: number, figures: Updateable<Tables['accounts']>) =>
      db
        .updateTable('accounts')
        .set(figures)
        .set((row) => ({ data_revision: row('data_revision', '+', 1) }))
        .where('id', '=', accountId)
        .execute(),

    /** Sums over accounts, of figures that were read since a moment. */
    sums: async (filter: AccountFilter, since: number) => {
      const [row] = await (isFiltered(filter)
        ? sumsOf(db, since, filter).execute()
        : keptSumsStore(db).latest(filter.scope, since))
      if (!row) throw new Error('Sums are always answered')
      return row
    },
  }
}

const COMPARED_MAX_MS = COMPARED_DAYS_MAX * 24 * 60 * 60_000

/** Figures of an account that is read every few days are fresh for longer. */
const freshUntil = sql<number>`captured_at + slack_ms`

/** Answered from the index `accounts_sums` alone: it has every column that is named here. */
export const sumsOf = (db: Queries, since: number, filter: AccountFilter) =>
  db
    .selectFrom('accounts')
    .where(matches(db, filter, 'id', { isOfSums: true }))
    .select((row) => [
      row.fn.countAll<number>().as('accounts'),
      row.fn.countAll<number>().filterWhere(freshUntil, '<', since).as('outdated'),
      row.fn.sum<number | null>('followers').filterWhere(freshUntil, '>=', since).as('followers'),
      row.fn
        .sum<number | null>('follower_change')
        .filterWhere(freshUntil, '>=', since)
        .filterWhere((change) => change('compared_at', '>=', change('captured_at', '-', COMPARED_MAX_MS)))
        .as('followerChange'),
      row.fn.sum<number | null>('posts').filterWhere(freshUntil, '>=', since).as('posts'),
      row.fn.avg<number | null>('engagement_rate').filterWhere(freshUntil, '>=', since).as('averageEngagementRate'),
      row.fn.max<number | null>('captured_at').as('lastUpdated'),
    ])
