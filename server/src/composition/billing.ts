/** The wiring of billing: plans, subscriptions, events of the payment provider, credits. */
import {
  creditsService,
  demoSubscription,
  paymentEvents,
  paymentOperations,
  planChangesService,
  plansService,
  sandboxCardsService,
  subscriptionSync,
  subscriptionSyncJobs,
  subscriptionsService,
} from '#features/billing/index.ts'
import type { AuditLog, IdempotencyService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import type { Queue } from '#ports/queue.ts'

export function composeBilling(parts: {
  database: Database
  clock: Clock
  audit: AuditLog
  queue: Queue
  answers: IdempotencyService
  encryption: Encryption
  payments: Payments
}) {
  const plans = plansService(parts)
  const sync = subscriptionSync(parts)
  const operations = paymentOperations({ ...parts, sync })
  const events = paymentEvents(parts)
  const subscriptions = subscriptionsService({ ...parts, plans, sync, operations })
  return {
    ...subscriptionSyncJobs({ ...parts, sync, events }),
    services: {
      plans,
      subscriptions,
      planChanges: planChangesService({ ...parts, plans, operations, subscriptions }),
      sandboxCards: sandboxCardsService({ ...parts, events }),
      paymentEvents: events,
      credits: creditsService(parts),
      clock: parts.clock,
    },
    demoSubscription: demoSubscription({ ...parts, plans, sync, subscriptions }),
    purge: () => events.purge(),
  }
}
