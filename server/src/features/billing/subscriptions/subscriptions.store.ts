import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'

type Operation = Row<'billing_operations'>

export function subscriptionsStore(db: Queries) {
  const ofCompany = (companyId: number) => db.selectFrom('billing_operations').where('company_id', '=', companyId)

  return {
    isCompany: async (id: number) =>
      (await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    operation: (companyId: number): Promise<Operation | undefined> =>
      ofCompany(companyId).selectAll().executeTakeFirst(),

    /** False where the company has one already. */
    begin: async (operation: Operation): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('billing_operations')
        .values(operation)
        .onConflict((taken) => taken.column('company_id').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    setAlive: (companyId: number, id: string, alive_at: number) =>
      db
        .updateTable('billing_operations')
        .set({ alive_at })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),

    end: async (companyId: number, id: string): Promise<void> => {
      await db.deleteFrom('billing_operations').where('company_id', '=', companyId).where('id', '=', id).execute()
    },
  }
}
