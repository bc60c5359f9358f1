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
    /** By name; rows after the cursor's. */
    page: ({
      q,
      after,
      limit,
    }: {
      q?: string | undefined
      after: { value: string; id: number } | null
      limit: number
    }) =>
      joined()
        .$if(Boolean(q), (query) => query.where(contains('users.username_key', q?.toLowerCase() ?? '')))
        .$if(after !== null, (query) => query.where('users.username_key', '>', after?.value ?? ''))
        .orderBy('users.username_key')
        .limit(limit)
        .execute(),

    count: async (q: string | undefined) => {
      const row = await db
        .selectFrom('users')
        .$if(Boolean(q), (query) => query.where(contains('username_key', q?.toLowerCase() ?? '')))
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

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof usersStore>['find']>>>
