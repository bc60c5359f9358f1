import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'

/** What the column holds: a caller may name a larger one, after which nothing has happened. */
const ID_MAX = 2 ** 31 - 1

export function eventsStore(db: Queries) {
  return {
    insert: (rows: Insertable<Tables['events']>[]) => db.insertInto('events').values(rows).execute(),

    /** Events after an id, oldest first. */
    eventsAfter: (scope: number | 'all' | 'none', id: number, limit: number) =>
      db
        .selectFrom('events')
        .selectAll()
        .where('id', '>', Math.min(id, ID_MAX))
        .$if(scope !== 'all', (query) => query.where('company_id', '=', Number(scope)))
        .orderBy('id')
        .limit(limit)
        .execute(),

    eventsOf: (ids: number[]) => db.selectFrom('events').selectAll().where('id', 'in', ids).orderBy('id').execute(),

    newestEvent: async () =>
      (await db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,

    forgetEvents: (before: number) => db.deleteFrom('events').where('at', '<', before).execute(),

    namesOf: async (accountIds: number[]) => {
      if (accountIds.length === 0) return new Map<number, string>()
      const rows = await db.selectFrom('accounts').select(['id', 'username']).where('id', 'in', accountIds).execute()
      return new Map(rows.map(({ id, username }) => [id, username]))
    },

    /** What the folders are called that are imported, by the key of the work. */
    foldersOf: async (importIds: string[]) => {
      if (importIds.length === 0) return new Map<string, string>()
      const rows = await db
        .selectFrom('drive_imports')
        .select(['id', 'folder_name'])
        .where('id', 'in', importIds)
        .execute()
      return new Map(rows.map(({ id, folder_name }) => [id, folder_name]))
    },
  }
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof eventsStore>['eventsAfter']>>[number]
