import type { Updateable } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/schema.ts'
import type { QuotaName } from '#ports/outside-service.ts'

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
    ensure: (name: QuotaName) =>
      db
        .insertInto('provider_quotas')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    remove: (name: QuotaName) => db.deleteFrom('provider_quotas').where('name', '=', name).execute(),

    all: (names: readonly QuotaName[]) =>
      db.selectFrom('provider_quotas').select(COLUMNS).where('name', 'in', names).execute(),

    find: (name: QuotaName) =>
      db.selectFrom('provider_quotas').select(COLUMNS).where('name', '=', name).executeTakeFirst(),

    /** The row as it is, held by an idle update until the transaction ends: others who want it wait. */
    hold: (name: QuotaName) =>
      db.updateTable('provider_quotas').set({ name }).where('name', '=', name).returning(COLUMNS).executeTakeFirst(),

    /** Every place that has not been taken yet lies so much later. */
    postpone: (name: QuotaName, ms: number) =>
      db
        .updateTable('provider_quotas')
        .set((row) => ({ next_call_at: row('next_call_at', '+', ms) }))
        .where('name', '=', name)
        .execute(),

    set: (name: QuotaName, changes: Updateable<Tables['provider_quotas']>) =>
      db.updateTable('provider_quotas').set(changes).where('name', '=', name).execute(),
  }
}

export type ProviderQuotaRow = NonNullable<Awaited<ReturnType<ReturnType<typeof providerQuotasStore>['find']>>>
