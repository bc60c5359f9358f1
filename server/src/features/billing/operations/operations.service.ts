/**
 * Requests to the payment provider for a company, one at a time: the row of an operation is the lock, and its id is the
 * idempotency key at the provider. So a double click, a second tab, or a retry after a lost response has one effect.
 * Its outcome is read from the provider, also when this process has ended meanwhile. See docs/decisions/0023.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { renewing } from '#platform/lease.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { asFailure, isCertain } from '../provider-errors/provider-errors.rules.ts'
import { isUnsettled, type SubscriptionRow } from '../subscription-sync/subscription-sync.rules.ts'
import type { Read, SubscriptionReadings } from '../subscription-sync/subscription-sync.service.ts'
import { mayPayFor } from './operations.policy.ts'
import { paymentOperationsStore } from './operations.store.ts'

export type PaymentOperations = ReturnType<typeof paymentOperations>

export interface Order {
  kind: Row<'billing_operations'>['kind']
  /** The same one is the same operation while it is under way. */
  wish: object
}

const underWay = () =>
  conflict('payment_under_way', 'Somebody of your company is paying just now. Try again in a minute.')

export function paymentOperations({
  database,
  clock,
  readings,
}: {
  database: Database
  clock: Clock
  readings: Pick<SubscriptionReadings, 'read' | 'kept'>
}) {
  const store = paymentOperationsStore(database.queries)

  /** The provider's calls, with its failures translated into ours. */
  async function told<Answer>(asking: Promise<Answer>): Promise<Answer> {
    try {
      return await asking
    } catch (error) {
      throw asFailure(error, clock.now())
    }
  }

  /** The id of the operation: the same for equal requests at the same time. Throws `payment_under_way`. */
  async function claim(viewer: Viewer, companyId: number, { kind, wish }: Order): Promise<string> {
    const said = JSON.stringify(wish)
    const now = clock.now()
    const operation = { id: randomUUID(), kind, wish: said, user_id: viewer.userId, begun_at: now, alive_at: now }
    if (await store.begin({ company_id: companyId, ...operation })) return operation.id
    const other = await store.operation(companyId)
    if (other?.kind === kind && other.wish === said) {
      await store.setAlive(companyId, other.id, now)
      return other.id
    }
    throw underWay()
  }

  return {
    told,

    /** Throws when the user may not pay for this company (D35), and where there is no such company. */
    async expectPayer(viewer: Viewer, companyId: number): Promise<void> {
      mayPayFor(viewer, companyId)
      if (!(await store.isCompany(companyId))) throw notFound('Company')
    },

    isUnderWay: async (companyId: number): Promise<boolean> => (await store.operation(companyId)) !== undefined,

    /**
     * As it is now: what may have become something else is read anew, because decisions about money follow. `read` is null
     * where nothing had to be.
     */
    async standing(companyId: number): Promise<{ row: SubscriptionRow | null; read: Read | null }> {
      const row = (await readings.kept(companyId))?.row ?? null
      if (!row || !isUnsettled(row)) return { row, read: null }
      const read = await told(readings.read(companyId))
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
      const done = { doer: viewer, operationId }
      try {
        const sayAlive = () => store.setAlive(companyId, operationId, clock.now())
        await renewing(sayAlive, () => act(operationId))
      } catch (error) {
        // A refused card may have changed something all the same: it is kept for later tries.
        if (isCertain(error)) await readings.read(companyId, done).catch(() => {})
        if (isCertain(error)) await store.end(companyId, operationId)
        throw asFailure(error, clock.now())
      }
      return told(readings.read(companyId, done))
    },
  }
}
