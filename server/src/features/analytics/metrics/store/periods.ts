import type { Period } from '@tangelo/contract/limits'
import type { Insertable } from 'kysely'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { KnownPosts } from '../rules/periods.ts'

export type PeriodRow = Insertable<Tables['account_periods']>

interface AccountKey {
  company_id: number
  id: number
}

const postsSince = prepareQuery((db, companyId: number, accountId: number, since: number) =>
  db
    .selectFrom('posts')
    .select('posted_at')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('posted_at', '>=', since)
    .where('gone_at', 'is', null),
)

const allPosts = prepareQuery((db, companyId: number, accountId: number) =>
  db
    .selectFrom('posts')
    // A pinned post is shown before younger ones, whatever its age: those between may be unknown.
    .select((row) => [
      row.fn.min<number | null>('posted_at').filterWhere('is_pinned', '=', 0).as('first'),
      row.fn.countAll<number>().as('known'),
    ])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('gone_at', 'is', null),
)

const slackOf = prepareQuery((db, accountId: number) =>
  db.selectFrom('accounts').select('slack_ms').where('id', '=', accountId),
)

export function periodsStore(db: Queries, engine: Engine) {
  return {
    posts: async ({ company_id, id }: AccountKey, since: number): Promise<KnownPosts> => {
      const [row] = await allPosts(db, company_id, id)
      const known = Number(row?.known ?? 0)
      if (known === 0) return { postedAt: [], firstPostedAt: null, known }
      const rows = await postsSince(db, company_id, id, since)
      return {
        postedAt: rows.map(({ posted_at }) => Number(posted_at)),
        firstPostedAt: row?.first == null ? null : Number(row.first),
        known,
      }
    },

    replace: async (account: AccountKey, rows: readonly PeriodRow[]) => {
      await db
        .deleteFrom('account_periods')
        .where('period', 'in', [7, 30, 90, 365])
        .where('company_id', '=', account.company_id)
        .where('account_id', '=', account.id)
        .execute()
      const [known] = await slackOf(db, account.id)
      const slack_ms = known?.slack_ms ?? 0
      await insertNew(
        { queries: db, engine },
        'account_periods',
        rows.map((row) => Object.assign({ slack_ms }, row)),
      )
    },

    setShown: (accountId: number, shown: Record<`shown_${Period}`, string | null>) =>
      db.updateTable('accounts').set(shown).where('id', '=', accountId).execute(),
  }
}
