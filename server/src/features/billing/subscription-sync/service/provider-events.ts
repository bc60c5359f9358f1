/**
 * Events of the payment provider: delivered to us, or read from its list where a delivery was missed (D34). An event is
 * an order to read, not news: it is noted once, in one transaction with the order to read what its company has now, so
 * late, repeated and reordered events change nothing. See docs/decisions/0023.
 */

import type { Database, Queries } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments, PaymentsEvent } from '#ports/payments.ts'
import type { Queue } from '#ports/queue.ts'
import { providerEventsStore } from '../store/provider-events.ts'
import { subscriptionSyncStore } from '../subscription-sync.store.ts'

export type PaymentEvents = ReturnType<typeof paymentEvents>

export const SUBSCRIPTION_READING = 'subscription-reading'
const DAY_MS = 24 * 60 * 60_000
/** Longer than any provider repeats an event, or lists it. */
const KEPT_MS = 40 * DAY_MS
/** Clocks differ, and lists lag behind: so much of the list is read again. */
const OVERLAP_MS = 10 * 60_000
/** After this an operation is checked, whether or not a process still works on it. */
const OPERATION_SILENT_MS = 5_000
const LOOKED_AFTER_MS = 60_000
const COMPANIES_AT_ONCE = 200

export function paymentEvents({
  database,
  clock,
  payments,
  queue,
}: {
  database: Database
  clock: Clock
  payments: Payments
  queue: Queue
}) {
  const storeOf = (queries: Queries) => subscriptionSyncStore(queries, payments.mode)
  const store = storeOf(database.queries)
  const listed = providerEventsStore(database.queries, payments.mode)

  /** In the caller's transaction: the company is synced soon. */
  async function requestSync(tx: Queries, companyId: number): Promise<void> {
    if (!(await storeOf(tx).ask(companyId))) return
    const job = { kind: SUBSCRIPTION_READING, key: String(companyId), companyId, payload: {}, priority: 5 }
    await queue.enqueue(tx, [job])
  }

  /** Of customers of other installations nothing is kept. */
  async function take(events: readonly PaymentsEvent[]): Promise<void> {
    const customers = events.flatMap(({ customerId, about }) => (about === null ? [] : (customerId ?? [])))
    const companies = await store.companiesOf([...new Set(customers)])
    for (const { id, type, at, customerId, about } of events) {
      const companyId = companies.get(customerId)
      if (about === null || companyId === undefined) continue
      await database.transaction(async (tx) => {
        const event = { id, company_id: companyId, type, at, received_at: clock.now() }
        if (await providerEventsStore(tx, payments.mode).add(event)) await requestSync(tx, companyId)
      })
    }
  }

  /** Reads the list of what happened since it was read last, and takes what is not known yet. */
  async function takeMissed(): Promise<void> {
    if (!(await listed.hasCustomers())) return
    const now = clock.now()
    const since = (await listed.readUntil()) ?? now - DAY_MS
    for await (const events of payments.eventsSince(since - OVERLAP_MS)) {
      const known = await listed.findKnown(events.map(({ id }) => id))
      await take(events.filter(({ id }) => !known.has(id)))
    }
    await listed.setReadUntil(now)
  }

  /** Requests a sync of every company with a possible change that was not delivered. */
  async function requestDueSyncs(): Promise<void> {
    const now = clock.now()
    for (const companyId of await store.due(now, now - OPERATION_SILENT_MS, COMPANIES_AT_ONCE))
      await database.transaction(async (tx) => {
        await storeOf(tx).lookAt(companyId, now + LOOKED_AFTER_MS)
        await requestSync(tx, companyId)
      })
  }

  return {
    /** Throws `invalid_signature` for what the provider has not sent just now, `not_found` where it sends nothing. */
    async receive(body: Buffer, signature: string): Promise<void> {
      if (!payments.readWebhook) throw notFound('Webhook')
      await take([await payments.readWebhook({ body, signature, now: clock.now() })])
    },

    /** Finds events that were never delivered. Safe to repeat. Throws `PaymentsFailure`. */
    async catchUp(): Promise<void> {
      // What is due does not wait for a list that cannot be had.
      await requestDueSyncs()
      await takeMissed()
    },

    /** The next round syncs it, whatever becomes of the sync already requested. */
    requestNextRound: (companyId: number): Promise<void> => store.lookAt(companyId, clock.now()),

    purge: (): Promise<void> => listed.forget(clock.now() - KEPT_MS),
  }
}
