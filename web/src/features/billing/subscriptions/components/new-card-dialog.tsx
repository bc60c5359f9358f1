/** Another card for a running subscription: what is due is paid with it. */
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import { useBeginChangingCard, useChangeCard } from '../queries/changes.ts'
import { type CompanySubscription, refreshSubscription } from '../queries/subscription.ts'
import { formatAmount } from '../rules.ts'
import { texts } from '../texts/payment.ts'
import { texts as planTexts } from '../texts/plans.ts'
import { usePaidToast } from './pay.ts'
import { PaymentDialog } from './payment-dialog.tsx'

interface NewCardProps {
  readonly companyId: number
  readonly subscription: CompanySubscription | null
  readonly clientSecret: string
  readonly onClose: () => void
}

/** Another card: what is due is paid with it. */
export function NewCardDialog({ companyId, subscription, clientSecret, onClose }: NewCardProps) {
  const client = useQueryClient()
  const begin = useBeginChangingCard(companyId)
  const change = useChangeCard(companyId)
  const paidToast = usePaidToast(companyId)
  const due = subscription?.problem?.amountDue ?? 0
  return (
    <PaymentDialog
      title={texts.payment.cardTitle}
      submitLabel={due > 0 ? texts.payment.pay(formatAmount(due)) : texts.payment.save}
      summary={{
        name: texts.payment.summary(subscription?.plan.name ?? ''),
        price: due > 0 ? formatAmount(due) : null,
        note: due > 0 ? texts.payment.cardSummaryDue : texts.payment.cardSummary,
      }}
      clientSecret={clientSecret}
      customer={null}
      handCard={(paymentMethodId) => change.mutateAsync(paymentMethodId)}
      newSecret={async () => (await begin.mutateAsync()).clientSecret}
      onPaid={async () => {
        if (due > 0) await paidToast(subscription?.plan.name ?? '')
        else {
          await refreshSubscription(client)
          toast({ title: planTexts.toasts.cardChanged, description: planTexts.toasts.cardChangedDescription })
        }
        onClose()
      }}
      failed={planTexts.toasts.cardFailed}
      onClose={onClose}
    />
  )
}
