/**
 * What people ask for: subscribing, cancelling, another plan, another card. A company asks for one thing at a time: the row of an
 * operation is the lock, and its id is what the provider knows the operation by, so a double click, a second tab, or somebody who
 * asks again because no answer came does the same thing once. What came of it is read from the provider (subscription-readings),
 * also when this process has ended meanwhile. See docs/decisions/0023.
 */
import { randomUUID } from 'node:crypto'
import type { CompanySubscription, Invoice, PaymentProvider, PlanChange, RouteReply } from '@tangelo/contract'
import { asFailure, isCertain } from '#features/payment-calls/index.ts'
import type { PlanRow, PlansService } from '#features/plans/index.ts'
import {
  isLive,
  isOver,
  type Read,
  type SubscriptionReadings,
  type SubscriptionRow,
} from '#features/subscription-readings/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { SealBroken, type Sealer } from '#platform/sealing.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import { mayPayFor } from './subscriptions.policy.ts'
import {
  alreadySubscribed,
  asInvoice,
  asSubscription,
  changeNow,
  expectRunning,
  isGood,
  isUnsettled,
  laterChange,
  mayChangePlan,
  nothingDue,
  type Quote,
  quoteOver,
  startsOf,
  underWay,
} from './subscriptions.rules.ts'
import { subscriptionsStore } from './subscriptions.store.ts'

export type SubscriptionsService = ReturnType<typeof subscriptionsService>

type Begun = RouteReply<'POST /api/companies/:companyId/subscription'>
type Kind = Row<'payment_operations'>['kind']

interface Customer {
  planId: number
  customerName: string
  customerEmail: string
}

/** What is not settled is read anew when it is asked for, but not more often than this. */
const FRESH_MS = 1_000
const INVOICES_SHOWN = 24

export function subscriptionsService({
  database,
  clock,
  payments,
  plans,
  readings,
  sealer,
}: {
  database: Database
  clock: Clock
  payments: Payments
  plans: Pick<PlansService, 'expect' | 'rows' | 'priceOf'>
  readings: Pick<SubscriptionReadings, 'read' | 'kept' | 'customer' | 'customerOf'>
  sealer: Sealer
}) {
  const store = subscriptionsStore(database.queries)

  /** What the provider is asked for, with its failures in our words. */
  const told = async <Answer>(asking: Promise<Answer>): Promise<Answer> => {
    try {
      return await asking
    } catch (error) {
      throw asFailure(error, clock.now())
    }
  }

  /** Throws for whoever may not pay for this company, and where there is no such company. */
  async function expectPayer(viewer: Viewer, companyId: number): Promise<void> {
    mayPayFor(viewer, companyId)
    if (!(await store.isCompany(companyId))) throw notFound('Company')
  }

  const keptRow = async (companyId: number) => (await readings.kept(companyId))?.row ?? null

  async function shown(companyId: number): Promise<CompanySubscription> {
    const kept = await readings.kept(companyId)
    if (!kept) throw notFound('Subscription')
    return asSubscription(kept.row, kept.readAt, await plans.rows())
  }

  async function begun(companyId: number, { latest }: Read): Promise<Begun> {
    const clientSecret = latest?.confirmation?.clientSecret
    return { subscription: await shown(companyId), ...(clientSecret !== undefined && { clientSecret }) }
  }

  /** The id under which this is asked for: the same for whoever asks for the same meanwhile. Throws `payment_under_way`. */
  async function claim(viewer: Viewer, companyId: number, kind: Kind, wish: object): Promise<string> {
    const said = JSON.stringify(wish)
    const operation = { id: randomUUID(), kind, wish: said, user_id: viewer.userId, begun_at: clock.now() }
    if (await store.begin({ company_id: companyId, ...operation })) return operation.id
    const other = await store.operation(companyId)
    if (other?.kind === kind && other.wish === said) return other.id
    throw underWay()
  }

  /** Asks the provider once for this wish, then reads what has come of it. What is uncertain stays noted, and is looked after. */
  async function perform(
    viewer: Viewer,
    companyId: number,
    { kind, wish }: { kind: Kind; wish: object },
    act: (operationId: string) => Promise<unknown>,
  ): Promise<Read> {
    const operationId = await claim(viewer, companyId, kind, wish)
    const doer = viewer
    try {
      await act(operationId)
    } catch (error) {
      // A refused card may have changed something all the same: it is kept for later tries.
      if (isCertain(error)) {
        await readings.read(companyId, { doer, operationId }).catch(() => store.end(companyId, operationId))
        await store.end(companyId, operationId)
      }
      throw asFailure(error, clock.now())
    }
    return told(readings.read(companyId, { doer, operationId }))
  }

  const customerOf = (companyId: number, { customerName: name, customerEmail: email }: Customer) =>
    told(readings.customer({ companyId, name, email }, randomUUID()))

  const planNamed = async (id: number): Promise<string> => (await plans.expect(id)).name

  /** Throws `already_subscribed` where a live one has another plan. */
  async function expectRoom(row: SubscriptionRow | null, plan: PlanRow): Promise<void> {
    if (row && isLive(row) && row.plan_id !== plan.id) throw alreadySubscribed(await planNamed(row.plan_id))
  }

  async function expectChange(companyId: number, planId: number) {
    const row = expectRunning(await keptRow(companyId))
    const [from, to] = await Promise.all([plans.expect(row.plan_id), plans.expect(planId)])
    mayChangePlan(row, to)
    return { row, from, to, starts: startsOf(row, from, to) }
  }

  const purposeOf = (companyId: number) => `plan-change:${companyId}`

  function opened(companyId: number, quote: string): Quote {
    try {
      return JSON.parse(sealer.open(quote, purposeOf(companyId)))
    } catch (error) {
      if (error instanceof SealBroken) throw quoteOver()
      throw error
    }
  }

  return {
    provider(): PaymentProvider {
      const { browser } = payments
      const publishableKey = browser.provider === 'stripe' ? browser.publishableKey : null
      const problem =
        publishableKey === ''
          ? 'The publishable key of the payment provider is not set: nobody can subscribe until it is.'
          : null
      return { provider: browser.provider, publishableKey: publishableKey || null, problem }
    },

    /** As it was read last; read anew while it waits for something. */
    async read(viewer: Viewer, companyId: number): Promise<CompanySubscription | null> {
      await expectPayer(viewer, companyId)
      const kept = await readings.kept(companyId)
      const isOpen = (kept !== null && isUnsettled(kept.row)) || (await store.operation(companyId)) !== undefined
      // An outage there keeps nobody from seeing what is known.
      if (isOpen && clock.now() - (kept?.readAt ?? 0) >= FRESH_MS) await readings.read(companyId).catch(() => {})
      return kept || isOpen ? shown(companyId).catch(() => null) : null
    },

    async setup(viewer: Viewer, companyId: number, wish: Customer): Promise<{ clientSecret: string }> {
      await expectPayer(viewer, companyId)
      const plan = await plans.expect(wish.planId)
      await plans.priceOf(plan)
      const row = await keptRow(companyId)
      if (row && isLive(row)) throw alreadySubscribed(await planNamed(row.plan_id))
      if (row && !isOver(row) && row.plan_id === plan.id) {
        const { latest } = await told(readings.read(companyId))
        if (latest?.confirmation) return { clientSecret: latest.confirmation.clientSecret }
        if (latest && isLive(latest)) throw alreadySubscribed(plan.name)
      }
      const customerId = await customerOf(companyId, wish)
      const { clientSecret } = await told(payments.beginSetup({ customerId, companyId }, randomUUID()))
      return { clientSecret }
    },

    async create(viewer: Viewer, companyId: number, wish: Customer & { paymentMethodId: string }): Promise<Begun> {
      await expectPayer(viewer, companyId)
      const plan = await plans.expect(wish.planId)
      const priceId = await plans.priceOf(plan)
      const row = await keptRow(companyId)
      await expectRoom(row, plan)
      if (row && !isOver(row) && row.plan_id === plan.id) {
        const read = await told(readings.read(companyId))
        if (read.row && !isOver(read.row)) return begun(companyId, read)
      }
      const customerId = await customerOf(companyId, wish)
      const { paymentMethodId } = wish
      const order = { kind: 'subscribe' as const, wish: { planId: plan.id, paymentMethodId } }
      const read = await perform(viewer, companyId, order, async (operationId) => {
        // Whoever had the operation before may have made one meanwhile.
        const now = await keptRow(companyId)
        await expectRoom(now, plan)
        if (now && isLive(now)) return
        if (now && !isOver(now) && now.plan_id === plan.id) return
        if (now && !isOver(now)) await payments.cancelNow(now.id, `${operationId}-before`)
        await payments.subscribe({ customerId, companyId, priceId, paymentMethodId }, operationId)
      })
      return begun(companyId, read)
    },

    async cancel(viewer: Viewer, companyId: number, cancelImmediately: boolean): Promise<CompanySubscription> {
      await expectPayer(viewer, companyId)
      const row = await keptRow(companyId)
      if (!row) throw notFound('Subscription')
      const isNow = cancelImmediately || !isLive(row)
      if (isOver(row) || (row.cancels === 1 && !isNow)) return shown(companyId)
      await perform(viewer, companyId, { kind: 'cancel', wish: { isNow } }, (operationId) =>
        isNow ? payments.cancelNow(row.id, operationId) : payments.cancelAtPeriodEnd(row.id, true, operationId),
      )
      return shown(companyId)
    },

    async resume(viewer: Viewer, companyId: number): Promise<CompanySubscription> {
      await expectPayer(viewer, companyId)
      const row = await keptRow(companyId)
      if (!row) throw notFound('Subscription')
      if (isOver(row)) throw conflict('already_ended', 'The subscription has ended. Choose a plan to subscribe again.')
      if (row.cancels === 1)
        await perform(viewer, companyId, { kind: 'resume', wish: {} }, (operationId) =>
          payments.cancelAtPeriodEnd(row.id, false, operationId),
        )
      return shown(companyId)
    },

    async previewChange(viewer: Viewer, companyId: number, planId: number): Promise<PlanChange> {
      await expectPayer(viewer, companyId)
      const { row, from, to, starts } = await expectChange(companyId, planId)
      const seal = (at: number) =>
        sealer.seal(
          JSON.stringify({ subscriptionId: row.id, planId, at, starts } satisfies Quote),
          purposeOf(companyId),
        )
      if (starts === 'next_period') return { ...laterChange(row, to), quote: seal(clock.now()) }
      const priceId = await plans.priceOf(to)
      const preview = await told(payments.previewPlanChange({ subscriptionId: row.id, priceId }))
      return { ...changeNow(row, from, to, preview), quote: seal(preview.at) }
    },

    async change(viewer: Viewer, companyId: number, wish: { planId: number; quote: string }): Promise<Begun> {
      await expectPayer(viewer, companyId)
      const quote = opened(companyId, wish.quote)
      const { row, to, starts } = await expectChange(companyId, wish.planId)
      if (!isGood(quote, row, to.id, clock.now()) || quote.starts !== starts) throw quoteOver()
      const priceId = await plans.priceOf(to)
      const order = { subscriptionId: row.id, priceId, at: quote.at, starts }
      const read = await perform(viewer, companyId, { kind: 'change', wish: order }, (operationId) =>
        payments.changePlan(order, operationId),
      )
      return begun(companyId, read)
    },

    async setupCard(viewer: Viewer, companyId: number): Promise<{ clientSecret: string }> {
      await expectPayer(viewer, companyId)
      expectRunning(await keptRow(companyId))
      const customerId = await readings.customerOf(companyId)
      if (customerId === null) throw notFound('Subscription')
      const { clientSecret } = await told(payments.beginSetup({ customerId, companyId }, randomUUID()))
      return { clientSecret }
    },

    async changeCard(viewer: Viewer, companyId: number, paymentMethodId: string): Promise<Begun> {
      await expectPayer(viewer, companyId)
      const { id: subscriptionId } = expectRunning(await keptRow(companyId))
      const order = { subscriptionId, paymentMethodId }
      const read = await perform(viewer, companyId, { kind: 'card', wish: order }, (operationId) =>
        payments.replaceCard(order, operationId),
      )
      return begun(companyId, read)
    },

    async confirmation(viewer: Viewer, companyId: number): Promise<{ clientSecret: string }> {
      await expectPayer(viewer, companyId)
      expectRunning(await keptRow(companyId))
      const { latest } = await told(readings.read(companyId))
      if (!latest?.confirmation) throw nothingDue()
      return { clientSecret: latest.confirmation.clientSecret }
    },

    async invoices(viewer: Viewer, companyId: number): Promise<Invoice[]> {
      await expectPayer(viewer, companyId)
      const customerId = await readings.customerOf(companyId)
      if (customerId === null) return []
      const { invoices } = await told(payments.invoicesOf(customerId, { limit: INVOICES_SHOWN }))
      return invoices.map(asInvoice)
    },
  }
}
