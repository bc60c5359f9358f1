/** What a subscription is, what changing its plan costs, and its invoices. */
import * as z from 'zod'
import { Moment } from '../base/shared.ts'
import { INVOICE_STATUSES, PLAN_CHANGES, SUBSCRIPTION_STATUSES } from './limits.ts'

const PlanName = z.object({ id: z.int(), name: z.string() })

/** A card, as much of it as is known outside the provider. */
export const PaymentCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
})
export type PaymentCard = z.infer<typeof PaymentCard>

/** A company's latest subscription, as the provider said last (D34). Never more than one of a company is live. */
export const CompanySubscription = z.object({
  /** In the provider's words. */
  status: z.enum(SUBSCRIPTION_STATUSES),
  planId: z.int(),
  plan: z.object({ name: z.string() }),
  /** What the next period will have instead; null where that stays. */
  nextPlan: PlanName.nullable(),
  /** The period that runs: when it ends, the plan renews or, where `cancelAtPeriodEnd` is set, the subscription ends. */
  periodStart: Moment.nullable(),
  periodEnd: Moment.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  card: PaymentCard.nullable(),
  /** What the customer has to do; null where all is well. */
  problem: z
    .object({
      /** `confirm`: the bank asks the card holder to confirm; `card`: the payment failed, another card is needed. */
      kind: z.enum(['confirm', 'card']),
      /** What the provider says of it, in a sentence. */
      message: z.string().nullable(),
      amountDue: z.int(),
      /** Where the provider takes the payment on a page of its own; null in the sandbox. */
      invoiceUrl: z.string().nullable(),
    })
    .nullable(),
  /** When the provider was heard of last. */
  readAt: Moment,
})
export type CompanySubscription = z.infer<typeof CompanySubscription>

/**
 * What to show before a plan is changed. A dearer plan begins at once: its price for the rest of the period is due now, less what
 * was paid for that time. A cheaper one begins with the next period, and costs nothing before it.
 */
export const PlanChange = z.object({
  kind: z.enum(PLAN_CHANGES),
  plan: PlanName,
  /** Due now; 0 for a change that begins with the next period. */
  amountDue: z.int(),
  /** What it is made of; amounts below 0 are given back. They add up to `amountDue`. */
  lines: z.array(z.object({ description: z.string(), amount: z.int() })),
  /** When the plan begins. */
  startsAt: Moment,
  /** Credits that come at once, beside what is left. */
  creditsNow: z.int(),
  nextAmount: z.int(),
  nextPaymentAt: Moment,
  /** Hand it back with the order: what was shown is what is paid. It is good for some minutes. */
  quote: z.string(),
})
export type PlanChange = z.infer<typeof PlanChange>

export const Invoice = z.object({
  id: z.string(),
  /** As it stands on the invoice; null for a draft. */
  number: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  total: z.int(),
  amountPaid: z.int(),
  createdAt: Moment,
  periodStart: Moment.nullable(),
  periodEnd: Moment.nullable(),
  /** The provider's page of it, and the file; null in the sandbox. */
  url: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>
