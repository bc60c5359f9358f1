import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { Tables } from '#platform/database/schema.ts'

const uploadById = prepared((db, id: string) =>
  db.selectFrom('uploads').select(['company_id', 'hash', 'type', 'thumbnail_hash']).where('id', '=', id),
)

export function uploadsStore(db: Queries) {
  return {
    find: async (id: string) => (await uploadById(db, id))[0],

    /** What the company's images take up, in bytes. */
    bytesOf: async (companyId: number) => {
      const row = await db
        .selectFrom('uploads')
        .select((select) => select.fn.sum<number | null>('bytes').as('bytes'))
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },

    /** Of these images those that the company has already: ids by hash. */
    idsOf: async (companyId: number, hashes: readonly string[]) => {
      const rows = await db
        .selectFrom('uploads')
        .select(['id', 'hash'])
        .where('company_id', '=', companyId)
        .where('hash', 'in', hashes)
        .execute()
      return new Map(rows.map(({ id, hash }) => [hash, id]))
    },

    /** Leaves those alone that another request has added meanwhile. */
    add: (rows: Insertable<Tables['uploads']>[]) =>
      db
        .insertInto('uploads')
        .values(rows)
        .onConflict((taken) => taken.columns(['company_id', 'hash']).doNothing())
        .execute(),
  }
}
