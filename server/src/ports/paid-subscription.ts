/**
 * A subscription as the payment provider reports it, as `payments.ts` returns it. Money is whole cents, time epoch
 * milliseconds.
 */
/** As much of a card as may be shown. */
export interface CardShown {
  /** 'visa'. */
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
}

/**
 * `incomplete`: the first payment is missing; it ends as `incomplete_expired` after 23 hours. `active`: paid, or about
 * to be renewed. `past_due`: a renewal was not paid, and is retried. `unpaid`: the provider retries no more. `canceled`
 * and `incomplete_expired` are final.
 */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused'
  | 'trialing'

export interface PaidSubscription {
  id: string
  status: SubscriptionStatus
  /** Our key of the plan; null for a price that was not made by `plans`. */
  planKey: string | null
  periodStart: number
  periodEnd: number
  /** Ends with the period; `active` until then. */
  cancelsAtPeriodEnd: boolean
  createdAt: number
  endedAt: number | null
  /** The operation id with which `subscribe` made it; null for one that was made elsewhere. */
  operationId: string | null
  /** The card it is charged to; null where it was not requested, or there is none. */
  card: CardShown | null
  /** A payment that waits for the person; null while there is none. */
  confirmation: Confirmation | null
}

/** What a browser needs to confirm a payment with the card that is kept. */
export interface Confirmation {
  /** Begins with 'pi_'. Opens this payment and nothing else. Never logged. */
  clientSecret: string
  invoiceId: string
  /** `card`: the card was refused, and another one is needed. `person`: nothing but a confirmation, or a challenge, is missing. */
  needs: 'person' | 'card'
  /** Why the latest try failed, for people. */
  failure: string | null
}

/** `first` begins a subscription, `renewal` a further period, `change` is the difference after a change of plan. */
export type InvoiceReason = 'first' | 'renewal' | 'change' | 'other'

export interface PaidInvoice {
  id: string
  /** Null for one that belongs to no subscription. */
  subscriptionId: string | null
  /** For people: 'TANGELO-0001'; null for a draft. */
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  reason: InvoiceReason
  totalCents: number
  amountPaidCents: number
  createdAt: number
  paidAt: number | null
  /**
   * What was bought, for `first` and `renewal`: the plan and its period. Null for others, since the difference after a change
   * of plan buys no new period.
   */
  period: { start: number; end: number; planKey: string | null } | null
  /** The provider's page and file; null where it has none. */
  pageUrl: string | null
  fileUrl: string | null
}
