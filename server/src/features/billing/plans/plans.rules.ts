/** Which plans there are (D33), and who may have them made. Pure. */
import type { SubscriptionPlan } from '@tangelo/contract'
import type { Row } from '#platform/database/schema.ts'
import { invalidInput } from '#platform/errors.ts'
import type { PlanRequest } from '#ports/payments.ts'

export type PlanRow = Row<'plans'>
export type NewPlan = Omit<PlanRow, 'id'>

const CURRENCY = 'usd'

const plan = (
  key: string,
  name: string,
  { price, credits, isPopular = false }: { price: number; credits: number; isPopular?: boolean },
  description: string,
  included: readonly string[] = [],
): NewPlan => ({
  key,
  name,
  description,
  price_cents: price,
  credits,
  features: JSON.stringify([
    `${credits} credits every month`,
    // An upload and a generation are a credit each (D25).
    `About ${credits / 2} reels, from images to video`,
    ...included,
    'Change plan or cancel at any time',
  ]),
  is_popular: isPopular ? 1 : 0,
  is_demo: 0,
})

export const PLANS: readonly NewPlan[] = [
  plan('starter', 'Starter', { price: 2_900, credits: 30 }, 'For one brand that posts every other day.'),
  plan('pro', 'Pro', { price: 7_900, credits: 100, isPopular: true }, 'For a team that posts every day.'),
  plan('agency', 'Agency', { price: 19_900, credits: 400 }, 'For agencies that plan for many brands.'),
]

const EVERYTHING = ['Unlimited accounts', 'Reports of every account']

/** Of the demo workspace: invented, and only for its companies. */
export const DEMO_PLANS: readonly NewPlan[] = [
  plan('demo-solo', 'Solo', { price: 1_900, credits: 20 }, 'For one person with one brand.', EVERYTHING),
  plan('demo-studio', 'Studio', { price: 5_900, credits: 80, isPopular: true }, 'For a small team.', EVERYTHING),
  plan('demo-network', 'Network', { price: 14_900, credits: 300 }, 'For agencies with many creators.', EVERYTHING),
].map((row) => ({ ...row, is_demo: 1 }))
/** What the company of the demo that pays has. */
export const DEMO_PLAN = 'demo-studio'

export const asPlanRequest = ({ key, name, description, price_cents }: (typeof PLANS)[number]): PlanRequest => ({
  key,
  name,
  description,
  priceCents: price_cents,
  currency: CURRENCY,
})

export const asPlan = (row: PlanRow): SubscriptionPlan => ({
  id: row.id,
  name: row.name,
  description: row.description,
  priceMonthly: row.price_cents,
  credits: row.credits,
  features: JSON.parse(row.features),
  isPopular: row.is_popular === 1,
})

/** What browsers say of a call that no script of ours makes. */
const NOT_A_CALL: Record<string, RegExp> = {
  'sec-fetch-mode': /^(navigate|no-cors|websocket)$/,
  'sec-fetch-site': /^(cross-site|same-site)$/,
  'sec-purpose': /prefetch|prerender/,
  purpose: /prefetch/,
  'x-moz': /prefetch/,
}

/** D33: a GET that makes something is only for programs and for scripts of ours. Throws for any other client. */
export function expectCall({ method, headers }: { method: string; headers: Record<string, unknown> }): void {
  const isCall = Object.entries(NOT_A_CALL).every(([name, other]) => !other.test(String(headers[name] ?? '')))
  if (method === 'HEAD' || !isCall)
    throw invalidInput('Plans are made by a call of a program or of the page, not by opening this address')
}
