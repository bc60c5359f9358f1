/**
 * Another plan for a company that has one. What it costs is shown first, and sealed: what was shown is what is paid. A dearer plan
 * begins at once, a cheaper one with the next period, so that nothing of what is paid for is given back. See docs/decisions/0023.
 */
import type { PlanChange } from '@tangelo/contract'
import { DecryptionError, type Encryption } from '#platform/encryption.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import type { PlansService } from '../../plans/plans.service.ts'
import {
  changeNow,
  expectRunning,
  isGood,
  laterChange,
  mayChangePlan,
  type Quote,
  quoteOver,
  startsOf,
} from '../subscriptions.rules.ts'
import type { Begun, SubscriptionsService } from '../subscriptions.service.ts'
import type { PaymentOperations } from './operations.ts'

export type PlanChangesService = ReturnType<typeof planChangesService>

export function planChangesService({
  clock,
  payments,
  plans,
  operations,
  subscriptions,
  encryption,
}: {
  clock: Clock
  payments: Payments
  plans: Pick<PlansService, 'expect' | 'expectFor' | 'priceOf'>
  operations: PaymentOperations
  subscriptions: Pick<SubscriptionsService, 'describeOrder'>
  encryption: Encryption
}) {
  async function expectChange(companyId: number, planId: number) {
    const row = expectRunning((await operations.standing(companyId)).row)
    const [from, to] = await Promise.all([plans.expect(row.plan_id), plans.expectFor(companyId, planId)])
    mayChangePlan(row, to)
    return { row, from, to, starts: startsOf(row, from, to) }
  }

  const purposeOf = (companyId: number) => `plan-change:${companyId}`

  function decryptQuote(companyId: number, quote: string): Quote {
    try {
      return JSON.parse(encryption.decrypt(quote, purposeOf(companyId)))
    } catch (error) {
      if (error instanceof DecryptionError) throw quoteOver()
      throw error
    }
  }

  return {
    async preview(viewer: Viewer, companyId: number, planId: number): Promise<PlanChange> {
      await operations.expectPayer(viewer, companyId)
      const { row, from, to, starts } = await expectChange(companyId, planId)
      const seal = (at: number) =>
        encryption.encrypt(
          JSON.stringify({ subscriptionId: row.id, planId, at, starts } satisfies Quote),
          purposeOf(companyId),
        )
      if (starts === 'next_period') return { ...laterChange(row, to), quote: seal(clock.now()) }
      const priceId = await plans.priceOf(to)
      const preview = await payments.previewPlanChange({ subscriptionId: row.id, priceId })
      return { ...changeNow(row, from, to, preview), quote: seal(preview.at) }
    },

    async change(viewer: Viewer, companyId: number, request: { planId: number; quote: string }): Promise<Begun> {
      await operations.expectPayer(viewer, companyId)
      const quote = decryptQuote(companyId, request.quote)
      const { row, to, starts } = await expectChange(companyId, request.planId)
      if (!isGood(quote, row, to.id, clock.now()) || quote.starts !== starts) throw quoteOver()
      const priceId = await plans.priceOf(to)
      const order = { subscriptionId: row.id, priceId, at: quote.at, starts }
      const read = await operations.perform(viewer, companyId, { kind: 'change', request: order }, (operationId) =>
        payments.changePlan(order, operationId),
      )
      return subscriptions.describeOrder(companyId, read)
    },
  }
}
