import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { PlanChangesService } from './service/plan-changes.ts'
import type { SandboxCardsService } from './service/sandbox-cards.ts'
import type { SubscriptionsService } from './subscriptions.service.ts'

export function subscriptionsRoutes(
  app: FastifyInstance,
  {
    subscriptions,
    planChanges,
    sandboxCards,
  }: { subscriptions: SubscriptionsService; planChanges: PlanChangesService; sandboxCards: SandboxCardsService },
): void {
  const rows = routes.subscriptions
  const { provider, confirmSandbox, answerSandbox } = routes.payments
  serve(app, provider)(async ({ viewer }) => subscriptions.provider(viewer))
  serve(app, confirmSandbox)(async ({ viewer, body }) => sandboxCards.confirm(viewer, body))
  serve(app, answerSandbox)(async ({ viewer, body }) => sandboxCards.answerChallenge(viewer, body))
  serve(app, rows.read)(async ({ viewer, params }) => subscriptions.read(viewer, params.companyId))
  serve(app, rows.setup)(async ({ viewer, params, body }) => subscriptions.setup(viewer, params.companyId, body))
  serve(app, rows.create)(async ({ viewer, params, body }) => subscriptions.create(viewer, params.companyId, body))
  serve(
    app,
    rows.cancel,
  )(async ({ viewer, params, body }) => subscriptions.cancel(viewer, params.companyId, body.cancelImmediately))
  serve(app, rows.resume)(async ({ viewer, params }) => subscriptions.resume(viewer, params.companyId))
  serve(
    app,
    rows.previewChange,
  )(async ({ viewer, params, body }) => planChanges.preview(viewer, params.companyId, body.planId))
  serve(app, rows.change)(async ({ viewer, params, body }) => planChanges.change(viewer, params.companyId, body))
  serve(app, rows.setupCard)(async ({ viewer, params }) => subscriptions.setupCard(viewer, params.companyId))
  serve(
    app,
    rows.changeCard,
  )(async ({ viewer, params, body }) => subscriptions.changeCard(viewer, params.companyId, body.paymentMethodId))
  serve(app, rows.confirmation)(async ({ viewer, params }) => subscriptions.confirmation(viewer, params.companyId))
  serve(app, rows.invoices)(async ({ viewer, params }) => subscriptions.invoices(viewer, params.companyId))
}
