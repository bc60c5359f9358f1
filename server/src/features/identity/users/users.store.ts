import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import { userRows } from './users.view.ts'

export function usersStore(db: Queries) {
  return {
    find: (id: number) => userRows(db).where('users.id', '=', id).executeTakeFirst(),

    /**
     * Locks the set of administrators until this transaction ends: of two who step down at once the second sees what
     * the first did. The idle update is what locks the rows on PostgreSQL.
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

    /** False when another process was quicker. */
    remove: async (id: number) => {
      const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof usersStore>['find']>>>
