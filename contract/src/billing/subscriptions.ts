import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Id, PathId, PaymentMethodId } from '../base/shared.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from './limits.ts'
import { CompanySubscription, Invoice, PlanChange } from './subscription.ts'

const Customer = {
  customerName: oneLine(
    z
      .string('Name is required')
      .trim()
      .min(1, 'Name is required')
      .max(CUSTOMER_NAME_MAX_LENGTH, `Names have at most ${CUSTOMER_NAME_MAX_LENGTH} characters`),
  ),
  customerEmail: z.email('Invalid email address').max(254, 'Invalid email address'),
}

const Begun = z.object({
  subscription: CompanySubscription,
  /** Where the payment has to be confirmed in the browser; absent where it is paid already. */
  clientSecret: z.string().optional(),
})

const params = z.strictObject({ companyId: PathId })

/**
 * Of a company: administrators, and its own pros (D35); 403 for basic users, 404 for all others. 409 `not_subscribed`
 * where there is none, 502 `payment_failed_elsewhere` and 503 `payments_unavailable` where the provider is not set,
 * fails, or does not respond; 402 `card_refused` with the provider's sentence.
 */
export const subscriptions = {
  /** Null for a company that never had one. */
  read: route({
    method: 'GET',
    path: '/api/companies/:companyId/subscription',
    access: 'signedIn',
    summary: "Read a company's subscription",
    params,
    reply: CompanySubscription.nullable(),
  }),
  /**
   * Answers a `seti_…` secret; a `pi_…` one where the company has subscribed to this plan already and only the payment is to be
   * confirmed. 409 `already_subscribed` where one is live.
   */
  setup: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/setup',
    access: 'signedIn',
    summary: 'Begin to subscribe: the card is confirmed in the browser with what this answers',
    params,
    body: z.strictObject({ planId: Id, ...Customer }),
    reply: z.object({ clientSecret: z.string() }),
  }),
  /**
   * Once: a repeated request returns the same subscription. 409 `already_subscribed` where one with another plan is
   * live.
   */
  create: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription',
    access: 'signedIn',
    summary: 'Subscribe with a confirmed card',
    params,
    body: z.strictObject({ planId: Id, paymentMethodId: PaymentMethodId, ...Customer }),
    reply: Begun,
  }),
  /** At the end of the period, or at once; once: a canceled one stays as it is. */
  cancel: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/cancel',
    access: 'signedIn',
    summary: 'Cancel the subscription',
    params,
    body: z.strictObject({ cancelImmediately: z.boolean().default(false) }),
    reply: CompanySubscription,
  }),
  /** 409 `already_ended` where its end has come. */
  resume: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/resume',
    access: 'signedIn',
    summary: 'Let a subscription go on that was to end with its period',
    params,
    reply: CompanySubscription,
  }),
  previewChange: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/change/preview',
    access: 'signedIn',
    summary: 'Say what another plan would cost now and later',
    params,
    body: z.strictObject({ planId: Id }),
    reply: PlanChange,
  }),
  /**
   * To the plan that the period is paid for: a change planned for the next period is cancelled. 409 `quote_over` where
   * the preview is too old: request another one. 409 `not_active` while a payment is due, `change_planned` and
   * `ends_soon` where that has to be taken back first.
   */
  change: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/change',
    access: 'signedIn',
    summary: 'Change to another plan, as previewed',
    params,
    body: z.strictObject({ planId: Id, quote: z.string().max(500) }),
    reply: Begun,
  }),
  /** Answers a `seti_…` secret. */
  setupCard: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/card/setup',
    access: 'signedIn',
    summary: 'Begin to use another card: it is confirmed in the browser with what this answers',
    params,
    reply: z.object({ clientSecret: z.string() }),
  }),
  /** What is due is paid with it. `clientSecret` where that has to be confirmed. */
  changeCard: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/card',
    access: 'signedIn',
    summary: 'Pay with another, confirmed card from now on',
    params,
    body: z.strictObject({ paymentMethodId: PaymentMethodId }),
    reply: Begun,
  }),
  /** A `pi_…` secret. 409 `nothing_due` where nothing waits for a confirmation. */
  confirmation: route({
    method: 'POST',
    path: '/api/companies/:companyId/subscription/confirmation',
    access: 'signedIn',
    summary: 'Go on with a payment that the holder of the card has to confirm',
    params,
    reply: z.object({ clientSecret: z.string() }),
  }),
  invoices: route({
    method: 'GET',
    path: '/api/companies/:companyId/subscription/invoices',
    access: 'signedIn',
    summary: 'List the latest invoices of a company, the newest first',
    params,
    reply: z.array(Invoice),
  }),
}
