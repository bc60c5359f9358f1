/**
 * Webhooks as people look after them: how they go, a test, a new secret, on again, once more. What is sent by itself is in
 * webhooks.jobs.ts. A secret leaves once, when it is made; the store holds it sealed.
 */
import { randomUUID } from 'node:crypto'
import type { Webhook, WebhookDelivery } from '@tangelo/contract'
import { PAGE_ROWS_MAX, type WebhookState } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { publishEvents } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { tooManyTests } from '#platform/limit-errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import type { WebhookCalls } from '../sender/sender.service.ts'
import { webhookDeliveries } from './service/deliveries.ts'
import { deliveriesStore, newDelivery } from './store/deliveries.ts'
import { mustOwn, ownersSeen } from './webhooks.policy.ts'
import { about, asWebhook, eventBody, renewSecrets, secretsOf } from './webhooks.rules.ts'
import { type Receiver, webhooksStore } from './webhooks.store.ts'
import { webhooksView } from './webhooks.view.ts'

export type WebhooksService = ReturnType<typeof webhooksService>

/** A user with an address. */
type Addressed = Receiver & { url: string }

const MINUTE_MS = 60_000
/** Each one is a call to an address of the user's choice. */
const TESTS_A_MINUTE = 6
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS
const FORGOTTEN_AT_ONCE = 500

export function webhooksService({
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
  const store = webhooksStore(database.queries)
  const view = webhooksView(database.queries)

  /** Throws `not_found` alike for another user's webhook and a user without one. */
  async function receiverOf(viewer: Viewer, userId: number): Promise<Addressed> {
    mustOwn(viewer, userId)
    const receiver = await store.receiver(userId)
    if (!receiver?.url) throw notFound('Webhook')
    return { ...receiver, url: receiver.url }
  }

  async function read(userId: number): Promise<Webhook> {
    const [row] = await view.webhooks({ userId, after: null, limit: 1 })
    if (!row) throw notFound('Webhook')
    return asWebhook(row)
  }

  const { readDelivery, hurry, ...deliveries } = webhookDeliveries({ database, clock, queue, calls, audit })

  return {
    ...deliveries,

    async list(viewer: Viewer, request: PageRequest & { state?: WebhookState | undefined }): Promise<Page<Webhook>> {
      const limit = request.limit ?? PAGE_ROWS_MAX
      const owners = ownersSeen(viewer)
      const after = request.cursor ? readCursor(request.cursor, 'string') : null
      const userId = owners === 'all' ? undefined : owners
      const rows = await view.webhooks({ userId, state: request.state, after, limit: limit + 1 })
      const { page, nextCursor } = cutPage(rows, limit, ({ nameKey, userId: id }) => [nameKey, id])
      return { rows: page.map(asWebhook), nextCursor, total: null }
    },

    async read(viewer: Viewer, userId: number): Promise<Webhook> {
      await receiverOf(viewer, userId)
      return read(userId)
    },

    /** Throws `too_many_tests` after a few within a minute. */
    async test(viewer: Viewer, userId: number): Promise<WebhookDelivery> {
      const receiver = await receiverOf(viewer, userId)
      const { url, companyId } = receiver
      const now = clock.now()
      const event = {
        id: randomUUID(),
        kind: 'test' as const,
        companyId,
        at: now,
        data: { requestedBy: viewer.username },
      }
      const body = eventBody(event)
      const delivery = { ...newDelivery({ userId, companyId: companyId ?? 0, event, body, at: now }), tries: 1 }
      const { id, webhook } = await database.transaction(async (tx) => {
        const inside = webhooksStore(tx)
        const sent = deliveriesStore(tx)
        if ((await sent.testsSince(userId, now - MINUTE_MS)) >= TESTS_A_MINUTE) throw tooManyTests(MINUTE_MS / 1_000)
        const webhook = await inside.begin(userId, url, calls.newSecret(userId).sealed)
        // Only this request sends it: it does not wait in the queue.
        const id = await sent.add({ ...delivery, state: 'failed', tried_at: now, message: 'No answer was noted.' })
        await audit.record(tx, viewer, { act: 'webhook.tested', ...about(receiver) })
        return { id, webhook }
      })
      const signed = { userId, url, secrets: secretsOf(webhook, now), eventId: event.id, body }
      const { status, milliseconds, problem } = await calls.send(signed, new AbortController().signal)
      const state = problem === null ? 'delivered' : 'failed'
      await deliveriesStore(database.queries).setDelivery(id, { state, status, milliseconds, message: problem })
      return readDelivery(id)
    },

    async renewSecret(viewer: Viewer, userId: number): Promise<{ secret: string; previousUntil: string | null }> {
      const receiver = await receiverOf(viewer, userId)
      const { url } = receiver
      const { secret, sealed } = calls.newSecret(userId)
      const previousUntil = await database.transaction(async (tx) => {
        const inside = webhooksStore(tx)
        const before = await inside.begin(userId, url, sealed)
        await audit.record(tx, viewer, { act: 'webhook.secret-made', ...about(receiver) })
        if (before.secret === sealed) return null
        const after = renewSecrets(before, sealed, clock.now())
        await inside.set(userId, url, after)
        return after.previous_until
      })
      return { secret, previousUntil: previousUntil === null ? null : momentToText(previousUntil) }
    },

    /** A delivery that has expired meanwhile stays so: it can be sent again from the list. */
    async switchOn(viewer: Viewer, userId: number): Promise<Webhook> {
      const receiver = await receiverOf(viewer, userId)
      const { url, companyId } = receiver
      await database.transaction(async (tx) => {
        const inside = webhooksStore(tx)
        const now = clock.now()
        await inside.set(userId, url, { failures: 0, failure: null, paused_until: 0, switched_off_at: null })
        await deliveriesStore(tx).hurry(userId, now)
        await publishEvents(tx, [{ companyId, kind: 'webhooks-changed' }], now)
        await audit.record(tx, viewer, { act: 'webhook.switched-on', ...about(receiver) })
      })
      await hurry(userId)
      return read(userId)
    },

    /** Forgets what is older than a month. Safe to repeat. */
    async purge(): Promise<void> {
      while (await deliveriesStore(database.queries).forgetSome(clock.now() - KEPT_MS, FORGOTTEN_AT_ONCE));
    },
  }
}
