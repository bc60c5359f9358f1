import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

export function teamCommentsStore(db: Queries) {
  const rows = db
    .selectFrom('team_comments')
    .leftJoin('users', 'users.id', 'team_comments.user_id')
    .select([
      'team_comments.id',
      'team_comments.company_id',
      'team_comments.user_id',
      'team_comments.at',
      'team_comments.text',
      'team_comments.by_name',
      'users.username',
    ])

  return {
    /** Oldest first. */
    ofItem: (itemId: string) => rows.where('item_id', '=', itemId).orderBy('team_comments.id').execute(),

    find: (itemId: string, id: number) =>
      rows.where('item_id', '=', itemId).where('team_comments.id', '=', id).executeTakeFirst(),

    add: async (row: Insertable<Tables['team_comments']>): Promise<number> => {
      const { id } = await db.insertInto('team_comments').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },

    /** False when another process was quicker. */
    remove: async (id: number): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('team_comments').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },

    setCount: (itemId: string, comments: number) =>
      db.updateTable('content_items').set({ team_comments: comments }).where('id', '=', itemId).execute(),
  }
}

export type TeamCommentRow = Awaited<ReturnType<ReturnType<typeof teamCommentsStore>['ofItem']>>[number]
