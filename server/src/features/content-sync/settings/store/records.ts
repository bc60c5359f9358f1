/** What the last pull read of each record of a table. */
import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import type { RecordFields } from '../../field-mapping/field-mapping.rules.ts'

export type RecordRow = Row<'synced_records'>

export function recordsStore(db: Queries) {
  return {
    of: async (companyId: number, ids: readonly string[]): Promise<Map<string, RecordRow>> => {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('synced_records')
        .select(['company_id', 'record_id', 'changed_at', 'seen_in', 'told'])
        .where('company_id', '=', companyId)
        .where('record_id', 'in', ids)
        .execute()
      return new Map(rows.map((row) => [row.record_id, row]))
    },

    keep: async (rows: RecordRow[]) => {
      if (rows.length === 0) return
      await db
        .insertInto('synced_records')
        .values(rows)
        .onConflict((taken) =>
          taken.columns(['company_id', 'record_id']).doUpdateSet((row) => ({
            changed_at: row.ref('excluded.changed_at'),
            seen_in: row.ref('excluded.seen_in'),
            told: row.ref('excluded.told'),
          })),
        )
        .execute()
    },

    /** Of these fields the table and the item say the same from now on. Records that are not known are left out. */
    agree: async (companyId: number, fields: ReadonlyMap<string, RecordFields>) => {
      const known = await recordsStore(db).of(companyId, [...fields.keys()])
      const rows = [...known.values()].map((row): RecordRow => {
        const known: RecordFields = JSON.parse(row.told)
        return Object.assign({}, row, { told: JSON.stringify(Object.assign(known, fields.get(row.record_id))) })
      })
      await recordsStore(db).keep(rows)
    },

    setSeen: async (companyId: number, ids: readonly string[], walk: number) => {
      if (ids.length === 0) return
      await db
        .updateTable('synced_records')
        .set({ seen_in: walk })
        .where('company_id', '=', companyId)
        .where('record_id', 'in', ids)
        .execute()
    },

    /** Records that a walk did not meet, by id. */
    unseen: (companyId: number, walk: number, after: string, limit: number) =>
      db
        .selectFrom('synced_records')
        .select('record_id')
        .where('company_id', '=', companyId)
        .where('record_id', '>', after)
        .where('seen_in', '<', walk)
        .orderBy('record_id')
        .limit(limit)
        .execute(),

    counts: async (companyId: number, walk: number): Promise<{ known: number; unseen: number }> => {
      const row = await db
        .selectFrom('synced_records')
        .select((select) => [
          select.fn.countAll<number>().as('known'),
          select.fn.countAll<number>().filterWhere('seen_in', '<', walk).as('unseen'),
        ])
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow()
      return { known: Number(row.known), unseen: Number(row.unseen) }
    },

    forget: async (companyId: number, ids: readonly string[]) => {
      if (ids.length === 0) return
      await db.deleteFrom('synced_records').where('company_id', '=', companyId).where('record_id', 'in', ids).execute()
    },
  }
}
