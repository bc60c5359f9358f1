import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { Tables } from '#platform/database/schema.ts'

const videoById = prepared((db, id: string) =>
  db.selectFrom('videos').select(['id', 'hash', 'bytes', 'cover_hash']).where('id', '=', id),
)

export function videosStore(db: Queries) {
  return {
    find: async (id: string) => (await videoById(db, id))[0],

    add: (video: Insertable<Tables['videos']>) => db.insertInto('videos').values(video).execute(),

    /** What an item shows now is not shown any more. */
    replace: (itemId: string, at: number) =>
      db
        .updateTable('videos')
        .set({ replaced_at: at })
        .where('item_id', '=', itemId)
        .where('replaced_at', 'is', null)
        .execute(),

    replacedBefore: (moment: number, limit: number) =>
      db
        .selectFrom('videos')
        .select(['id', 'hash', 'cover_hash'])
        .where('replaced_at', 'is not', null)
        .where('replaced_at', '<', moment)
        .orderBy('replaced_at')
        .limit(limit)
        .execute(),

    remove: (id: string) => db.deleteFrom('videos').where('id', '=', id).execute(),
  }
}
