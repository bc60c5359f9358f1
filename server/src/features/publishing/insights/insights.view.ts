/** Reads for the screens of insights. Every statement names the company. */

import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { type AccountKey, ofAccount } from './insights.store.ts'
import { DAY_COLUMNS } from './rules/figures.ts'

const DAY_FIGURES = Object.values(DAY_COLUMNS)
/** Two years are one answer: what a screen does not show is not read. */
const SHOWN_OF_DAY = ['days', 'day', 'is_settled', 'read_at', ...DAY_FIGURES] as const
export type DayRow = Pick<Row<'account_insights'>, (typeof SHOWN_OF_DAY)[number]>

export function insightsView(db: Queries) {
  const readingsOfDays = (key: AccountKey, days: readonly number[]) =>
    db
      .selectFrom('account_insights')
      .where(ofAccount(key))
      .where('days', 'in', days)
      .orderBy('days')
      .orderBy('day')
      .orderBy('is_settled')

  return {
    /** The account, whether it is connected, and how far its reading is. */
    account: (accountId: number) =>
      db
        .selectFrom('accounts')
        .innerJoin('companies', 'companies.id', 'accounts.company_id')
        .leftJoin('own_accounts as own', (join) =>
          join.onRef('own.account_id', '=', 'accounts.id').onRef('own.company_id', '=', 'accounts.company_id'),
        )
        .leftJoin('insight_accounts as state', (join) =>
          join.onRef('state.account_id', '=', 'accounts.id').onRef('state.company_id', '=', 'accounts.company_id'),
        )
        .select([
          'accounts.id',
          'accounts.company_id',
          'accounts.username',
          'companies.time_zone',
          'own.login',
          'own.sealed',
          'own.expires_at',
          'own.permissions',
          'own.ended_why',
          'state.next_at',
          'state.read_at',
          'state.problem',
          'state.backfilled_to',
          'state.is_backfilled',
        ])
        .where('accounts.id', '=', accountId)
        .executeTakeFirst(),

    /** Both readings of a day where there are two, the settled one last. */
    days: (key: AccountKey, days: readonly number[], from: number, to: number): Promise<DayRow[]> =>
      readingsOfDays(key, days).select(SHOWN_OF_DAY).where('day', '>=', from).where('day', '<=', to).execute(),

    /** Every reading of every day, with where it comes from. */
    allOfDays: (key: AccountKey, days: readonly number[]): Promise<Row<'account_insights'>[]> =>
      readingsOfDays(key, days).selectAll().execute(),

    audience: (key: AccountKey, since: number) =>
      db
        .selectFrom('audience_insights')
        .select(['dimension', 'read_at', 'parts'])
        .where(ofAccount(key))
        .where('day', '>=', since)
        .orderBy('day')
        .execute(),

    onlineHours: (key: AccountKey, since: number) =>
      db
        .selectFrom('online_insights')
        .select(['ends_at', 'hours'])
        .where(ofAccount(key))
        .where('ends_at', '>=', since)
        .execute(),

    /** The hash of the answer behind a reading of a post or a day, while it is kept. */
    answerHash: async (key: AccountKey, hash: string): Promise<string | null> => {
      for (const table of ['media_insights', 'account_insights'] as const) {
        const row = await db
          .selectFrom(table)
          .innerJoin('raw_responses', 'raw_responses.id', `${table}.raw_id`)
          .select('raw_responses.hash')
          .where(`${table}.company_id`, '=', key.company_id)
          .where(`${table}.account_id`, '=', key.account_id)
          .where(`${table}.hash`, '=', hash)
          .where('raw_responses.kept_since', 'is not', null)
          .executeTakeFirst()
        if (row) return Buffer.from(row.hash).toString('hex')
      }
      return null
    },

    publication: (id: string) =>
      db
        .selectFrom('publications')
        .select(['id', 'company_id', 'account_id', 'item_id', 'media_id', 'planned_at', 'published_at', 'kind'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** With what the reel of an item was made last. */
    render: (companyId: number, itemId: string) =>
      db
        .selectFrom('renders')
        .select(['settings', 'images'])
        .where('company_id', '=', companyId)
        .where('item_id', '=', itemId)
        .where('state', '=', 'done')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    item: (id: string) =>
      db
        .selectFrom('content_items')
        .select(['company_id', 'media_key', 'is_gone', 'image_url', 'images', 'video_url'])
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}
