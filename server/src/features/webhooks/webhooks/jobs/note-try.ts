/** What a try changes: the delivery, the state of the webhook, and the notice to its user. */
import { WEBHOOK_FAILURES_MAX } from '@tangelo/contract/limits'
import { type AuditLog, publishEvents, THE_SERVER } from '#features/core/index.ts'
import type { Queries } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import type { CallOutcome } from '../../sender/sender.service.ts'
import { deliveriesStore } from '../store/deliveries.ts'
import { about, backOffMs, TRIED_FOR_MS } from '../webhooks.rules.ts'
import { type Receiver, webhooksStore } from '../webhooks.store.ts'

export const SWITCHED_OFF = `The webhook was switched off after ${WEBHOOK_FAILURES_MAX} tries in a row that failed.`

export interface Tried {
  receiver: Receiver & { url: string }
  /** As they were before. */
  webhook: Row<'webhooks'>
  delivery: Row<'webhook_deliveries'>
  outcome: CallOutcome
  now: number
}

/**
 * What a person did while the call was under way stands: a delivery that they had sent again is sent again, and a webhook that
 * they switched on, or gave another address, begins anew. The webhook comes before the delivery, as everywhere: two
 * transactions that took them crosswise would wait for each other.
 */
export async function noteTry(
  tx: Queries,
  { receiver, webhook, delivery, outcome, now }: Tried,
  audit: AuditLog,
): Promise<void> {
  const { userId, companyId, url } = receiver
  const { status, milliseconds, problem, retryAfterMs } = outcome
  const store = webhooksStore(tx)
  const deliveries = deliveriesStore(tx)
  const tries = delivery.tries + 1
  const tried = { tries, status, milliseconds, message: problem, tried_at: now }
  const publishChange = () => publishEvents(tx, [{ companyId, kind: 'webhooks-changed' }], now)
  if (problem === null) {
    await store.set(userId, url, { failures: 0, failure: null, paused_until: 0, delivered_at: now })
    await deliveries.setTried(delivery, { ...tried, state: 'delivered' })
    if (webhook.failures > 0) await publishChange()
    return
  }
  const failures = webhook.failures + 1
  const nextTryAt = now + Math.max(backOffMs(tries), retryAfterMs)
  // The first try begins the hours: until then the server itself may have been away.
  const asked_at = delivery.tries === 0 ? now : delivery.asked_at
  const isOver = nextTryAt >= asked_at + TRIED_FOR_MS
  const isOff = failures >= WEBHOOK_FAILURES_MAX
  const isNoted = await store.setFailing(webhook, {
    failures,
    failure: problem,
    paused_until: now + Math.max(backOffMs(failures), retryAfterMs),
    switched_off_at: isOff ? now : null,
  })
  const next = isNoted ? { next_try_at: nextTryAt } : {}
  await deliveries.setTried(delivery, { ...tried, asked_at, ...(isOver ? { state: 'failed' } : next) })
  if (!isNoted) return
  if (isOff) {
    await deliveries.giveUp(userId, 'failed', SWITCHED_OFF)
    await audit.record(tx, THE_SERVER, { act: 'webhook.switched-off', ...about(receiver), details: { failures } })
  }
  if (isOff || failures === 1) await publishChange()
}
