/** The dialogs of the page, one at a time: who subscribes, with which card, another card, another plan, and the end of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import {
  type CompanySubscription,
  type Customer,
  cardPayments,
  paymentProvider,
  refreshSubscription,
  type SubscriptionPlan,
  useBeginChangingCard,
  useBeginSubscribing,
  useChangeCard,
  useSubscribe,
} from '../queries.ts'
import { formatAmount, formatPrice } from '../rules.ts'
import { texts } from '../texts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { usePaidToast } from './use-paid-toast.ts'

export type SubscriptionDialog =
  | { readonly kind: 'details'; readonly plan: SubscriptionPlan }
  | {
      readonly kind: 'payment'
      readonly plan: SubscriptionPlan
      readonly customer: Customer
      readonly clientSecret: string
    }
  | { readonly kind: 'card'; readonly clientSecret: string }
  | { readonly kind: 'change'; readonly plan: SubscriptionPlan }
  | { readonly kind: 'cancel' }

interface DialogsProps {
  readonly companyId: number
  readonly subscription: CompanySubscription | null
  readonly dialog: SubscriptionDialog | null
  readonly onDialog: (dialog: SubscriptionDialog | null) => void
}

export function SubscriptionDialogs({ companyId, subscription, dialog, onDialog }: DialogsProps) {
  const close = (): void => onDialog(null)
  return (
    <>
      {dialog?.kind === 'details' ? (
        <DetailsDialog
          companyId={companyId}
          plan={dialog.plan}
          onReady={(clientSecret, customer) => onDialog({ kind: 'payment', plan: dialog.plan, customer, clientSecret })}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'payment' ? <Subscribing companyId={companyId} {...dialog} onClose={close} /> : null}
      {dialog?.kind === 'card' ? (
        <ChangingCard
          companyId={companyId}
          subscription={subscription}
          clientSecret={dialog.clientSecret}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'change' ? <ChangeDialog companyId={companyId} plan={dialog.plan} onClose={close} /> : null}
      {dialog?.kind === 'cancel' ? <CancelDialog companyId={companyId} onClose={close} /> : null}
      <BankQuestion />
    </>
  )
}

interface SubscribingProps {
  readonly companyId: number
  readonly plan: SubscriptionPlan
  readonly customer: Customer
  readonly clientSecret: string
  readonly onClose: () => void
}

function Subscribing({ companyId, plan, customer, clientSecret, onClose }: SubscribingProps) {
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
        price: `${formatPrice(plan.priceMonthly)}${texts.perMonth}`,
        note: texts.payment.renewal,
      }}
      clientSecret={clientSecret}
      customer={{ name: customer.customerName, email: customer.customerEmail }}
      handCard={async (paymentMethodId) => {
        const begun = await subscribe.mutateAsync({ ...request, paymentMethodId })
        toast({ title: texts.toasts.created, description: texts.toasts.createdDescription })
        return begun
      }}
      newSecret={async () => (await begin.mutateAsync(request)).clientSecret}
      onPaid={async () => {
        await paidToast(plan.name)
        onClose()
      }}
      failed={texts.toasts.createFailed}
      onClose={onClose}
    />
  )
}

interface ChangingCardProps {
  readonly companyId: number
  readonly subscription: CompanySubscription | null
  readonly clientSecret: string
  readonly onClose: () => void
}

function ChangingCard({ companyId, subscription, clientSecret, onClose }: ChangingCardProps) {
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
          toast({ title: texts.toasts.cardChanged, description: texts.toasts.cardChangedDescription })
        }
        onClose()
      }}
      failed={texts.toasts.cardFailed}
      onClose={onClose}
    />
  )
}

/** What the bank wants to know while a payment is confirmed; there once a dialog has fetched what takes cards. */
function BankQuestion() {
  const provider = useQuery(paymentProvider())
  const payments = useQuery(cardPayments(provider.data, false))
  return payments.data?.challenge() ?? null
}
