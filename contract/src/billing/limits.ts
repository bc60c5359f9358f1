/** Limits of credits, plans and payments. No zod: the web imports values from here. */

/** D24: what a company without a plan has, once. */
export const CREDITS_WITHOUT_PLAN = 5
/** What an administrator may give a company at once, and what they may say about it. */
export const CREDITS_GRANTED_MAX = 10_000
export const GRANT_REASON_MAX_LENGTH = 200

/** D32: `sandbox` is built in, and charges no card. */
export const PAYMENT_PROVIDERS = ['stripe', 'sandbox'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]
/** In the provider's words. `incomplete`: its first payment is not confirmed yet. */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
/** Paid for, or was paid and is renewed. */
export const SUBSCRIPTION_LIVE: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']
/** It never becomes anything else. */
export const SUBSCRIPTION_OVER: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
/** `later`: with the next period. */
export const PLAN_CHANGES = ['now', 'later'] as const
/** `challenge`: the card holder must answer the bank. */
export const SANDBOX_OUTCOMES = ['succeeded', 'challenge', 'failed'] as const
export const CUSTOMER_NAME_MAX_LENGTH = 120
