import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment, Paging, PathId } from '../base/shared.ts'
import { DELIVERY_STATES, WEBHOOK_KINDS, WEBHOOK_STATES } from './limits.ts'

/** A user's endpoint for the events of their company, and its state (docs/webhooks.md). */
export const Webhook = z.object({
  userId: z.int(),
  username: z.string(),
  companyId: z.int().nullable(),
  companyName: z.string().nullable(),
  url: z.string(),
  state: z.enum(WEBHOOK_STATES),
  /** Tries that failed since the last one that did not. */
  failures: z.int(),
  /** Why the last of them failed, in a sentence. */
  message: z.string().nullable(),
  /** While it fails: when it is tried again. */
  nextTryAt: Moment.nullable(),
  lastDeliveredAt: Moment.nullable(),
  switchedOffAt: Moment.nullable(),
  /** Deliveries that wait to be taken. */
  waiting: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

/** One event for one user. */
export const WebhookDelivery = z.object({
  id: z.int(),
  /** The same for all receivers, and for every try. */
  eventId: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  /** What it is about: '@nasa'. */
  subject: z.string().nullable(),
  userId: z.int(),
  username: z.string(),
  companyId: z.int().nullable(),
  companyName: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** The HTTP status of the last answer; null where there was none. */
  status: z.int().nullable(),
  /** How long the last answer took. */
  milliseconds: z.int().nullable(),
  /** What was wrong at the last try, in a sentence. */
  message: z.string().nullable(),
  createdAt: Moment,
  lastTriedAt: Moment.nullable(),
  /** While it waits. */
  nextTryAt: Moment.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const ofUser = z.strictObject({ userId: PathId })
const ofDelivery = z.strictObject({ deliveryId: PathId })

export const webhooks = {
  list: route({
    method: 'GET',
    path: '/api/webhooks',
    access: 'signedIn',
    summary: 'List the webhooks: all of them for administrators, their own for everybody else',
    query: Paging.omit({ q: true }).extend({ state: z.enum(WEBHOOK_STATES).optional() }),
    reply: z.array(Webhook),
    paged: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/webhooks/:userId',
    access: 'signedIn',
    summary: "Say how a user's webhook goes",
    params: ofUser,
    reply: Webhook,
  }),
  /** Answers how it went, also where it failed. Counts neither for nor against the webhook. */
  test: route({
    method: 'POST',
    path: '/api/webhooks/:userId/test',
    access: 'signedIn',
    summary: 'Send a test event now and say how it went',
    params: ofUser,
    reply: WebhookDelivery,
  }),
  /** Those before sign too for a day, so that nothing is lost while the new one is put in place. */
  renewSecret: route({
    method: 'POST',
    path: '/api/webhooks/:userId/secret',
    access: 'signedIn',
    summary: 'Make a new signing secret; it is shown this once',
    params: ofUser,
    reply: z.object({ secret: z.string(), previousUntil: Moment.nullable() }),
  }),
  switchOn: route({
    method: 'POST',
    path: '/api/webhooks/:userId/switch-on',
    access: 'signedIn',
    summary: 'Switch a webhook on again, and try what waits at once',
    params: ofUser,
    reply: Webhook,
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/webhooks/deliveries',
    access: 'admin',
    summary: 'List what was sent to webhooks in the last 30 days, newest first',
    query: Paging.omit({ q: true }).extend({ state: z.enum(DELIVERY_STATES).optional(), userId: PathId.optional() }),
    reply: z.array(WebhookDelivery),
    paged: true,
  }),
  delivery: route({
    method: 'GET',
    path: '/api/webhooks/deliveries/:deliveryId',
    access: 'admin',
    summary: 'Read a delivery with the body that is sent',
    params: ofDelivery,
    reply: WebhookDelivery.extend({ body: z.string() }),
  }),
  /** With the same event id: who has taken it already knows it again. */
  resend: route({
    method: 'POST',
    path: '/api/webhooks/deliveries/:deliveryId/resend',
    access: 'admin',
    summary: 'Send a delivery again, from the first try',
    params: ofDelivery,
    reply: WebhookDelivery,
    status: 202,
  }),
}
