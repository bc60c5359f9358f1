/** A company of the demo workspace subscribes with a test card, in the steps that a browser takes. */
import type { Viewer } from '#platform/viewer.ts'
import type { Payments } from '#ports/payments.ts'
import { DEMO_PLAN } from '../../plans/plans.rules.ts'
import type { PlansService } from '../../plans/plans.service.ts'
import { isLive } from '../../subscription-sync/rules/reading.ts'
import type { SubscriptionSync } from '../../subscription-sync/subscription-sync.service.ts'
import type { SubscriptionsService } from '../subscriptions.service.ts'

export type DemoSubscription = ReturnType<typeof demoSubscription>

const CARD = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2_040, cvc: '123' } as const
const CUSTOMER = { customerName: 'Demo', customerEmail: 'demo@example.com' } as const

export function demoSubscription({
  payments,
  plans,
  sync,
  subscriptions,
}: {
  payments: Payments
  plans: Pick<PlansService, 'makeOfDemo' | 'rows'>
  sync: Pick<SubscriptionSync, 'read' | 'findStored'>
  subscriptions: Pick<SubscriptionsService, 'setup' | 'create'>
}) {
  return {
    /** Makes the plans; with the sandbox, the company has one. Goes on where a process has ended. */
    async make(viewer: Viewer, companyId: number): Promise<void> {
      await plans.makeOfDemo()
      const cards = payments.sandboxCards
      const plan = (await plans.rows()).find(({ key }) => key === DEMO_PLAN)
      if (!cards || !plan) return
      const known = await sync.findStored(companyId)
      if (known && isLive(known.row)) return
      const order = { planId: plan.id, ...CUSTOMER }
      const { clientSecret } = await subscriptions.setup(viewer, companyId, order)
      let payment: string | undefined = clientSecret
      if (clientSecret.startsWith('seti_')) {
        const card = await cards.confirm(clientSecret, CARD)
        if (card.status !== 'succeeded') throw new Error('The sandbox did not keep the card of the demo')
        const { paymentMethodId } = card
        payment = (await subscriptions.create(viewer, companyId, { ...order, paymentMethodId })).clientSecret
      }
      if (payment !== undefined) await cards.confirm(payment, null)
      await sync.read(companyId, { actor: viewer })
    },
  }
}
