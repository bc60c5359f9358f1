import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'

const variantOf = prepareQuery((db, sourceHash: string, width: number) =>
  db.selectFrom('image_variants').select('hash').where('source_hash', '=', sourceHash).where('width', '=', width),
)

export function imageVariantsStore(db: Queries) {
  return {
    find: async (sourceHash: string, width: number) => (await variantOf(db, sourceHash, width))[0],

    /** Takes the place of one that was made before. */
    put: (variant: { source_hash: string; width: number; hash: string | null }) =>
      db
        .insertInto('image_variants')
        .values(variant)
        .onConflict((made) =>
          made.columns(['source_hash', 'width']).doUpdateSet((row) => ({ hash: row.ref('excluded.hash') })),
        )
        .execute(),
  }
}
