import * as z from 'zod'
import { route } from '../base/route.ts'
import { PathId } from '../base/shared.ts'

/** D33. Money is in cents of US dollars. */
export const SubscriptionPlan = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  priceMonthly: z.int(),
  /** Granted at the beginning of each paid period. */
  credits: z.int(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
})
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

const Initialized = z.object({
  success: z.literal(true),
  /** New plans: 0 on a repeated request. */
  created: z.int(),
  plans: z.array(SubscriptionPlan),
})

export const plans = {
  list: route({
    method: 'GET',
    path: '/api/subscription-plans',
    access: 'signedIn',
    summary: 'List the plans of a company, the cheapest first',
    /** For administrators; others see those of their own company. */
    query: z.strictObject({ companyId: PathId.optional() }),
    reply: z.array(SubscriptionPlan),
  }),
  /** Only as a call of a program or of a script of ours: a navigation, a HEAD, a prefetch or a call of another site does nothing. */
  initialize: route({
    method: 'GET',
    path: '/api/init-subscription-plans',
    access: 'admin',
    summary: 'Make the plans here and at the payment provider; what is there already stays',
    reply: Initialized,
  }),
  initializePlans: route({
    method: 'POST',
    path: '/api/init-subscription-plans',
    access: 'admin',
    summary: 'Make the plans here and at the payment provider; what is there already stays',
    reply: Initialized,
  }),
}
