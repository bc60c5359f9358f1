/** Sample plans and subscriptions, as the server would answer them. */
import type { CompanySubscription, Invoice, PaymentProvider, PlanChange, SubscriptionPlan } from '@tangelo/contract'
import { json } from './network.ts'
import type { Handlers } from './open-app.tsx'

export const PLANS: SubscriptionPlan[] = [
  {
    id: 1,
    name: 'Starter',
    description: 'For one brand that posts every week',
    priceMonthly: 2_900,
    credits: 30,
    features: ['30 credits a month', 'Reels in full length'],
    isPopular: false,
  },
  {
    id: 2,
    name: 'Pro',
    description: 'For a team with several brands',
    priceMonthly: 7_900,
    credits: 100,
    features: ['100 credits a month', 'Reels in full length', 'Imports from a drive'],
    isPopular: true,
  },
  {
    id: 3,
    name: 'Agency',
    description: 'For agencies with many customers',
    priceMonthly: 19_900,
    credits: 400,
    features: ['400 credits a month'],
    isPopular: false,
  },
]

export const aSubscription = (part: Partial<CompanySubscription> = {}): CompanySubscription => ({
  status: 'active',
  planId: 1,
  plan: { name: 'Starter' },
  nextPlan: null,
  periodStart: '2026-11-20T12:00:00.000Z',
  periodEnd: '2026-12-20T12:00:00.000Z',
  cancelAtPeriodEnd: false,
  card: { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2034 },
  problem: null,
  readAt: '2026-11-20T12:00:00.000Z',
  ...part,
})

export const aPlanChange = (part: Partial<PlanChange> = {}): PlanChange => ({
  kind: 'now',
  plan: { id: 2, name: 'Pro' },
  amountDue: 4_830,
  lines: [
    { description: 'Unused time on Starter', amount: -2_804 },
    { description: 'Remaining time on Pro', amount: 7_634 },
  ],
  startsAt: '2026-11-21T12:00:00.000Z',
  creditsNow: 70,
  nextAmount: 7_900,
  nextPaymentAt: '2026-12-20T12:00:00.000Z',
  quote: 'quote-1',
  ...part,
})

export const anInvoice = (part: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  number: 'TANGELO-0001',
  status: 'paid',
  total: 2_900,
  amountPaid: 2_900,
  createdAt: '2026-11-20T12:00:00.000Z',
  periodStart: '2026-11-20T12:00:00.000Z',
  periodEnd: '2026-12-20T12:00:00.000Z',
  url: null,
  pdfUrl: null,
  ...part,
})

const SANDBOX: PaymentProvider = { provider: 'sandbox', publishableKey: null }

/** A company without a subscription, in the sandbox. */
export const pricingHandlers = (): Handlers => ({
  'GET /api/subscription-plans': () => json(PLANS),
  'GET /api/payments/provider': () => json(SANDBOX),
  'GET /api/companies/1/subscription': () => json(null),
  'GET /api/companies/1/subscription/invoices': () => json([]),
})
