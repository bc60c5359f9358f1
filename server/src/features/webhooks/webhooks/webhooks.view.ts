/** Webhooks and deliveries as lists show them. */
import type { DeliveryState, WebhookState } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import type { Queries } from '#platform/database/database.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.rules.ts'

export interface WebhooksQuery {
  userId?: number | undefined
  state?: WebhookState | undefined
  after: { value: string; id: number } | null
  limit: number
}

export interface DeliveriesQuery {
  id?: number
  userId?: number | undefined
  state?: DeliveryState | undefined
  /** Ids below it. */
  before: number | null
  limit: number
}

/** What is known is about the address that the user has now. */
const isKnown = sql<boolean>`webhooks.url = users.webhook_url`
const STATE = {
  off: sql<boolean>`(${isKnown} and webhooks.switched_off_at is not null)`,
  failing: sql<boolean>`(${isKnown} and webhooks.switched_off_at is null and webhooks.failures > 0)`,
  on: sql<boolean>`(webhooks.url is null or not ${isKnown} or (webhooks.switched_off_at is null and webhooks.failures = 0))`,
} as const satisfies Record<WebhookState, unknown>

export function webhooksView(db: Queries) {
  return {
    /** By the name of the user. */
    webhooks: ({ userId, state, after, limit }: WebhooksQuery): Promise<(WebhookRow & { nameKey: string })[]> =>
      db
        .selectFrom('users')
        .leftJoin('webhooks', 'webhooks.user_id', 'users.id')
        .leftJoin('companies', 'companies.id', 'users.company_id')
        .select([
          'users.id as userId',
          'users.username',
          'users.username_key as nameKey',
          'users.company_id as companyId',
          'companies.name as companyName',
          sql<string>`users.webhook_url`.as('url'),
          'webhooks.url as knownUrl',
          'webhooks.failures',
          'webhooks.failure',
          'webhooks.paused_until as pausedUntil',
          'webhooks.delivered_at as deliveredAt',
          'webhooks.switched_off_at as switchedOffAt',
          (row) =>
            row
              .selectFrom('webhook_deliveries')
              .select((rows) => rows.fn.countAll<number>().as('count'))
              .whereRef('webhook_deliveries.user_id', '=', 'users.id')
              .where(sql<boolean>`state = 'waiting'`)
              .as('waiting'),
        ])
        .where(sql<boolean>`webhook_url is not null`)
        .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? 0))
        .$if(state !== undefined, (query) => query.where(STATE[state ?? 'on']))
        .$if(after !== null, (query) => query.where('users.username_key', '>', after?.value ?? ''))
        .orderBy('users.username_key')
        .limit(limit)
        .execute(),

    /** Newest first. */
    deliveries: ({ id, userId, state, before, limit }: DeliveriesQuery): Promise<DeliveryRow[]> =>
      db
        .selectFrom('webhook_deliveries as one')
        .innerJoin('users', 'users.id', 'one.user_id')
        .leftJoin('companies', 'companies.id', 'one.company_id')
        .select([
          'one.id',
          'one.event_id',
          'one.kind',
          'one.subject',
          'one.user_id',
          'users.username',
          'one.company_id',
          'companies.name as companyName',
          'one.state',
          'one.tries',
          'one.status',
          'one.milliseconds',
          'one.message',
          'one.created_at',
          'one.tried_at',
          'one.next_try_at',
        ])
        .$if(id !== undefined, (query) => query.where('one.id', '=', id ?? 0))
        .$if(userId !== undefined, (query) => query.where('one.user_id', '=', userId ?? 0))
        .$if(state !== undefined, (query) => query.where('one.state', '=', state ?? 'failed'))
        .$if(before !== null, (query) => query.where('one.id', '<', before ?? 0))
        .orderBy('one.id', 'desc')
        .limit(limit)
        .execute(),
  }
}
