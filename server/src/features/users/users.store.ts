import type { Role, UserSort } from '@tangelo/contract/limits'
import type { Insertable, Updateable } from 'kysely'
import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function usersStore(db: Queries) {
  const joined = () =>
    db
      .selectFrom('users')
      .leftJoin('companies', 'companies.id', 'users.company_id')
      .select([
        'users.id',
        'users.username',
        'users.username_key',
        'users.role',
        'users.company_id',
        'companies.name as company_name',
        'users.profile_id',
        'users.default_prompt_id',
        'users.webhook_url',
        'users.created_at',
      ])

  return {
    /** In this order, rows after the one named. */
    page: ({ q, companyId, sort, after, limit }: PageWish) => {
      const page = joined()
        .$if(Boolean(q), (query) => query.where(contains('users.username_key', q?.toLowerCase() ?? '')))
        .$if(companyId !== undefined, (query) => query.where('users.company_id', '=', companyId ?? 0))
        .limit(limit)
      if (sort === 'recent')
        return page
          .$if(after !== null, (query) => query.where('users.id', '<', after?.id ?? 0))
          .orderBy('users.id', 'desc')
          .execute()
      if (sort === 'role')
        return page
          .$if(after !== null, (query) =>
            query.where((row) =>
              row(
                row.refTuple('users.role', 'users.username_key'),
                '>',
                row.tuple(after?.role ?? 'admin', after?.name ?? ''),
              ),
            ),
          )
          .orderBy('users.role')
          .orderBy('users.username_key')
          .execute()
      return page
        .$if(after !== null, (query) => query.where('users.username_key', '>', after?.name ?? ''))
        .orderBy('users.username_key')
        .execute()
    },

    count: async ({ q, companyId }: Pick<PageWish, 'q' | 'companyId'>) => {
      const row = await db
        .selectFrom('users')
        .$if(Boolean(q), (query) => query.where(contains('username_key', q?.toLowerCase() ?? '')))
        .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? 0))
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    find: (id: number) => joined().where('users.id', '=', id).executeTakeFirst(),

    /**
     * Nobody becomes or ceases to be an administrator elsewhere before this transaction ends: of two who step down at
     * once the second sees what the first did. The idle update is what locks the rows on PostgreSQL.
     */
    holdAdmins: () => db.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute(),

    countAdmins: async () => {
      const row = await db
        .selectFrom('users')
        .where('role', '=', 'admin')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    hasCompany: async (id: number) =>
      (await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    add: async (row: Insertable<Tables['users']>) => {
      const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },

    change: (id: number, changes: Updateable<Tables['users']>) =>
      db.updateTable('users').set(changes).where('id', '=', id).execute(),

    endSessionsOf: (id: number) => db.deleteFrom('sessions').where('user_id', '=', id).execute(),

    remove: (id: number) => db.deleteFrom('users').where('id', '=', id).execute(),
  }
}

interface PageWish {
  q?: string | undefined
  companyId?: number | undefined
  sort: UserSort
  after: { role: Role; name: string; id: number } | null
  limit: number
}

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof usersStore>['find']>>>
