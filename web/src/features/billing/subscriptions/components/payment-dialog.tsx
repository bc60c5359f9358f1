/** Asks for a card: the first one of a subscription, or another one. And the question of the bank, where it has one. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSingleFlight } from '#lib/use-single-flight.ts'
import { Badge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { cardPayments, paymentProvider } from '../queries/subscription.ts'
import { failureOf, isCardRefused } from '../rules.ts'
import { texts as paymentTexts } from '../texts/payment.ts'
import { texts } from '../texts/plans.ts'
import type { CardForm } from './card-forms/card-payments.ts'
import { CardIncomplete, isPaymentRefused, pay } from './pay.ts'

const words = paymentTexts.payment
const FORM = 'payment'

interface PaymentDialogProps {
  readonly title: string
  readonly submitLabel: string
  /** What is paid for: a name at the left, a price at the right, and a line below. */
  readonly summary: { readonly name: string; readonly price: string | null; readonly note: string }
  readonly clientSecret: string
  readonly customer: { readonly name: string; readonly email: string } | null
  readonly handCard: (paymentMethodId: string) => Promise<{ clientSecret?: string | undefined }>
  /** Another secret, after a card was confirmed and then refused: the first one has done its work. */
  readonly newSecret: () => Promise<string>
  /** It is paid. The dialog stays busy until this resolves. */
  readonly onPaid: () => Promise<void>
  /** Title of the toast where our own server refuses. */
  readonly failed: string
  readonly onClose: () => void
}

/** It cannot be closed while a payment is under way; a tab that is closed then loses nothing. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { title, submitLabel, summary, customer, handCard, newSecret, onPaid, failed, onClose } = props
  const [clientSecret, setClientSecret] = useState(props.clientSecret)
  const { isBusy, run } = useSingleFlight()
  const form = useRef<CardForm>(null)
  const provider = useQuery(paymentProvider())
  const payments = useQuery(cardPayments(provider.data, true))

  const submit = async (): Promise<void> => {
    if (!form.current || !payments.data) return
    try {
      await pay({ clientSecret, form: form.current, payments: payments.data, handCard, onSecret: setClientSecret })
      await onPaid()
    } catch (error) {
      if (!(error instanceof CardIncomplete))
        toast(failureOf(isPaymentRefused(error) ? texts.toasts.paymentFailed : failed, error))
      if (isCardRefused(error)) await newSecret().then(setClientSecret, onClose)
    }
  }

  return (
    <Dialog
      size="small"
      onClose={() => !isBusy && onClose()}
      title={title}
      footer={
        <DialogButtons form={FORM} disabled={!payments.data} busy={isBusy} busyLabel={words.busy} onCancel={onClose}>
          {submitLabel}
        </DialogButtons>
      }
    >
      <form
        id={FORM}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(submit)
        }}
      >
        <div className="text-table flex flex-wrap justify-between gap-y-0 gap-x-4 py-3 px-3.5 border border-line rounded-control [&>b]:font-strong [&>p]:text-note [&>p]:w-full [&>p]:text-ink-2">
          <b>{summary.name}</b>
          {summary.price ? <b>{summary.price}</b> : null}
          <p>{summary.note}</p>
        </div>
        {provider.data?.provider === 'sandbox' ? (
          <p>
            <Badge tone="amber">{texts.sandbox}</Badge>
          </p>
        ) : null}
        {payments.data ? (
          payments.data.cardFields({ form, customer, isBusy })
        ) : (
          <Coming
            error={provider.error ?? payments.error}
            isFetching={provider.isFetching || payments.isFetching}
            onRetry={() => void (provider.data ? payments : provider).refetch()}
          />
        )}
      </form>
    </Dialog>
  )
}

/** As high as the fields that come in its place. */
function Coming(props: { readonly error: Error | null; readonly isFetching: boolean; readonly onRetry: () => void }) {
  const { error, isFetching, onRetry } = props
  return (
    <div className="grid place-items-center min-h-41">
      {error && !isFetching ? (
        <FailedState title={words.failed} cause={error.message} onRetry={onRetry} />
      ) : (
        <p className="flex items-center gap-2 text-label text-ink-3" role="status">
          <Wheel spinning /> {words.loading}
        </p>
      )}
    </div>
  )
}

/** What the bank wants to know while a payment is confirmed; there once a dialog has fetched what takes cards. */
export function BankQuestion() {
  const provider = useQuery(paymentProvider())
  const payments = useQuery(cardPayments(provider.data, false))
  return payments.data?.challenge() ?? null
}
