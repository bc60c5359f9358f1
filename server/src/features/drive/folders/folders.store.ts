import { contains } from '#platform/database/contains.ts'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import type { DriveFailure, DriveName } from '#ports/drive.ts'
import type { FolderRow, ImportRow } from './folders.rules.ts'

const STATE = ['drive', 'pass', 'asked', 'begun_at', 'read_at', 'failure_kind', 'failure', 'retry_at'] as const

export interface FoldersQuery {
  companyId: number
  /** In lower case; looked for in names. */
  text: string | null
  after: { createdAt: number; id: string } | null
  limit: number
}

export function driveFoldersStore(db: Queries) {
  const inCompany = (companyId: number, text: string | null) =>
    db
      .selectFrom('drive_folders')
      .where('drive_folders.company_id', '=', companyId)
      .$if(text !== null, (query) => query.where(contains('name_key', text ?? '')))

  return {
    /** Made where there is none; where it is of another drive it begins anew, without folders. */
    state: async (companyId: number, drive: DriveName) => {
      const find = () => db.selectFrom('drives').select(STATE).where('company_id', '=', companyId).executeTakeFirst()
      const row = await find()
      if (row?.drive === drive) return row
      await db.deleteFrom('drives').where('company_id', '=', companyId).execute()
      await db.deleteFrom('drive_folders').where('company_id', '=', companyId).execute()
      await db
        .insertInto('drives')
        .values({ company_id: companyId, drive, owner: null, connected_at: null, lost_at: null, begun_at: null })
        .onConflict((taken) => taken.column('company_id').doNothing())
        .execute()
      return find()
    },

    /** Whether the folder has been read before. */
    hasSomeRead: async (companyId: number): Promise<boolean> =>
      (await db
        .selectFrom('drive_folders')
        .select('id')
        .where('company_id', '=', companyId)
        .where('images', 'is not', null)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Requests a read, also while one is running. */
    ask: async (companyId: number): Promise<void> => {
      await db
        .updateTable('drives')
        .set((row) => ({ asked: row('asked', '+', 1) }))
        .where('company_id', '=', companyId)
        .execute()
    },

    /** The number of the read that starts, and what it reads; undefined where the drive is no longer connected. */
    beginPass: (companyId: number, now: number) =>
      db
        .updateTable('drives')
        .set((row) => ({ pass: row('pass', '+', 1), begun_at: now, failure: null, failure_kind: null, retry_at: 0 }))
        .where('company_id', '=', companyId)
        .returning(['pass', 'asked', 'read_at'])
        .executeTakeFirst(),

    /** Held until the transaction ends; undefined when a later reading, or another drive, has taken its place. */
    latest: async (companyId: number, pass: number, engine: Engine) => {
      const row = await db
        .selectFrom('drives')
        .select(['pass', 'asked'])
        .where('company_id', '=', companyId)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst()
      return row?.pass === pass ? row : undefined
    },

    /** Folders that this reading has not met are gone. Answers how many. */
    endPass: async (companyId: number, pass: number, now: number): Promise<number> => {
      await db.updateTable('drives').set({ read_at: now }).where('company_id', '=', companyId).execute()
      const { numDeletedRows } = await db
        .deleteFrom('drive_folders')
        .where('company_id', '=', companyId)
        .where('seen_in', '<', pass)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    failPass: async (companyId: number, pass: number, { kind, message, retryAt }: DriveFailure): Promise<void> => {
      await db
        .updateTable('drives')
        .set({ failure_kind: kind, failure: message, retry_at: retryAt ?? 0 })
        .where('company_id', '=', companyId)
        .where('pass', '=', pass)
        .execute()
    },

    /** False where the latest reading has ended. */
    failCurrentPass: async (companyId: number, { kind, message }: DriveFailure): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('drives')
        .set({ failure_kind: kind, failure: message })
        .where('company_id', '=', companyId)
        .where('failure', 'is', null)
        .where((row) => row.or([row('read_at', 'is', null), row('begun_at', '>', row.ref('read_at'))]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    rows: async (companyId: number, ids: readonly string[]): Promise<Map<string, FolderRow>> => {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('drive_folders')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('id', 'in', ids)
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    keep: async (rows: readonly FolderRow[], known: ReadonlyMap<string, FolderRow>, engine: Engine): Promise<void> => {
      const added = rows.filter(({ id }) => !known.has(id))
      await insertNew({ queries: db, engine }, 'drive_folders', added)
      for (const row of rows)
        if (known.has(row.id))
          await db
            .updateTable('drive_folders')
            .set(row)
            .where('company_id', '=', row.company_id)
            .where('id', '=', row.id)
            .execute()
    },

    see: async (companyId: number, ids: readonly string[], pass: number): Promise<void> => {
      if (ids.length === 0) return
      await db
        .updateTable('drive_folders')
        .set({ seen_in: pass })
        .where('company_id', '=', companyId)
        .where('id', 'in', ids)
        .execute()
    },

    count: async (companyId: number, text: string | null): Promise<number> => {
      const row = await inCompany(companyId, text)
        .select((select) => select.fn.countAll<number>().as('folders'))
        .executeTakeFirst()
      return Number(row?.folders ?? 0)
    },

    /** Newest first. */
    page: ({ companyId, text, after, limit }: FoldersQuery) =>
      inCompany(companyId, text)
        .select(['id', 'created_at', 'shown'])
        .$if(after !== null, (query) =>
          query.where((row) =>
            row(row.refTuple('created_at', 'id'), '<', row.tuple(after?.createdAt ?? 0, after?.id ?? '')),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    importsOf: async (companyId: number, folderIds: readonly string[]): Promise<Map<string, ImportRow>> => {
      if (folderIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('drive_imports')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('folder_id', 'in', folderIds)
        .execute()
      return new Map(rows.map((row) => [row.folder_id, row]))
    },

    withPictures: (key: string): Promise<Pick<Row<'drive_folders'>, 'company_id' | 'images'> | undefined> =>
      db.selectFrom('drive_folders').select(['company_id', 'images']).where('picture_key', '=', key).executeTakeFirst(),
  }
}
