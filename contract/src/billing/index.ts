import { credits } from './credits.ts'
import { payments } from './payments.ts'
import { plans } from './plans.ts'
import { subscriptions } from './subscriptions.ts'

export type { Credits } from './credits.ts'
export type { PaymentProvider, SandboxOutcome } from './payments.ts'
export type { SubscriptionPlan } from './plans.ts'
export type { CompanySubscription, Invoice, PaymentCard, PlanChange } from './subscription.ts'

/** Every row of the domain, by part. */
export const billingRoutes = { credits, plans, subscriptions, payments } as const
