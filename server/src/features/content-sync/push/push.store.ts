import { isTaken, type Queries } from '#platform/database/database.ts'
import type { LeaseMoment } from '#platform/database/lease-moments.ts'
import type { Row } from '#platform/database/schema.ts'

export type PendingCreateRow = Row<'pending_creates'>

/** By which one try makes it. */
interface Lease {
  token: string
  lease_until: LeaseMoment
}

type NewRow = Omit<PendingCreateRow, keyof Lease> & Lease

/** One try of a making: the row, and the token that the try holds it by. */
export type Held = Pick<PendingCreateRow, 'company_id' | 'id' | 'token'>

export function pendingCreatesStore(db: Queries) {
  const updateHeld = ({ company_id, id, token }: Held) =>
    db
      .updateTable('pending_creates')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .where('token', '=', token)
      .where('is_done', '=', 0)

  return {
    find: (companyId: number, id: string): Promise<PendingCreateRow | undefined> =>
      db
        .selectFrom('pending_creates')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** One of the same content whose client gave no key, whose try is over, and whose end is not known. */
    findOpen: (companyId: number, fingerprint: string, now: LeaseMoment): Promise<PendingCreateRow | undefined> =>
      db
        .selectFrom('pending_creates')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('fingerprint', '=', fingerprint)
        .where('id', 'not like', '%:%')
        .where('is_done', '=', 0)
        .where('lease_until', '<=', now)
        .orderBy('began_at')
        .limit(1)
        .executeTakeFirst(),

    /** Undefined where there is one of this id. */
    add: (row: NewRow): Promise<PendingCreateRow | undefined> =>
      db
        .insertInto('pending_creates')
        .values(row)
        .onConflict((taken) => taken.columns(['company_id', 'id']).doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** Undefined where another try holds it. */
    takeOver: (before: Held, now: LeaseMoment, lease: Lease): Promise<PendingCreateRow | undefined> =>
      updateHeld(before).set(lease).where('lease_until', '<=', now).returningAll().executeTakeFirst(),

    /** False where another try has taken it over. */
    async set(
      held: Held,
      change: Partial<Pick<PendingCreateRow, 'called_at' | 'is_done'> & { lease_until: LeaseMoment | 0 }>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await updateHeld(held).set(change).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** `taken`: the record has come of another making. `lost`: another try has taken this one over. */
    async setRecord(held: Held, record_id: string): Promise<'kept' | 'taken' | 'lost'> {
      try {
        const { numUpdatedRows } = await updateHeld(held).set({ record_id }).executeTakeFirst()
        return numUpdatedRows > 0n ? 'kept' : 'lost'
      } catch (error) {
        if (isTaken(error)) return 'taken'
        throw error
      }
    },

    remove: ({ company_id, id, token }: Held) =>
      db
        .deleteFrom('pending_creates')
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .where('token', '=', token)
        .execute(),

    removeDone: (companyId: number, id: string) =>
      db
        .deleteFrom('pending_creates')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('is_done', '=', 1)
        .execute(),

    endLeases: () => db.updateTable('pending_creates').set({ lease_until: 0 }).where('is_done', '=', 0).execute(),

    forget: (before: number) => db.deleteFrom('pending_creates').where('began_at', '<', before).execute(),
  }
}
