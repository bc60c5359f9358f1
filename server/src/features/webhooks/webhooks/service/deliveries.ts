/** What has been sent to webhooks, and is sent once more. */
import type { WebhookDelivery } from '@tangelo/contract'
import { type DeliveryState, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import type { WebhookCalls } from '../../sender/sender.service.ts'
import { deliveriesStore } from '../store/deliveries.ts'
import { SEND_WEBHOOKS } from '../webhooks.jobs.ts'
import { about, asDelivery } from '../webhooks.rules.ts'
import { webhooksStore } from '../webhooks.store.ts'
import { webhooksView } from '../webhooks.view.ts'
import { NOT_SEEN } from './drop-alerts.ts'

export function webhookDeliveries({
  database,
  clock,
  queue,
  calls,
  audit,
}: {
  database: Database
  clock: Clock
  queue: Queue
  calls: WebhookCalls
  audit: AuditLog
}) {
  const store = deliveriesStore(database.queries)
  const view = webhooksView(database.queries)

  async function readDelivery(id: number): Promise<WebhookDelivery> {
    const [row] = await view.deliveries({ id, before: null, limit: 1 })
    if (!row) throw notFound('Delivery')
    return asDelivery(row)
  }

  /** A job that waits for a better moment makes place for one that begins at once. */
  async function hurry(userId: number): Promise<void> {
    const job = await queue.findLive(SEND_WEBHOOKS, String(userId))
    if (job?.state === 'waiting') await queue.cancel(job.id)
  }

  return {
    readDelivery,
    hurry,

    /** Newest first. */
    async deliveries(
      request: PageRequest & { state?: DeliveryState | undefined; userId?: number | undefined },
    ): Promise<Page<WebhookDelivery>> {
      const limit = request.limit ?? PAGE_ROWS_MAX
      const before = request.cursor ? readCursor(request.cursor, 'integer').id : null
      const rows = await view.deliveries({ userId: request.userId, state: request.state, before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(rows, limit, ({ id }) => [id, id])
      return { rows: page.map(asDelivery), nextCursor, total: null }
    },

    async delivery(id: number): Promise<WebhookDelivery & { body: string }> {
      const row = await store.find(id)
      if (!row) throw notFound('Delivery')
      return { ...(await readDelivery(id)), body: row.body }
    },

    /** Throws `webhook_off` and `not_sendable` where it would only expire again. */
    async resend(viewer: Viewer, id: number): Promise<WebhookDelivery> {
      const { userId } = await readDelivery(id)
      await database.transaction(async (tx) => {
        const inside = webhooksStore(tx)
        const row = await deliveriesStore(tx).find(id)
        const receiver = row && (await inside.receiver(userId))
        if (!receiver) throw notFound('Delivery')
        const { url } = receiver
        if (url === null) throw conflict('not_sendable', 'The user no longer has a webhook URL')
        if (row.company_id !== (receiver.companyId ?? 0))
          throw conflict('not_sendable', 'The user is no longer in this company')
        if (row.message === NOT_SEEN) throw conflict('not_sendable', 'The user no longer sees what it is about')
        const webhook = await inside.begin(userId, url, calls.newSecret(userId).sealed)
        if (webhook.switched_off_at !== null)
          throw conflict('webhook_off', 'The webhook is switched off: switch it on first')
        const now = clock.now()
        const again = { state: 'waiting' as const, tries: 0, asked_at: now, next_try_at: now, message: null }
        await deliveriesStore(tx).setDelivery(id, again)
        await inside.set(userId, url, { paused_until: 0 })
        await audit.record(tx, viewer, { act: 'webhook.resent', ...about(receiver), details: { delivery: id } })
      })
      await hurry(userId)
      return readDelivery(id)
    },
  }
}
