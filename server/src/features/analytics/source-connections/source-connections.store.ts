import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { InstagramSourceName } from '#ports/instagram.ts'

export type ConnectionRow = Selectable<Tables['source_connections']>
export type ConnectionColumns = Updateable<Tables['source_connections']>

export function sourceConnectionsStore(db: Queries) {
  return {
    /** In the order of adding. */
    all: (): Promise<ConnectionRow[]> => db.selectFrom('source_connections').selectAll().orderBy('id').execute(),

    find: (id: number): Promise<ConnectionRow | undefined> =>
      db.selectFrom('source_connections').selectAll().where('id', '=', id).executeTakeFirst(),

    /** On PostgreSQL no other request changes it until the transaction ends. */
    hold: (id: number, engine: Engine): Promise<ConnectionRow | undefined> =>
      db
        .selectFrom('source_connections')
        .selectAll()
        .where('id', '=', id)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst(),

    /** Whether calls may go through it now. */
    isOpen: async (id: number): Promise<boolean> =>
      (await db
        .selectFrom('source_connections')
        .select('id')
        .where('id', '=', id)
        .where('is_paused', '=', 0)
        .executeTakeFirst()) !== undefined,

    countOf: async (source: InstagramSourceName): Promise<number> => {
      const row = await db
        .selectFrom('source_connections')
        .select((rows) => rows.fn.countAll<number>().as('count'))
        .where('source', '=', source)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    add: (row: Insertable<Tables['source_connections']>): Promise<ConnectionRow> =>
      db.insertInto('source_connections').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (id: number, changes: ConnectionColumns): Promise<ConnectionRow | undefined> =>
      db.updateTable('source_connections').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),

    remove: (id: number): Promise<ConnectionRow | undefined> =>
      db.deleteFrom('source_connections').where('id', '=', id).returningAll().executeTakeFirst(),
  }
}
