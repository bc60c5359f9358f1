/**
 * Requests to the payment provider for a company, one at a time: the row of an operation is the lock, and its id is the
 * idempotency key at the provider. So a double click, a second tab, or a retry after a lost response has one effect.
 * Its outcome is read from the provider, also when this process has ended meanwhile. See docs/decisions/0023.
 */
import { randomUUID } from 'node:crypto'
import { maySeeCompany, maySeePlans } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, Failure, notFound } from '#platform/errors.ts'
import { renewing } from '#platform/lease.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { isUnsettled, type SubscriptionRow } from '../../subscription-sync/rules/reading.ts'
import type { Kept, Read, SubscriptionSync } from '../../subscription-sync/subscription-sync.service.ts'
import { subscriptionsStore } from '../subscriptions.store.ts'

export type PaymentOperations = ReturnType<typeof paymentOperations>

/** A screen has an unfinished state read again, but not more often than this. */
const FRESH_MS = 1_000

export interface Order {
  kind: Row<'billing_operations'>['kind']
  /** The same one is the same operation while it is under way. */
  request: object
}

const underWay = () =>
  conflict('payment_under_way', 'Someone in your company is paying right now. Try again in a minute.')

/** The request has had no effect, and will have none. Otherwise its outcome is unknown. */
const isCertain = (error: unknown): boolean =>
  // Refused here, before the provider was called.
  error instanceof Failure ||
  (error instanceof PaymentsFailure && error.kind !== 'unavailable' && error.kind !== 'not_understood')

export function paymentOperations({
  database,
  clock,
  sync,
}: {
  database: Database
  clock: Clock
  sync: Pick<SubscriptionSync, 'read' | 'findStored'>
}) {
  const store = subscriptionsStore(database.queries)

  /** The id of the operation: the same for equal requests at the same time. Throws `payment_under_way`. */
  async function claim(viewer: Viewer, companyId: number, { kind, request }: Order): Promise<string> {
    const requestJson = JSON.stringify(request)
    const now = clock.now()
    const operation = {
      id: randomUUID(),
      kind,
      wish: requestJson,
      user_id: viewer.userId,
      begun_at: now,
      alive_at: now,
    }
    if (await store.begin({ company_id: companyId, ...operation })) return operation.id
    const other = await store.operation(companyId)
    if (other?.kind === kind && other.wish === requestJson) {
      await store.setAlive(companyId, other.id, now)
      return other.id
    }
    throw underWay()
  }

  return {
    /** Throws when the user may not pay for this company (D35), and where there is no such company. */
    async expectPayer(viewer: Viewer, companyId: number): Promise<void> {
      maySeePlans(viewer)
      maySeeCompany(viewer, companyId)
      if (!(await store.isCompany(companyId))) throw notFound('Company')
    },

    /** For a screen: synced again while it waits for something. An outage of the provider does not hide the stored state. */
    async latest(companyId: number): Promise<Kept | null> {
      const kept = await sync.findStored(companyId)
      const isOpen = kept ? isUnsettled(kept.row) : false
      if (!isOpen && !(await store.operation(companyId))) return kept
      if (clock.now() - (kept?.readAt ?? 0) < FRESH_MS) return kept
      await sync.read(companyId).catch(() => {})
      return sync.findStored(companyId)
    },

    /** For decisions about money: an unfinished state is always synced again. `read` is null where nothing had to be. */
    async standing(companyId: number): Promise<{ row: SubscriptionRow | null; read: Read | null }> {
      const row = (await sync.findStored(companyId))?.row ?? null
      if (!row || !isUnsettled(row)) return { row, read: null }
      const read = await sync.read(companyId)
      return { row: read.row, read }
    },

    /**
     * Calls the provider, then reads the outcome. An uncertain outcome stays recorded and is checked later; while this
     * process works on it, the row has its heartbeat.
     */
    async perform(
      viewer: Viewer,
      companyId: number,
      order: Order,
      act: (operationId: string) => Promise<unknown>,
    ): Promise<Read> {
      const operationId = await claim(viewer, companyId, order)
      const done = { actor: viewer, operationId }
      try {
        const sayAlive = () => store.setAlive(companyId, operationId, clock.now())
        await renewing(sayAlive, () => act(operationId))
      } catch (error) {
        // A refused card may have changed something all the same: it is kept for later tries.
        if (isCertain(error)) await sync.read(companyId, done).catch(() => {})
        if (isCertain(error)) await store.end(companyId, operationId)
        throw error
      }
      return sync.read(companyId, done)
    },
  }
}
