import type { Queries } from '#platform/database/database.ts'
import type { Making } from './reels.rules.ts'

export interface ReelKey {
  item_id: string
  company_id: number
}

export function reelsStore(db: Queries) {
  return {
    find: (itemId: string) => db.selectFrom('reels').selectAll().where('item_id', '=', itemId).executeTakeFirst(),

    /** Inserts the row of an item that has none yet. Omitted values stay. */
    async keep(
      { item_id, company_id }: ReelKey,
      { version, images, settings }: Making,
      rest: { render_id?: string; account_id?: number | null } = {},
    ): Promise<void> {
      const told = {
        version,
        image_sizes: JSON.stringify(images.map(({ size }) => size)),
        settings: JSON.stringify(settings),
        ...rest,
      }
      await db
        .insertInto('reels')
        .values({ item_id, company_id, ...told })
        .onConflict((taken) => taken.column('item_id').doUpdateSet(told))
        .execute()
    },
  }
}
