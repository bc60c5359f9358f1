/** Stores an event for everyone with a webhook who is to hear of it; webhooks.jobs.ts sends it. */
import { randomUUID } from 'node:crypto'
import type { WebhookKind } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import { deliveriesStore, newDelivery } from '../store/deliveries.ts'
import { eventBody } from '../webhooks.rules.ts'
import { webhooksStore } from '../webhooks.store.ts'

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
  const rows: Parameters<ReturnType<typeof deliveriesStore>['addDeliveries']>[0] = []
  for (const { companyId, kind, subject, data } of announcements) {
    const users = toTell.get(companyId)
    if (!users) continue
    const event = { id: randomUUID(), kind, companyId, at, data: await data() }
    const body = eventBody(event)
    for (const { id } of users)
      rows.push({ ...newDelivery({ userId: id, companyId, event, body, at }), subject, state: 'waiting' })
  }
  await deliveriesStore(tx).addDeliveries(rows)
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
  const users = new Map(
    (await webhooksStore(tx).reachableOf(events.map(({ userId }) => userId))).map((user) => [user.id, user]),
  )
  const rows = events.flatMap(({ userId, companyId, kind, subject, data }) => {
    if (!users.has(userId)) return []
    const event = { id: randomUUID(), kind, companyId, at, data }
    const delivery = newDelivery({ userId, companyId: companyId ?? 0, event, body: eventBody(event), at })
    return [{ ...delivery, subject, state: 'waiting' as const }]
  })
  await deliveriesStore(tx).addDeliveries(rows)
}
