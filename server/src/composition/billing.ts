/** The wiring of billing: plans, subscriptions, events of the payment provider, credits. */
import {
  creditsService,
  paymentEventJobs,
  paymentEvents,
  paymentOperations,
  planChangesService,
  plansService,
  sandboxCardsService,
  subscriptionReadingJobs,
  subscriptionReadings,
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
  const readings = subscriptionReadings(parts)
  const operations = paymentOperations({ ...parts, readings })
  const events = paymentEvents({ ...parts, readings })
  const subscriptions = subscriptionsService({ ...parts, plans, readings, operations })
  const round = paymentEventJobs({ ...parts, events })
  return {
    services: {
      plans,
      subscriptions,
      planChanges: planChangesService({ ...parts, plans, operations, subscriptions }),
      sandboxCards: sandboxCardsService({ ...parts, events }),
      paymentEvents: events,
      credits: creditsService(parts),
    },
    handlers: [...subscriptionReadingJobs({ ...parts, readings }), ...round.handlers],
    schedules: round.schedules,
    purge: () => events.purge(),
  }
}
