/** Limits of webhooks. No zod: the web imports values from here. */

/** Events for users with a webhook (docs/webhooks.md); a test is sent only on request. */
export const WEBHOOK_KINDS = [
  'account.refreshed',
  'draft.changed',
  'reel.rendered',
  'render.failed',
  'credits.low',
  'approval.answered',
  'alert.opened',
  'publication.due',
  'test',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
/** `failing`: the last try failed, and there will be another one. */
export const WEBHOOK_STATES = ['on', 'failing', 'off'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]
/** `failed`: not taken within a day, or the webhook was switched off. `dropped`: the user moved on before it was sent. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
/** Tries in a row that fail before a webhook is switched off: more than a day of them. */
export const WEBHOOK_FAILURES_MAX = 50
/** How long a delivery is tried. */
export const WEBHOOK_TRIED_HOURS = 24
/** `credits.low` is sent when no more than this share of all credits is left. */
export const CREDITS_LOW_SHARE = 0.2
