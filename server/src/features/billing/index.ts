import type { FastifyInstance } from 'fastify'
import { creditsRoutes } from './credits/credits.routes.ts'
import type { CreditsService } from './credits/credits.service.ts'
import { plansRoutes } from './plans/plans.routes.ts'
import type { PlansService } from './plans/plans.service.ts'
import { paymentEventsRoutes } from './provider-events/provider-events.routes.ts'
import type { PaymentEvents } from './provider-events/provider-events.service.ts'
import { sandboxCardsRoutes } from './sandbox-test-cards/sandbox-test-cards.routes.ts'
import type { SandboxCardsService } from './sandbox-test-cards/sandbox-test-cards.service.ts'
import { planChangesRoutes } from './subscriptions/routes/plan-changes.ts'
import type { PlanChangesService } from './subscriptions/service/plan-changes.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import type { SubscriptionsService } from './subscriptions/subscriptions.service.ts'

export { type CreditsService, creditsService, giveBack, spend } from './credits/credits.service.ts'
export { paymentOperations } from './operations/operations.service.ts'
export { plansService } from './plans/plans.service.ts'
export { paymentEventJobs } from './provider-events/provider-events.jobs.ts'
export { paymentEvents } from './provider-events/provider-events.service.ts'
export { sandboxCardsService } from './sandbox-test-cards/sandbox-test-cards.service.ts'
export { subscriptionReadingJobs } from './subscription-sync/subscription-sync.jobs.ts'
export { subscriptionReadings } from './subscription-sync/subscription-sync.service.ts'
export { planChangesService } from './subscriptions/service/plan-changes.ts'
export { subscriptionsService } from './subscriptions/subscriptions.service.ts'

/** What the routes of the domain call. */
export interface BillingServices {
  plans: PlansService
  subscriptions: SubscriptionsService
  planChanges: PlanChangesService
  sandboxCards: SandboxCardsService
  paymentEvents: PaymentEvents
  credits: CreditsService
}

/** Every route of the domain. */
export function serveBilling(app: FastifyInstance, services: BillingServices): void {
  plansRoutes(app, services.plans)
  subscriptionsRoutes(app, services.subscriptions)
  planChangesRoutes(app, services.planChanges)
  sandboxCardsRoutes(app, services.sandboxCards)
  paymentEventsRoutes(app, services.paymentEvents)
  creditsRoutes(app, services.credits)
}
