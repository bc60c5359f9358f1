import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import type { TableFile } from '#ports/content-database.ts'

/** Links expire two hours after they were issued; a quarter of an hour is left for slow downloads. */
const LINK_LIFE_MS = 105 * 60_000

export interface FileOfRecord {
  recordId: string
  file: TableFile
}

export function attachmentsStore(db: Queries, engine: Engine) {
  return {
    /**
     * Takes in files that records hold, with links that work now. Those that are copied or have failed for good stay
     * so.
     */
    async take(companyId: number, files: readonly FileOfRecord[], now: number): Promise<void> {
      const rows = files.map(({ recordId, file }) => ({
        company_id: companyId,
        file_id: file.id,
        record_id: recordId,
        name: file.name.slice(0, 200),
        url: file.url,
        url_until: now + LINK_LIFE_MS,
        image_url: null,
        problem: null,
      }))
      const added = await insertNew({ queries: db, engine }, 'attachments', rows)
      if (added === rows.length) return
      for (const { file_id, url, url_until, record_id } of rows)
        await db
          .updateTable('attachments')
          .set({ url, url_until, record_id })
          .where('company_id', '=', companyId)
          .where('file_id', '=', file_id)
          .where('image_url', 'is', null)
          .where('problem', 'is', null)
          .execute()
    },

    /** Files that were not copied and that these records hold no more: what kept them from it is no problem any longer. */
    dropUncopied: async (companyId: number, recordIds: readonly string[], held: readonly string[]): Promise<void> => {
      if (recordIds.length === 0) return
      await db
        .deleteFrom('attachments')
        .where('company_id', '=', companyId)
        .where('record_id', 'in', recordIds)
        .where('image_url', 'is', null)
        .$if(held.length > 0, (query) => query.where('file_id', 'not in', held))
        .execute()
    },

    /** Addresses of copies, by file. */
    async copies(companyId: number, fileIds: readonly string[]): Promise<Map<string, string>> {
      if (fileIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('attachments')
        .select(['file_id', 'image_url'])
        .where('company_id', '=', companyId)
        .where('file_id', 'in', fileIds)
        .where('image_url', 'is not', null)
        .execute()
      return new Map(rows.flatMap(({ file_id, image_url }) => (image_url === null ? [] : [[file_id, image_url]])))
    },

    /** Files that wait to be copied, by id, after one. */
    waiting: (companyId: number, after: string, limit: number) =>
      db
        .selectFrom('attachments')
        .select(['file_id', 'record_id', 'url', 'url_until', 'name'])
        .where('company_id', '=', companyId)
        .where('file_id', '>', after)
        .where('image_url', 'is', null)
        .where('problem', 'is', null)
        .orderBy('file_id')
        .limit(limit)
        .execute(),

    /** Files of a record, as the last pull read them. */
    filesOf: async (companyId: number, recordId: string): Promise<readonly string[]> => {
      const row = await db
        .selectFrom('synced_records')
        .select('told')
        .where('company_id', '=', companyId)
        .where('record_id', '=', recordId)
        .executeTakeFirst()
      const { files = [] }: { files?: string[] } = JSON.parse(row?.told ?? '{}')
      return files
    },

    /** What became of a file: an address here, or why there is none. */
    settle: (companyId: number, fileId: string, outcome: { image_url: string } | { problem: string }) =>
      db
        .updateTable('attachments')
        .set({ url: null, ...outcome })
        .where('company_id', '=', companyId)
        .where('file_id', '=', fileId)
        .execute(),

    /** A file that was sent from here: its copy is where it came from. */
    addSent: (companyId: number, recordId: string, file: TableFile, imageUrl: string) =>
      insertNew({ queries: db, engine }, 'attachments', [
        {
          company_id: companyId,
          file_id: file.id,
          record_id: recordId,
          name: file.name.slice(0, 200),
          url: null,
          url_until: 0,
          image_url: imageUrl,
          problem: null,
        },
      ]),

    /** Files that a record holds no more are forgotten with it. */
    forget: async (companyId: number, recordIds: readonly string[]) => {
      if (recordIds.length === 0) return
      await db
        .deleteFrom('attachments')
        .where('company_id', '=', companyId)
        .where('record_id', 'in', recordIds)
        .execute()
    },
  }
}
