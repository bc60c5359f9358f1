/**
 * A company's subscription: started, confirmed, cancelled, resumed, paid with another card, by an administrator or a
 * pro of that company (D35). Clients see the state that the provider reported last (subscription-sync).
 */
import { randomUUID } from 'node:crypto'
import type { CompanySubscription, Invoice, PaymentProvider, RouteReply } from '@tangelo/contract'
import { maySeePlans } from '#features/core/index.ts'
import { conflict } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Payments } from '#ports/payments.ts'
import type { PlanRow } from '../plans/plans.rules.ts'
import type { PlansService } from '../plans/plans.service.ts'
import { isGone, isLive, isOver, type SubscriptionRow } from '../subscription-sync/rules/reading.ts'
import type { Kept, Read, SubscriptionSync } from '../subscription-sync/subscription-sync.service.ts'
import type { PaymentOperations } from './service/operations.ts'
import {
  alreadySubscribed,
  asInvoice,
  asSubscription,
  expectRunning,
  nothingDue,
  notSubscribed,
} from './subscriptions.rules.ts'

export type SubscriptionsService = ReturnType<typeof subscriptionsService>

export type Begun = RouteReply<'POST /api/companies/:companyId/subscription'>

interface Customer {
  planId: number
  customerName: string
  customerEmail: string
}

const INVOICES_SHOWN = 24

export function subscriptionsService({
  payments,
  plans,
  sync,
  operations,
}: {
  payments: Payments
  plans: Pick<PlansService, 'expect' | 'expectFor' | 'rows' | 'priceOf'>
  sync: Pick<SubscriptionSync, 'read' | 'findStored' | 'customer' | 'customerOf' | 'forget'>
  operations: PaymentOperations
}) {
  const asClientSees = async ({ row, readAt }: Kept): Promise<CompanySubscription> =>
    asSubscription(row, readAt, await plans.rows())

  async function describe(companyId: number): Promise<CompanySubscription> {
    const kept = await sync.findStored(companyId)
    if (!kept) throw notSubscribed()
    return asClientSees(kept)
  }

  /** What an order has come to, and what the browser still has to confirm. */
  async function describeOrder(companyId: number, { latest }: Read): Promise<Begun> {
    const clientSecret = latest?.confirmation?.clientSecret
    return { subscription: await describe(companyId), ...(clientSecret !== undefined && { clientSecret }) }
  }

  const customerOf = (companyId: number, { customerName: name, customerEmail: email }: Customer) =>
    sync.customer({ companyId, name, email }, randomUUID())

  const planNamed = async (id: number): Promise<string> => (await plans.expect(id)).name

  /** Throws `already_subscribed` where a live one has another plan. */
  async function expectRoom(row: SubscriptionRow | null, plan: PlanRow): Promise<void> {
    if (row && isLive(row) && row.plan_id !== plan.id) throw alreadySubscribed(await planNamed(row.plan_id))
  }

  return {
    describeOrder,

    /** Throws `access_denied` for basic users. */
    provider(viewer: Viewer): PaymentProvider {
      maySeePlans(viewer)
      const { browser } = payments
      return { publishableKey: null, ...browser }
    },

    async read(viewer: Viewer, companyId: number): Promise<CompanySubscription | null> {
      await operations.expectPayer(viewer, companyId)
      const kept = await operations.latest(companyId)
      return kept && asClientSees(kept)
    },

    async setup(viewer: Viewer, companyId: number, request: Customer): Promise<{ clientSecret: string }> {
      await operations.expectPayer(viewer, companyId)
      const plan = await plans.expectFor(companyId, request.planId)
      await plans.priceOf(plan)
      const { row, read } = await operations.standing(companyId)
      if (row && isLive(row)) throw alreadySubscribed(await planNamed(row.plan_id))
      if (row && !isOver(row) && row.plan_id === plan.id && read?.latest?.confirmation) {
        // Receipts go to the address that was given last.
        await customerOf(companyId, request)
        return { clientSecret: read.latest.confirmation.clientSecret }
      }
      const begin = async () => {
        const customerId = await customerOf(companyId, request)
        return payments.beginSetup({ customerId, companyId }, randomUUID())
      }
      const { clientSecret } = await begin().catch(async (error: unknown) => {
        if (!isGone(error)) throw error
        await sync.forget(companyId, (await sync.customerOf(companyId)) ?? '', viewer)
        return begin()
      })
      return { clientSecret }
    },

    async create(viewer: Viewer, companyId: number, request: Customer & { paymentMethodId: string }): Promise<Begun> {
      await operations.expectPayer(viewer, companyId)
      const plan = await plans.expectFor(companyId, request.planId)
      const priceId = await plans.priceOf(plan)
      const { row, read } = await operations.standing(companyId)
      await expectRoom(row, plan)
      if (row && !isOver(row) && row.plan_id === plan.id) {
        const known = read ?? (await sync.read(companyId))
        if (known.row && !isOver(known.row)) return describeOrder(companyId, known)
      }
      const customerId = await customerOf(companyId, request)
      const { paymentMethodId } = request
      const order = { kind: 'subscribe' as const, request: { planId: plan.id, paymentMethodId } }
      const made = await operations.perform(viewer, companyId, order, async (operationId) => {
        // Read now: another tab may have made one, or paid for it, a moment ago.
        const { row: now } = await sync.read(companyId)
        await expectRoom(now, plan)
        if (now && !isOver(now)) {
          if (now.plan_id === plan.id) return
          await payments.endUnpaid(now.id, `${operationId}-before`).catch(async (error: unknown) => {
            await expectRoom((await sync.read(companyId)).row, plan)
            throw error
          })
        }
        await payments.subscribe({ customerId, companyId, priceId, paymentMethodId }, operationId)
      })
      return describeOrder(companyId, made)
    },

    async cancel(viewer: Viewer, companyId: number, cancelImmediately: boolean): Promise<CompanySubscription> {
      await operations.expectPayer(viewer, companyId)
      const { row } = await operations.standing(companyId)
      if (!row) throw notSubscribed()
      const isNow = cancelImmediately || !isLive(row)
      if (isOver(row) || (row.cancels === 1 && !isNow)) return describe(companyId)
      await operations.perform(viewer, companyId, { kind: 'cancel', request: { isNow } }, (operationId) => {
        if (!isLive(row)) return payments.endUnpaid(row.id, operationId)
        return isNow ? payments.cancelNow(row.id, operationId) : payments.cancelAtPeriodEnd(row.id, true, operationId)
      })
      return describe(companyId)
    },

    async resume(viewer: Viewer, companyId: number): Promise<CompanySubscription> {
      await operations.expectPayer(viewer, companyId)
      const { row } = await operations.standing(companyId)
      if (!row) throw notSubscribed()
      if (isOver(row)) throw conflict('already_ended', 'The subscription has ended. Choose a plan to subscribe again.')
      if (row.cancels === 1)
        await operations.perform(viewer, companyId, { kind: 'resume', request: {} }, (operationId) =>
          payments.cancelAtPeriodEnd(row.id, false, operationId),
        )
      return describe(companyId)
    },

    async setupCard(viewer: Viewer, companyId: number): Promise<{ clientSecret: string }> {
      await operations.expectPayer(viewer, companyId)
      expectRunning((await operations.standing(companyId)).row)
      const customerId = await sync.customerOf(companyId)
      if (customerId === null) throw notSubscribed()
      const { clientSecret } = await payments.beginSetup({ customerId, companyId }, randomUUID())
      return { clientSecret }
    },

    async changeCard(viewer: Viewer, companyId: number, paymentMethodId: string): Promise<Begun> {
      await operations.expectPayer(viewer, companyId)
      const { id: subscriptionId } = expectRunning((await operations.standing(companyId)).row)
      const order = { subscriptionId, paymentMethodId }
      const read = await operations.perform(viewer, companyId, { kind: 'card', request: order }, (operationId) =>
        payments.replaceCard(order, operationId),
      )
      return describeOrder(companyId, read)
    },

    async confirmation(viewer: Viewer, companyId: number): Promise<{ clientSecret: string }> {
      await operations.expectPayer(viewer, companyId)
      const { row, read } = await operations.standing(companyId)
      expectRunning(row)
      const { latest } = read ?? (await sync.read(companyId))
      if (!latest?.confirmation) throw nothingDue()
      return { clientSecret: latest.confirmation.clientSecret }
    },

    async invoices(viewer: Viewer, companyId: number): Promise<Invoice[]> {
      await operations.expectPayer(viewer, companyId)
      const customerId = await sync.customerOf(companyId)
      if (customerId === null) return []
      return (await payments.invoicesOf(customerId, INVOICES_SHOWN)).map(asInvoice)
    },
  }
}
