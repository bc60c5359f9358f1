import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function passwordLinksStore(db: Queries) {
  const users = () => db.selectFrom('users').select(['id', 'username', 'company_id', 'invited_at'])
  return {
    userByName: (username: string) => users().where('username_key', '=', username.toLowerCase()).executeTakeFirst(),

    user: (id: number) => users().where('id', '=', id).executeTakeFirst(),

    /** The earlier links of the user are over. */
    replaceLinks: async (row: Tables['password_links']) => {
      await db.deleteFrom('password_links').where('user_id', '=', row.user_id).execute()
      await db.insertInto('password_links').values(row).execute()
    },

    link: (hash: string) =>
      db.selectFrom('password_links').selectAll().where('token_hash', '=', hash).executeTakeFirst(),

    /** True once for each. */
    takeLink: async (hash: string): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('password_links').where('token_hash', '=', hash).executeTakeFirst()
      return numDeletedRows === 1n
    },

    setPassword: (id: number, hash: string) =>
      db
        .updateTable('users')
        .set({ password_hash: hash, must_change_password: 0, invited_at: null })
        .where('id', '=', id)
        .execute(),

    forgetBefore: (moment: number) => db.deleteFrom('password_links').where('created_at', '<', moment).execute(),
  }
}

export const removePasswordLinks = (db: Queries, userId: number) =>
  db.deleteFrom('password_links').where('user_id', '=', userId).execute()
