import type { Queries } from '#platform/database/database.ts'

export function tableMakingsStore(db: Queries) {
  return {
    /** When the first try began whose end nobody knows; undefined where none is open. */
    beganAt: async (companyId: number, fingerprint: string): Promise<number | undefined> => {
      const row = await db
        .selectFrom('table_makings')
        .select('began_at')
        .where('company_id', '=', companyId)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst()
      return row?.began_at
    },

    /** The first try stays the first. */
    open: (companyId: number, fingerprint: string, beganAt: number) =>
      db
        .insertInto('table_makings')
        .values({ company_id: companyId, fingerprint, began_at: beganAt })
        .onConflict((taken) => taken.columns(['company_id', 'fingerprint']).doNothing())
        .execute(),

    close: (companyId: number, fingerprint: string) =>
      db
        .deleteFrom('table_makings')
        .where('company_id', '=', companyId)
        .where('fingerprint', '=', fingerprint)
        .execute(),

    forgetBefore: (companyId: number, moment: number) =>
      db.deleteFrom('table_makings').where('company_id', '=', companyId).where('began_at', '<', moment).execute(),
  }
}
