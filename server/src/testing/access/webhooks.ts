/** Webhooks and their deliveries: the status of each route by actor. */
import { adminPerObject, admins, type Case, signedIn } from './actors.ts'
import { WEBHOOKS } from './objects.ts'

/** Of a user: for this user and administrators, not for colleagues. */
const perWebhook = (path: string): Case[] =>
  (
    [
      [WEBHOOKS.own, 'pro'],
      [WEBHOOKS.foreign, 'foreigner'],
      [WEBHOOKS.missing, null],
    ] as const
  ).map(([id, owner]) => ({
    url: path.replace(':id', String(id)),
    expected: {
      ...signedIn(404),
      ...(owner && { admin: 200, [owner]: 200 }),
    },
  }))

export const webhooksAccess: Record<string, Case[]> = {
  'webhooks.list': [{ url: '/api/webhooks', expected: signedIn(200) }],
  'webhooks.read': perWebhook('/api/webhooks/:id'),
  'webhooks.test': perWebhook('/api/webhooks/:id/test'),
  'webhooks.renewSecret': perWebhook('/api/webhooks/:id/secret'),
  'webhooks.switchOn': perWebhook('/api/webhooks/:id/switch-on'),
  'webhooks.deliveries': [{ url: '/api/webhooks/deliveries', expected: admins(200) }],
  'webhooks.delivery': adminPerObject('/api/webhooks/deliveries/:id', 200),
  'webhooks.resend': adminPerObject('/api/webhooks/deliveries/:id/resend', 202),
}
