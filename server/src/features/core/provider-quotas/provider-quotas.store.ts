import type { Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { OutsideServiceName } from '#ports/outside-service.ts'

const COLUMNS = [
  'name',
  'next_call_at',
  'paused_until',
  'used_percent',
  'succeeded_at',
  'failed_at',
  'failure_kind',
  'failure',
  'failures',
  'failing_since',
] as const

export function providerQuotasStore(db: Queries) {
  return {
    ensure: (name: OutsideServiceName) =>
      db
        .insertInto('provider_quotas')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    find: (name: OutsideServiceName) =>
      db.selectFrom('provider_quotas').select(COLUMNS).where('name', '=', name).executeTakeFirst(),

    /** The row as it is, held by an idle update until the transaction ends: others who want it wait. */
    hold: (name: OutsideServiceName) =>
      db
        .updateTable('provider_quotas')
        .set({ name })
        .where('name', '=', name)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),

    /** Every place that has not been taken yet lies so much later. */
    postpone: (name: OutsideServiceName, ms: number) =>
      db
        .updateTable('provider_quotas')
        .set((row) => ({ next_call_at: row('next_call_at', '+', ms) }))
        .where('name', '=', name)
        .execute(),

    set: (name: OutsideServiceName, changes: Updateable<Tables['provider_quotas']>) =>
      db.updateTable('provider_quotas').set(changes).where('name', '=', name).execute(),
  }
}

export type ProviderQuotaRow = NonNullable<Awaited<ReturnType<ReturnType<typeof providerQuotasStore>['find']>>>
