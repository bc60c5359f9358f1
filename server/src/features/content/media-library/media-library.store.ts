import type { Queries } from '#platform/database/database.ts'
import type { UploadRow } from './media-library.rules.ts'

const TABLES = { image: 'uploads', music: 'music' } as const

export function mediaLibraryStore(db: Queries) {
  const change = ({ kind, id }: Pick<UploadRow, 'kind' | 'id'>, removedAt: number | null) =>
    db.updateTable(TABLES[kind]).set({ removed_at: removedAt }).where('id', '=', id).execute()

  return {
    /** No answer contains it from now on. */
    hide: (row: Pick<UploadRow, 'kind' | 'id'>, now: number) => change(row, now),

    bringBack: (row: Pick<UploadRow, 'kind' | 'id'>) => change(row, null),

    forget: ({ kind, id }: Pick<UploadRow, 'kind' | 'id'>) =>
      db.deleteFrom(TABLES[kind]).where('id', '=', id).where('removed_at', 'is not', null).execute(),

    /** Hidden before a moment, at most `limit`. */
    findHiddenBefore: async (moment: number, limit: number) => {
      const found = await Promise.all(
        (['image', 'music'] as const).map(async (kind) => {
          const rows = await db
            .selectFrom(TABLES[kind])
            .select(['id', 'company_id', 'hash'])
            .where('removed_at', 'is not', null)
            .where('removed_at', '<', moment)
            .orderBy('removed_at')
            .limit(limit)
            .execute()
          return rows.map((row) => ({ ...row, kind }))
        }),
      )
      return found.flat()
    },
  }
}
