/** Readings of insights, and how far the reading of each account is. Readings are added once and never changed. */
import type { AudienceDimension } from '@tangelo/contract/limits'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

export type InsightAccountRow = Row<'insight_accounts'>
export type OwnMediaRow = Row<'own_media'>

/** How far the reading of an account is. */
export type AccountProgress = Updateable<Tables['insight_accounts']>

export interface AccountKey {
  company_id: number
  account_id: number
}

export function insightsStore(db: Queries, engine: Engine) {
  return {
    /** Connected accounts that no round knows of yet. */
    fresh: (limit: number) =>
      db
        .selectFrom('own_accounts as own')
        .innerJoin('accounts', (join) =>
          join.onRef('accounts.id', '=', 'own.account_id').onRef('accounts.company_id', '=', 'own.company_id'),
        )
        .leftJoin('insight_accounts as state', (join) =>
          join.onRef('state.account_id', '=', 'own.account_id').onRef('state.company_id', '=', 'own.company_id'),
        )
        .select(['own.company_id', 'own.account_id'])
        .where('state.account_id', 'is', null)
        .limit(limit)
        .execute(),

    /** Accounts that are no longer connected, or belong to another company. */
    orphans: () =>
      db
        .selectFrom('insight_accounts as state')
        .select(['state.company_id', 'state.account_id'])
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('own_accounts as own')
                .innerJoin('accounts', (join) =>
                  join.onRef('accounts.id', '=', 'own.account_id').onRef('accounts.company_id', '=', 'own.company_id'),
                )
                .select('own.account_id')
                .whereRef('own.account_id', '=', 'state.account_id')
                .whereRef('own.company_id', '=', 'state.company_id'),
            ),
          ),
        )
        .execute(),

    begin: ({ company_id, account_id }: AccountKey, now: number) =>
      insertNew({ queries: db, engine }, 'insight_accounts', [{ company_id, account_id, next_at: now }]),

    forget: (key: AccountKey) => db.deleteFrom('insight_accounts').where(ofAccount(key)).execute(),

    due: (now: number, limit: number): Promise<AccountKey[]> =>
      db
        .selectFrom('insight_accounts')
        .select(['company_id', 'account_id'])
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(limit)
        .execute(),

    state: (key: AccountKey) => db.selectFrom('insight_accounts').selectAll().where(ofAccount(key)).executeTakeFirst(),

    change: (key: AccountKey, change: AccountProgress) =>
      db.updateTable('insight_accounts').set(change).where(ofAccount(key)).execute(),

    timeZone: async (companyId: number): Promise<string> =>
      (await db.selectFrom('companies').select('time_zone').where('id', '=', companyId).executeTakeFirst())
        ?.time_zone ?? 'UTC',

    addMedia: (rows: Insertable<Tables['own_media']>[]) => insertNew({ queries: db, engine }, 'own_media', rows),

    changeMedia: (key: AccountKey, mediaId: string, change: Updateable<Tables['own_media']>) =>
      db.updateTable('own_media').set(change).where(ofAccount(key)).where('media_id', '=', mediaId).execute(),

    /** Stories first: they are gone soonest. */
    dueMedia: (key: AccountKey, now: number, limit: number): Promise<OwnMediaRow[]> =>
      db
        .selectFrom('own_media')
        .selectAll()
        .where(ofAccount(key))
        .where('next_at', '<=', now)
        .orderBy('product', 'desc')
        .orderBy('posted_at', 'desc')
        .limit(limit)
        .execute(),

    /** False where a reading for this moment is there already. */
    addMediaReading: async (row: Insertable<Tables['media_insights']>): Promise<boolean> =>
      (await insertNew({ queries: db, engine }, 'media_insights', [row])) > 0,

    addDay: async (row: Insertable<Tables['account_insights']>): Promise<boolean> =>
      (await insertNew({ queries: db, engine }, 'account_insights', [row])) > 0,

    /** Days that were read when they were complete, and days that were read early. */
    findKnownDays: async (key: AccountKey, since: number) => {
      const rows = await db
        .selectFrom('account_insights')
        .select(['day', 'is_settled'])
        .where(ofAccount(key))
        .where('days', '=', 1)
        .where('day', '>=', since)
        .execute()
      return {
        complete: new Set(rows.flatMap(({ day, is_settled }) => (is_settled === 1 ? [day] : []))),
        early: new Set(rows.flatMap(({ day, is_settled }) => (is_settled === 0 ? [day] : []))),
      }
    },

    hasSpan: async (key: AccountKey, days: number, day: number, isSettled: 0 | 1): Promise<boolean> =>
      (await db
        .selectFrom('account_insights')
        .select('day')
        .where(ofAccount(key))
        .where('days', '=', days)
        .where('day', '=', day)
        .where('is_settled', '=', isSettled)
        .executeTakeFirst()) !== undefined,

    addAudience: (
      key: AccountKey,
      row: { dimension: AudienceDimension; day: number; read_at: number; parts: string; raw_id: number | null },
    ) => insertNew({ queries: db, engine }, 'audience_insights', [{ ...keyOf(key), ...row }]),

    addOnlineHours: (
      key: AccountKey,
      rows: readonly { ends_at: number; read_at: number; hours: string; raw_id: number | null }[],
    ) =>
      insertNew(
        { queries: db, engine },
        'online_insights',
        rows.map((row) => ({ ...keyOf(key), ...row })),
      ),
  }
}

const keyOf = ({ company_id, account_id }: AccountKey): AccountKey => ({ company_id, account_id })

/** A condition of a query on one table. */
export const ofAccount = ({ company_id, account_id }: AccountKey) =>
  sql<boolean>`company_id = ${company_id} and account_id = ${account_id}`
