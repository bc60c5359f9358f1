import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { LeaseMoment } from '#platform/database/lease-moments.ts'
import type { Row } from '#platform/database/schema.ts'

export type IdempotencyKey = Pick<Row<'idempotency_keys'>, 'company_id' | 'user_id' | 'key'>

/** By which one request works on it. */
interface Lease {
  token: string
  lease_until: LeaseMoment
}

type NewKey = Omit<Row<'idempotency_keys'>, keyof Lease> & Lease

export function idempotencyStore(db: Queries) {
  const ofKey = ({ company_id, user_id, key }: IdempotencyKey) =>
    db
      .updateTable('idempotency_keys')
      .where('company_id', '=', company_id)
      .where('user_id', '=', user_id)
      .where('key', '=', key)
      .where('state', '=', 'in_progress')

  return {
    find: ({ company_id, user_id, key }: IdempotencyKey, now: LeaseMoment) =>
      db
        .selectFrom('idempotency_keys')
        .select(['asked', 'answer', 'state'])
        .select(sql<0 | 1>`case when lease_until <= ${now} then 1 else 0 end`.as('is_free'))
        .where('company_id', '=', company_id)
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .executeTakeFirst(),

    /** False when the key is taken. */
    async add(row: NewKey): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('idempotency_keys')
        .values(row)
        .onConflict((taken) => taken.columns(['company_id', 'user_id', 'key']).doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** False where the lease is not over, or the answer is there. */
    async takeOver(key: IdempotencyKey, now: LeaseMoment, lease: Lease): Promise<boolean> {
      const { numUpdatedRows } = await ofKey(key).set(lease).where('lease_until', '<=', now).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    setLease: (key: IdempotencyKey, token: string, lease_until: LeaseMoment | 0) =>
      ofKey(key).set({ lease_until }).where('token', '=', token).execute(),

    /** False where another process has taken the key over. */
    async complete(key: IdempotencyKey, token: string, answer: string): Promise<boolean> {
      const { numUpdatedRows } = await ofKey(key)
        .set({ answer, state: 'done', token: null })
        .where('token', '=', token)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    remove: ({ company_id, user_id, key }: IdempotencyKey, token: string) =>
      db
        .deleteFrom('idempotency_keys')
        .where('company_id', '=', company_id)
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .where('token', '=', token)
        .execute(),

    endLeases: () =>
      db.updateTable('idempotency_keys').set({ lease_until: 0 }).where('state', '=', 'in_progress').execute(),

    forget: (before: number) => db.deleteFrom('idempotency_keys').where('at', '<', before).execute(),
  }
}
