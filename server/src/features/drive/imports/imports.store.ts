import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { ImportRow } from '../folders/folders.rules.ts'

export function driveImportsStore(db: Queries) {
  return {
    find: (companyId: number, folderId: string): Promise<ImportRow | undefined> =>
      db
        .selectFrom('drive_imports')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('folder_id', '=', folderId)
        .executeTakeFirst(),

    byId: (id: string): Promise<ImportRow | undefined> =>
      db.selectFrom('drive_imports').selectAll().where('id', '=', id).executeTakeFirst(),

    some: (ids: readonly string[]): Promise<ImportRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('drive_imports').selectAll().where('id', 'in', ids).execute(),

    /** The ids of all that say they are under way. */
    running: async (): Promise<string[]> => {
      const rows = await db.selectFrom('drive_imports').select('id').where('state', '=', 'running').execute()
      return rows.map(({ id }) => id)
    },

    /** The ids of all whose folder is to be renamed. */
    renaming: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('drive_imports')
        .select('id')
        .where('state', '=', 'done')
        .where('rename', '=', 'due')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** False where the rename is not as `from` says any more. */
    setRename: async (id: string, from: 'due', change: { rename: 'failing'; message: string }): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('drive_imports')
        .set(change)
        .where('id', '=', id)
        .where('rename', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /**
     * The one import of a folder begins; false where one is under way, or has made a reel. `abandoned` is one that says it is
     * under way, and is not.
     */
    begin: async (row: Insertable<Tables['drive_imports']>, abandoned: string | null): Promise<boolean> => {
      const { company_id: _, folder_id: __, ...again } = row
      const begun = await db
        .insertInto('drive_imports')
        .values(row)
        .onConflict((taken) =>
          taken
            .columns(['company_id', 'folder_id'])
            .doUpdateSet(again)
            .where((known) =>
              known.or([
                known('drive_imports.state', 'in', ['failed', 'asking']),
                known('drive_imports.id', '=', abandoned ?? ''),
              ]),
            ),
        )
        .returning('id')
        .executeTakeFirst()
      return begun?.id === row.id
    },

    /** Changes it as long as it is in this state. False where it is not, or another try has taken its place. */
    move: async (
      id: string,
      state: ImportRow['state'],
      change: Updateable<Tables['drive_imports']>,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('drive_imports')
        .set(change)
        .where('id', '=', id)
        .where('state', '=', state)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
