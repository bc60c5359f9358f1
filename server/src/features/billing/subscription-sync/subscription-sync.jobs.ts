/** Reads a company's state at the provider until no new read was requested meanwhile. Safe to run twice. */

import type { Clock } from '#ports/clock.ts'
import { PaymentsFailure } from '#ports/payments.ts'
import { type Handler, PermanentError, RetryAt, type RunningJob } from '#ports/queue.ts'
import { askAgainAt } from '../provider-errors/provider-errors.rules.ts'
import { SUBSCRIPTION_READING, type SubscriptionReadings } from './subscription-sync.service.ts'

interface Tools {
  readings: Pick<SubscriptionReadings, 'read' | 'lookSoon'>
  clock: Clock
}

export const subscriptionReadingJobs = (tools: Tools): Handler[] => [
  {
    kind: SUBSCRIPTION_READING,
    concurrency: 4,
    attempts: Number.POSITIVE_INFINITY,
    run: async ([job]) => {
      if (job) await readAll(job, tools)
      return undefined
    },
    // One that failed for good because of the provider's response would fail again.
    onDeadLetter: async ({ key, isSilent }) => {
      if (isSilent) await tools.readings.lookSoon(Number(key))
    },
  },
]

/** Another try would bring the same. */
const FINAL: readonly PaymentsFailure['kind'][] = ['gone', 'refused', 'conflict']

async function readAll(job: RunningJob, { readings, clock }: Tools): Promise<void> {
  const lastly = async (tx: Parameters<RunningJob['complete']>[0], isLatest: boolean) => {
    if (isLatest) await job.complete(tx)
  }
  try {
    while (!job.signal.aborted) if ((await readings.read(Number(job.key), { lastly })).isLatest) return
  } catch (error) {
    if (!(error instanceof PaymentsFailure)) throw error
    if (FINAL.includes(error.kind)) throw new PermanentError(error.message, { cause: error })
    throw new RetryAt(error.message, askAgainAt(error, clock.now()))
  }
  throw new RetryAt('The server ends.', clock.now())
}
