/**
 * Webhooks as people look after them: how they go, a test, a new secret, on again, once more. What is sent by itself is in
 * webhooks.jobs.ts. A secret leaves once, when it is made; the store holds it sealed.
 */
import { randomUUID } from 'node:crypto'
import type { Webhook, WebhookDelivery } from '@tangelo/contract'
import { type DeliveryState, PAGE_ROWS_MAX, type WebhookKind, type WebhookState } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { publishEvents } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, notFound, tooManyTests } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import type { WebhookCalls } from '../sender/sender.service.ts'
import { SEND_WEBHOOKS } from './webhooks.jobs.ts'
import { mustOwn, ownersSeen } from './webhooks.policy.ts'
import { about, asDelivery, asWebhook, eventBody, renewed, secretsOf } from './webhooks.rules.ts'
import { newDelivery, type Receiver, webhooksStore } from './webhooks.store.ts'
import { webhooksView } from './webhooks.view.ts'

export type WebhooksService = ReturnType<typeof webhooksService>

/** A user with an address. */
type Addressed = Receiver & { url: string }

const MINUTE_MS = 60_000
/** Each one is a call to an address of the user's choice. */
const TESTS_A_MINUTE = 6
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS
const FORGOTTEN_AT_ONCE = 500

/** What happened in a company, for users with a webhook. */
export interface WebhookEvent {
  companyId: number
  kind: Exclude<WebhookKind, 'test' | 'alert.opened'>
  /** In a word or two, for the list of deliveries. */
  subject: string | null
  /** Called only where there is a receiver. JSON. */
  data(): object | Promise<object>
}

/** Enqueues an event for users with a webhook, when and only when the transaction is committed. */
export async function enqueueWebhooks(tx: Queries, announcements: readonly WebhookEvent[], at: number): Promise<void> {
  const companies = [...new Set(announcements.map(({ companyId }) => companyId))]
  if (companies.length === 0) return
  const toTell = Map.groupBy(await webhooksStore(tx).toTell(companies), ({ company_id }) => company_id ?? 0)
  const rows: Parameters<ReturnType<typeof webhooksStore>['addDeliveries']>[0] = []
  for (const { companyId, kind, subject, data } of announcements) {
    const users = toTell.get(companyId)
    if (!users) continue
    const event = { id: randomUUID(), kind, companyId, at, data: await data() }
    const body = eventBody(event)
    for (const { id } of users)
      rows.push({ ...newDelivery({ userId: id, companyId, event, body, at }), subject, state: 'waiting' })
  }
  await webhooksStore(tx).addDeliveries(rows)
}

/** What happened to one user. */
export interface WebhookEventOf {
  userId: number
  companyId: number | null
  kind: 'alert.opened'
  subject: string | null
  data: object
}

/** As `enqueueWebhooks`, for the user that an event names alone. */
export async function enqueueWebhooksOf(tx: Queries, events: readonly WebhookEventOf[], at: number): Promise<void> {
  if (events.length === 0) return
  const store = webhooksStore(tx)
  const users = new Map((await store.reachableOf(events.map(({ userId }) => userId))).map((user) => [user.id, user]))
  const rows = events.flatMap(({ userId, companyId, kind, subject, data }) => {
    if (!users.has(userId)) return []
    const event = { id: randomUUID(), kind, companyId, at, data }
    const delivery = newDelivery({ userId, companyId: companyId ?? 0, event, body: eventBody(event), at })
    return [{ ...delivery, subject, state: 'waiting' as const }]
  })
  await store.addDeliveries(rows)
}

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
    async list(viewer: Viewer, wish: PageRequest & { state?: WebhookState | undefined }): Promise<Page<Webhook>> {
      const limit = wish.limit ?? PAGE_ROWS_MAX
      const owners = ownersSeen(viewer)
      const after = wish.cursor ? readCursor(wish.cursor, 'string') : null
      const userId = owners === 'all' ? undefined : owners
      const rows = await view.webhooks({ userId, state: wish.state, after, limit: limit + 1 })
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
        if ((await inside.testsSince(userId, now - MINUTE_MS)) >= TESTS_A_MINUTE) throw tooManyTests(MINUTE_MS / 1_000)
        const webhook = await inside.begin(userId, url, calls.newSecret(userId).sealed)
        // Only this request sends it: it does not wait in the queue.
        const id = await inside.add({ ...delivery, state: 'failed', tried_at: now, message: 'No answer was noted.' })
        await audit.record(tx, viewer, { act: 'webhook.tested', ...about(receiver) })
        return { id, webhook }
      })
      const signed = { userId, url, secrets: secretsOf(webhook, now), eventId: event.id, body }
      const { status, milliseconds, problem } = await calls.send(signed, new AbortController().signal)
      const state = problem === null ? 'delivered' : 'failed'
      await store.setDelivery(id, { state, status, milliseconds, message: problem })
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
        const after = renewed(before, sealed, clock.now())
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
        await inside.hurry(userId, now)
        await publishEvents(tx, [{ companyId, kind: 'webhooks-changed' }], now)
        await audit.record(tx, viewer, { act: 'webhook.switched-on', ...about(receiver) })
      })
      await hurry(userId)
      return read(userId)
    },

    /** Newest first. */
    async deliveries(
      wish: PageRequest & { state?: DeliveryState | undefined; userId?: number | undefined },
    ): Promise<Page<WebhookDelivery>> {
      const limit = wish.limit ?? PAGE_ROWS_MAX
      const before = wish.cursor ? readCursor(wish.cursor, 'integer').id : null
      const rows = await view.deliveries({ userId: wish.userId, state: wish.state, before, limit: limit + 1 })
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
        const row = await inside.find(id)
        const receiver = row && (await inside.receiver(userId))
        if (!receiver) throw notFound('Delivery')
        const { url } = receiver
        if (url === null) throw conflict('not_sendable', 'The user no longer has a webhook URL')
        if (row.company_id !== (receiver.companyId ?? 0))
          throw conflict('not_sendable', 'The user is no longer in this company')
        const webhook = await inside.begin(userId, url, calls.newSecret(userId).sealed)
        if (webhook.switched_off_at !== null)
          throw conflict('webhook_off', 'The webhook is switched off: switch it on first')
        const now = clock.now()
        const again = { state: 'waiting' as const, tries: 0, asked_at: now, next_try_at: now, message: null }
        await inside.setDelivery(id, again)
        await inside.set(userId, url, { paused_until: 0 })
        await audit.record(tx, viewer, { act: 'webhook.resent', ...about(receiver), details: { delivery: id } })
      })
      await hurry(userId)
      return readDelivery(id)
    },

    /** Forgets what is older than a month. Safe to repeat. */
    async purge(): Promise<void> {
      while (await store.forgetSome(clock.now() - KEPT_MS, FORGOTTEN_AT_ONCE));
    },
  }
}
