/**
 * Syncs the subscription of a company until no new sync was requested meanwhile, and polls the payment provider for events
 * that were not delivered, or were delivered while the server was down. Safe to run twice.
 */
import type { Clock } from '#ports/clock.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { type Handler, PermanentError, RetryAt, type RunningJob, type Schedule } from '#ports/queue.ts'
import { type PaymentEvents, SUBSCRIPTION_READING } from './service/provider-events.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

const PAYMENT_ROUND = 'payment-round'
/** What a process that ended has left undone is found again within a minute. */
const EVERY_MS = 20_000
const RETRY_AFTER_MS = 30_000
/** A key that the provider does not accept is not corrected within seconds. */
const RETRY_UNAUTHORIZED_AFTER_MS = 10 * 60_000

/** Another sync of the company would bring the same. */
const FINAL: readonly PaymentsFailure['kind'][] = ['gone', 'refused', 'conflict']

export function subscriptionSyncJobs({
  sync,
  events,
  clock,
}: {
  sync: Pick<SubscriptionSync, 'read'>
  events: Pick<PaymentEvents, 'catchUp' | 'requestNextRound'>
  clock: Clock
}): { handlers: Handler[]; schedules: Schedule[] } {
  /** Syncs again after each request that came while the last sync ran. */
  async function syncUntilLatest(job: RunningJob): Promise<void> {
    const lastly = async (tx: Parameters<RunningJob['complete']>[0], isLatest: boolean) => {
      if (isLatest) await job.complete(tx)
    }
    while (!job.signal.aborted) if ((await sync.read(Number(job.key), { lastly })).isLatest) return
    throw new RetryAt('The server ends.', clock.now())
  }

  /** For `catch`: what the queue does after a failure of the provider. */
  const retryLater =
    (final: readonly PaymentsFailure['kind'][] = []) =>
    (error: unknown): never => {
      if (!(error instanceof PaymentsFailure)) throw error
      const { kind, message, retryAt } = error
      if (final.includes(kind)) throw new PermanentError(message, { cause: error })
      const afterMs = kind === 'unauthorized' ? RETRY_UNAUTHORIZED_AFTER_MS : RETRY_AFTER_MS
      throw new RetryAt(message, Math.max(retryAt ?? 0, clock.now() + afterMs))
    }

  return {
    handlers: [
      {
        kind: SUBSCRIPTION_READING,
        concurrency: 4,
        attempts: Number.POSITIVE_INFINITY,
        run: async ([job]) => {
          if (job) await syncUntilLatest(job).catch(retryLater(FINAL))
          return undefined
        },
        // One that failed for good because of the provider's response would fail again.
        onDeadLetter: async ({ key, isSilent }) => {
          if (isSilent) await events.requestNextRound(Number(key))
        },
      },
      {
        kind: PAYMENT_ROUND,
        concurrency: 1,
        attempts: Number.POSITIVE_INFINITY,
        run: async () => {
          await events.catchUp().catch(retryLater())
          return undefined
        },
      },
    ],
    schedules: [{ kind: PAYMENT_ROUND, everyMs: EVERY_MS }],
  }
}
