/** The media of publications as they are sent. */
import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

export type MediaRow = Row<'publication_media'>

export function sentMediaStore(db: Queries) {
  return {
    of: (id: string): Promise<MediaRow[]> =>
      db.selectFrom('publication_media').selectAll().where('publication_id', '=', id).orderBy('position').execute(),

    async set(id: string, rows: readonly Insertable<Tables['publication_media']>[]): Promise<void> {
      await db.deleteFrom('publication_media').where('publication_id', '=', id).execute()
      if (rows.length > 0)
        await db
          .insertInto('publication_media')
          .values([...rows])
          .execute()
    },

    change: (id: string, position: number, change: Updateable<Tables['publication_media']>) =>
      db
        .updateTable('publication_media')
        .set(change)
        .where('publication_id', '=', id)
        .where('position', '=', position)
        .execute(),

    forget: async (id: string): Promise<string[]> => {
      const rows = await db.deleteFrom('publication_media').where('publication_id', '=', id).returning('hash').execute()
      return rows.map(({ hash }) => hash)
    },

    /** By the hash of the token of its address, while that is open. */
    findOpen: (tokenHash: string, now: number) =>
      db
        .selectFrom('publication_media')
        .innerJoin('publications', 'publications.id', 'publication_media.publication_id')
        .select(['hash', 'type', 'bytes'])
        .where('publications.ended_at', 'is', null)
        .where('token_hash', '=', tokenHash)
        .where('open_until', '>', now)
        .executeTakeFirst(),

    /** Of publications that have ended: answers their blobs, which may be named elsewhere. */
    forgetEnded: async (limit: number): Promise<string[]> => {
      const ended = db
        .selectFrom('publications')
        .innerJoin('publication_media', 'publication_media.publication_id', 'publications.id')
        .select('publications.id')
        .where('publications.ended_at', 'is not', null)
        .limit(limit)
      const rows = await db
        .deleteFrom('publication_media')
        .where('publication_id', 'in', ended)
        .returning('hash')
        .execute()
      return rows.map(({ hash }) => hash)
    },
  }
}
