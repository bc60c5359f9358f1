import type { FastifyInstance } from 'fastify'
import type { Clock } from '#ports/clock.ts'
import { creditsRoutes } from './credits/credits.routes.ts'
import type { CreditsService } from './credits/credits.service.ts'
import { plansRoutes } from './plans/plans.routes.ts'
import type { PlansService } from './plans/plans.service.ts'
import type { PaymentEvents } from './subscription-sync/service/provider-events.ts'
import { paymentEventsRoutes } from './subscription-sync/subscription-sync.routes.ts'
import type { PlanChangesService } from './subscriptions/service/plan-changes.ts'
import type { SandboxCardsService } from './subscriptions/service/sandbox-cards.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { describeFailure } from './subscriptions/subscriptions.rules.ts'
import type { SubscriptionsService } from './subscriptions/subscriptions.service.ts'

export { type CreditsService, creditsService } from './credits/credits.service.ts'
export { giveBack, spend } from './credits/service/movements.ts'
export { plansService, removeDemoPlans } from './plans/plans.service.ts'
export { paymentEvents } from './subscription-sync/service/provider-events.ts'
export { subscriptionSyncJobs } from './subscription-sync/subscription-sync.jobs.ts'
export { subscriptionSync } from './subscription-sync/subscription-sync.service.ts'
export { type DemoSubscription, demoSubscription } from './subscriptions/service/demo-subscription.ts'
export { paymentOperations } from './subscriptions/service/operations.ts'
export { planChangesService } from './subscriptions/service/plan-changes.ts'
export { sandboxCardsService } from './subscriptions/service/sandbox-cards.ts'
export { subscriptionsService } from './subscriptions/subscriptions.service.ts'

/** What the routes of the domain call. */
export interface BillingServices {
  plans: PlansService
  subscriptions: SubscriptionsService
  planChanges: PlanChangesService
  sandboxCards: SandboxCardsService
  paymentEvents: PaymentEvents
  credits: CreditsService
  clock: Clock
}

/** Every route of the domain. A failure of the payment provider becomes the client's here, whichever route meets it. */
export function serveBilling(app: FastifyInstance, services: BillingServices): void {
  app.register(async (scope) => {
    scope.setErrorHandler(async (error) => {
      throw describeFailure(error, services.clock.now())
    })
    plansRoutes(scope, services.plans)
    subscriptionsRoutes(scope, services)
    paymentEventsRoutes(scope, services.paymentEvents)
    creditsRoutes(scope, services.credits)
  })
}
