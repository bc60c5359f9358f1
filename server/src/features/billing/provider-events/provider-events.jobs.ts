/** Polls the payment provider for events that were not delivered, or were delivered while the server was down. */

import type { Clock } from '#ports/clock.ts'
import { PaymentsFailure } from '#ports/payments.ts'
import { type Handler, RetryAt, type Schedule } from '#ports/queue.ts'
import { askAgainAt } from '../provider-errors/provider-errors.rules.ts'
import type { PaymentEvents } from './provider-events.service.ts'

const PAYMENT_ROUND = 'payment-round'
/** What a process that ended has left undone is found again within a minute. */
const EVERY_MS = 20_000

export function paymentEventJobs({ events, clock }: { events: PaymentEvents; clock: Clock }): {
  handlers: Handler[]
  schedules: Schedule[]
} {
  return {
    handlers: [
      {
        kind: PAYMENT_ROUND,
        concurrency: 1,
        attempts: Number.POSITIVE_INFINITY,
        run: async () => {
          try {
            await events.catchUp()
          } catch (error) {
            if (error instanceof PaymentsFailure) throw new RetryAt(error.message, askAgainAt(error, clock.now()))
            throw error
          }
          return undefined
        },
      },
    ],
    schedules: [{ kind: PAYMENT_ROUND, everyMs: EVERY_MS }],
  }
}
