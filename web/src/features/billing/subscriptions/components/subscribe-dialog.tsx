/** The first card of a subscription: 'Complete Your Subscription'. */
import { toast } from '#ui/toast.tsx'
import { useBeginSubscribing, useSubscribe } from '../queries/changes.ts'
import type { Customer, SubscriptionPlan } from '../queries/subscription.ts'
import { formatPrice } from '../rules.ts'
import { texts } from '../texts/payment.ts'
import { texts as planTexts } from '../texts/plans.ts'
import { usePaidToast } from './pay.ts'
import { PaymentDialog } from './payment-dialog.tsx'

interface SubscribeProps {
  readonly companyId: number
  readonly plan: SubscriptionPlan
  readonly customer: Customer
  readonly clientSecret: string
  readonly onClose: () => void
}

/** The first card of a subscription. */
export function SubscribeDialog({ companyId, plan, customer, clientSecret, onClose }: SubscribeProps) {
  const begin = useBeginSubscribing(companyId)
  const subscribe = useSubscribe(companyId)
  const paidToast = usePaidToast(companyId)
  const request = { planId: plan.id, ...customer }
  return (
    <PaymentDialog
      title={texts.payment.title}
      submitLabel={texts.payment.subscribe}
      summary={{
        name: texts.payment.summary(plan.name),
        price: `${formatPrice(plan.priceMonthly)}${planTexts.perMonth}`,
        note: texts.payment.renewal,
      }}
      clientSecret={clientSecret}
      customer={{ name: customer.customerName, email: customer.customerEmail }}
      handCard={async (paymentMethodId) => {
        const begun = await subscribe.mutateAsync({ ...request, paymentMethodId })
        toast({ title: planTexts.toasts.created, description: planTexts.toasts.createdDescription })
        return begun
      }}
      newSecret={async () => (await begin.mutateAsync(request)).clientSecret}
      onPaid={async () => {
        await paidToast(plan.name)
        onClose()
      }}
      failed={planTexts.toasts.createFailed}
      onClose={onClose}
    />
  )
}
