/**
 * Events of the payment provider: delivered to us, or read from its list where a delivery was missed (D34). An event is
 * an order to read, not news: it is noted once, in one transaction with the order to read what its company has now, so
 * late, repeated and reordered events change nothing. See docs/decisions/0023.
 */

import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments, PaymentsEvent } from '#ports/payments.ts'
import { asFailure } from '../provider-errors/provider-errors.rules.ts'
import type { SubscriptionReadings } from '../subscription-sync/subscription-sync.service.ts'
import { paymentEventsStore } from './provider-events.store.ts'

export type PaymentEvents = ReturnType<typeof paymentEvents>

const DAY_MS = 24 * 60 * 60_000
/** Longer than any provider repeats an event, or lists it. */
const KEPT_MS = 40 * DAY_MS
/** Clocks differ, and lists lag behind: so much of the list is read again. */
const OVERLAP_MS = 10 * 60_000

export function paymentEvents({
  database,
  clock,
  payments,
  readings,
}: {
  database: Database
  clock: Clock
  payments: Payments
  readings: Pick<SubscriptionReadings, 'ask' | 'askDue' | 'companiesOf'>
}) {
  const store = paymentEventsStore(database.queries, payments.mode)

  /** Of customers of other installations nothing is kept. */
  async function take(events: readonly PaymentsEvent[]): Promise<void> {
    const customers = events.flatMap(({ customerId, about }) => (about === null ? [] : (customerId ?? [])))
    const companies = await readings.companiesOf([...new Set(customers)])
    for (const { id, type, at, customerId, about } of events) {
      const companyId = companies.get(customerId)
      if (about === null || companyId === undefined) continue
      await database.transaction(async (tx) => {
        const event = { id, company_id: companyId, type, at, received_at: clock.now() }
        if (await paymentEventsStore(tx, payments.mode).add(event)) await readings.ask(tx, companyId)
      })
    }
  }

  /** Reads the list of what happened since it was read last, and takes what is not known yet. */
  async function takeMissed(): Promise<void> {
    if (!(await store.hasCustomers())) return
    const now = clock.now()
    const since = (await store.mark()) ?? now - DAY_MS
    for await (const events of payments.eventsSince(since - OVERLAP_MS)) {
      const known = await store.known(events.map(({ id }) => id))
      await take(events.filter(({ id }) => !known.has(id)))
    }
    await store.setMark(now)
  }

  return {
    /** Throws `invalid_signature` for what the provider has not sent just now, `not_found` where it sends nothing. */
    async receive(body: Buffer, signature: string): Promise<void> {
      if (!payments.readWebhook) throw notFound('Webhook')
      try {
        await take([await payments.readWebhook({ body, signature, now: clock.now() })])
      } catch (error) {
        throw asFailure(error, clock.now())
      }
    },

    /** Finds events that were never delivered. Safe to repeat. Throws `PaymentsFailure`. */
    async catchUp(): Promise<void> {
      // What is due does not wait for a list that cannot be had.
      await readings.askDue()
      await takeMissed()
    },

    purge: (): Promise<void> => store.forget(clock.now() - KEPT_MS),
  }
}
