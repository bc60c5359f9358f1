/**
 * Takes money for plans, month by month, from a card. What it says, when it is read, decides; never what a browser says
 * (D34, docs/decisions/0022). Money is whole cents, time epoch milliseconds. Card numbers never come this way.
 */
import type { PaidInvoice, PaidSubscription } from './paid-subscription.ts'
import type { SandboxCards } from './sandbox-cards.ts'

export type {
  CardShown,
  Confirmation,
  InvoiceReason,
  PaidInvoice,
  PaidSubscription,
  SubscriptionStatus,
} from './paid-subscription.ts'

/** `sandbox`: built in, charges no card (D32). */
export type PaymentsName = 'stripe' | 'sandbox'

/**
 * Under which everything is kept that a provider made: ids of one mean nothing to another, also those of Stripe's test keys to
 * its live ones.
 */
export type PaymentsMode = 'sandbox' | 'stripe:test' | 'stripe:live'

/** A plan as it is to be sold, per month. */
export interface PlanRequest {
  /** Ours, for good: 'starter'. */
  key: string
  name: string
  description: string
  priceCents: number
  /** Lower-case: 'usd'. */
  currency: string
}

/** What a plan is sold under. Another price of the same plan is another one of these. */
export interface PlanPrice {
  key: string
  priceId: string
}

export interface CustomerRequest {
  companyId: number
  name: string
  email: string
}

/** A card that is to be kept for later charges: the browser confirms it, and learns what `subscribe` is given. */
export interface CardSetup {
  /** Opens this set-up to a browser, and nothing else; begins with 'seti_'. Never logged. */
  clientSecret: string
}

/** What a change to a larger plan costs, if it is made with the same `at`. */
export interface PlanChangePreview {
  /** The moment of the proration; given to `changePlan`, so that the displayed price is the charged one. */
  at: number
  /** To be paid at once. */
  dueNowCents: number
  /** For people: what is given back of the old plan (below zero), and what the rest of the period costs in the new one. */
  lines: { description: string; amountCents: number }[]
  /** From then on, each month. */
  nextAmountCents: number
  periodEnd: number
}

/** Something happened at the provider. Events come late, more than once and out of order. */
export interface PaymentsEvent {
  /** Unique; the same for the same event however often it comes. */
  id: string
  /** When it happened, to the second. */
  at: number
  /** As the provider calls it, for people who look into the log: 'invoice.paid'. */
  type: string
  customerId: string | null
  /** What it is about: to be read, because by now it may be something else. Null where that is none of ours to act on. */
  about: { kind: 'subscription' | 'invoice'; id: string } | null
}

/**
 * Every call ends within 70 seconds: reads are retried twice after a temporary failure, and so are changes, under
 * the same operation id. All of them throw `PaymentsFailure`.
 *
 * An `operationId` is ours (at most 200 characters): the same one has its effect once, at any number of calls, and
 * returns the first result, or its present state; a refused card too. It is stored for at least 24 hours; results
 * of an older one are found by `subscriptionsOf`.
 */
export interface Payments {
  readonly name: PaymentsName
  readonly mode: PaymentsMode
  /** What the browser has to know. `publishableKey` is no secret. */
  readonly browser: { provider: 'stripe'; publishableKey: string } | { provider: 'sandbox' }

  /** The price of each plan, made where it is missing or has changed. Twice, or twice at once, makes nothing new. */
  plans(requests: readonly PlanRequest[]): Promise<PlanPrice[]>
  /** A new customer for a company that has none yet, or the one that this operation made before. Answers the id. */
  customer(request: CustomerRequest, operationId: string): Promise<string>
  /** From now on it is called so, and receipts go there. Twice does nothing more. */
  correctCustomer(id: string, request: Pick<CustomerRequest, 'name' | 'email'>): Promise<void>
  beginSetup(request: { customerId: string; companyId: number }, operationId: string): Promise<CardSetup>

  /**
   * Begins a subscription, without charging anything: it is `incomplete` and has a `confirmation`, until the browser confirms.
   * It is `active` at once where there is nothing to pay. Does not look whether the customer has another one.
   */
  subscribe(
    request: { customerId: string; companyId: number; priceId: string; paymentMethodId: string },
    operationId: string,
  ): Promise<PaidSubscription>
  /** All of the customer as they stand, also those that have ended; newest first. */
  subscriptionsOf(customerId: string): Promise<PaidSubscription[]>
  /** `false` takes it back, while the period lasts. */
  cancelAtPeriodEnd(id: string, cancels: boolean, operationId: string): Promise<PaidSubscription>
  /** Ends it at once, and gives nothing back. One that has ended already is answered as it is. */
  cancelNow(id: string, operationId: string): Promise<PaidSubscription>
  /**
   * Ends one that waits for its first payment; one that has ended already is returned as it is. Throws `refused` once
   * it has been paid: a payment made a moment ago is not lost.
   */
  endUnpaid(id: string, operationId: string): Promise<PaidSubscription>
  previewPlanChange(request: { subscriptionId: string; priceId: string }): Promise<PlanChangePreview>
  /**
   * Changes the plan; the period stays. By default it `starts` now, as a larger plan does: the difference is charged to
   * the stored card. Where the payment does not go through, or needs a challenge, the old plan goes on, with a
   * `confirmation`, until it is paid. With the next period: the plan is another one at once, but nothing is charged or
   * given back before the renewal.
   */
  changePlan(
    request: { subscriptionId: string; priceId: string; at: number; starts?: 'now' | 'next_period' },
    operationId: string,
  ): Promise<PaidSubscription>
  /**
   * Charges this card from now on and, where an invoice is open, at once. The answer has a `confirmation` where that needs the
   * person; throws `declined` where it is refused: then the card is kept for later tries all the same.
   */
  replaceCard(
    request: { subscriptionId: string; paymentMethodId: string },
    operationId: string,
  ): Promise<PaidSubscription>

  /** Newest first, at most 100. */
  invoicesOf(customerId: string, limit: number): Promise<PaidInvoice[]>

  /**
   * What happened at or after this moment, page by page, newest first: of every customer, also those of other installations
   * that share the provider's account. A provider forgets after 30 days.
   */
  eventsSince(at: number): AsyncGenerator<PaymentsEvent[], void, undefined>
  /**
   * Reads an event that was delivered to us, without further calls: the sender waits for a response. Throws
   * `not_authentic` and `malformed`. Null where no events are sent, or no secret is set.
   */
  readonly readWebhook: ((webhook: { body: Buffer; signature: string; now: number }) => Promise<PaymentsEvent>) | null

  /** What the browser does with cards where there is no provider to do it with; null with `stripe`. */
  readonly sandboxCards: SandboxCards | null
  /** Makes a small call that changes nothing. */
  test(): Promise<void>
}
