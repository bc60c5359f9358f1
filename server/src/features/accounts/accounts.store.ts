import type { AccountSort } from '@tangelo/contract/limits'
import type { Insertable, Updateable } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { Scope } from './accounts.policy.ts'

/** Which column each order sorts by; ids are given in order of adding. */
const SORT_COLUMN = { followers: 'sort_followers', engagement: 'sort_engagement', recent: 'id' } as const

const accountById = prepared((db, id: number) => db.selectFrom('accounts').selectAll().where('id', '=', id))

const postsOfAccount = prepared((db, companyId: number, accountId: number) =>
  db
    .selectFrom('account_posts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .orderBy('position'),
)

export function accountsStore(db: Queries) {
  const inScope = (scope: Exclude<Scope, 'none'>, q: string | undefined) =>
    db
      .selectFrom('accounts')
      .$if(scope !== 'all', (query) => query.where('company_id', '=', Number(scope)))
      .$if(Boolean(q), (query) => query.where(contains('username_key', asKey(q ?? ''))))

  return {
    /** The largest first; rows after the cursor's. */
    page: ({ scope, q, sort, after, limit }: PageWish) => {
      const column = SORT_COLUMN[sort]
      const query = inScope(scope, q).selectAll().orderBy(column, 'desc').limit(limit)
      const ordered = column === 'id' ? query : query.orderBy('id', 'desc')
      if (!after) return ordered.execute()
      if (column === 'id') return ordered.where('id', '<', after.id).execute()
      return ordered
        .where((row) =>
          row.and([
            row(column, '<=', after.value),
            row.or([row(column, '<', after.value), row('id', '<', after.id)]),
          ]),
        )
        .execute()
    },

    count: async (scope: Exclude<Scope, 'none'>, q: string | undefined) => {
      const row = await inScope(scope, q)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    find: async (id: number) => (await accountById(db, id))[0],

    /** Of these names (any case), the ones the company tracks. */
    findByName: (companyId: number, usernames: string[]) =>
      db
        .selectFrom('accounts')
        .select(['id', 'username_key'])
        .where('company_id', '=', companyId)
        .where(
          'username_key',
          'in',
          usernames.map((name) => name.toLowerCase()),
        )
        .execute(),

    hasCompany: async (id: number) =>
      (await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    add: (row: Insertable<Tables['accounts']>) =>
      db.insertInto('accounts').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (id: number, changes: Updateable<Tables['accounts']>) =>
      db.updateTable('accounts').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),

    /** History and posts follow the account to its new company. */
    moveHistory: async (id: number, from: number, to: number) => {
      for (const table of ['metric_snapshots', 'account_posts'] as const)
        await db
          .updateTable(table)
          .set({ company_id: to })
          .where('company_id', '=', from)
          .where('account_id', '=', id)
          .execute()
    },

    remove: async (id: number, companyId: number) => {
      for (const table of ['metric_snapshots', 'account_posts'] as const)
        await db.deleteFrom(table).where('company_id', '=', companyId).where('account_id', '=', id).execute()
      await db.deleteFrom('accounts').where('id', '=', id).execute()
    },

    posts: (companyId: number, accountId: number) => postsOfAccount(db, companyId, accountId),
  }
}

interface PageWish {
  scope: Exclude<Scope, 'none'>
  q: string | undefined
  sort: AccountSort
  after: { value: number; id: number } | null
  limit: number
}

/** People look for `@NASA` and mean `nasa`. */
const asKey = (q: string) => q.trim().replace(/^@/, '').toLowerCase()

export type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accountsStore>['find']>>>
