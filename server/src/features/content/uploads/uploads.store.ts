import type { Insertable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepare-query.ts'
import type { Tables } from '#platform/database/schema.ts'

const uploadById = prepareQuery((db, id: string) =>
  db.selectFrom('uploads').select(['company_id', 'hash', 'type']).where('id', '=', id).where('removed_at', 'is', null),
)

const musicById = prepareQuery((db, id: string) =>
  db
    .selectFrom('music')
    .select(['id', 'company_id', 'hash', 'type', 'name', 'seconds', 'bytes'])
    .where('id', '=', id)
    .where('removed_at', 'is', null),
)

export type NewMusic = Insertable<Tables['music']>

export function uploadsStore(db: Queries) {
  return {
    find: async (id: string) => (await uploadById(db, id))[0],

    hasCompany: async (id: number) =>
      (await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    findMusic: async (id: string) => (await musicById(db, id))[0],

    /** Of these images those that are the company's. */
    ofCompany: (companyId: number, ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('uploads')
            .select(['id', 'name', 'width', 'height'])
            .where('company_id', '=', companyId)
            .where('removed_at', 'is', null)
            .where('id', 'in', ids)
            .execute(),

    /** What was deleted a moment ago and comes again is there as before, and takes up room again: whether there was any. */
    async bringBack(table: 'uploads' | 'music', companyId: number, hashes: readonly string[]): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ removed_at: null })
        .where('company_id', '=', companyId)
        .where('hash', 'in', hashes)
        .where('removed_at', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** What the company's images and music take up, in bytes. */
    bytesOf: async (companyId: number) => {
      const rows = await Promise.all(
        (['uploads', 'music'] as const).map((table) =>
          db
            .selectFrom(table)
            .select((select) => select.fn.sum<number | null>('bytes').as('bytes'))
            .where('company_id', '=', companyId)
            .where('removed_at', 'is', null)
            .executeTakeFirst(),
        ),
      )
      return rows.reduce((sum, row) => sum + Number(row?.bytes ?? 0), 0)
    },

    musicOf: (companyId: number, hash: string) =>
      db
        .selectFrom('music')
        .select('id')
        .where('company_id', '=', companyId)
        .where('hash', '=', hash)
        .executeTakeFirst(),

    /** Leaves it alone when another request has added it meanwhile. */
    addMusic: (row: NewMusic) =>
      db
        .insertInto('music')
        .values(row)
        .onConflict((taken) => taken.columns(['company_id', 'hash']).doNothing())
        .execute(),

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
