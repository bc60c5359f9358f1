/** A payment failed, or waits for the person: what is due, what stays, and what to do about it. */
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { useSingleFlight } from '#lib/use-single-flight.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { useBeginConfirming } from '../queries/changes.ts'
import { type CompanySubscription, fetchCardPayments, refreshSubscription } from '../queries/subscription.ts'
import { failureOf, formatAmount, isHeld } from '../rules.ts'
import { texts as paymentTexts } from '../texts/payment.ts'
import { texts } from '../texts/plans.ts'
import { confirmKept, PaymentFailed, usePaidToast } from './pay.ts'

const words = texts.problem

interface PaymentProblemProps {
  readonly companyId: number
  readonly subscription: CompanySubscription
  readonly problem: NonNullable<CompanySubscription['problem']>
  readonly newCard: { readonly isBusy: boolean; readonly start: () => void }
}

const PROBLEM =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-t border-line bg-amber-wash px-(--panel-padding) py-3 text-label max-desk:grid-cols-[auto_minmax(0,1fr)]'

export function PaymentProblem({ companyId, subscription, problem, newCard }: PaymentProblemProps) {
  const { kind, message, amountDue, invoiceUrl } = problem
  const confirming = useConfirming(companyId, subscription.plan.name)
  const sentences = [
    message ?? (kind === 'confirm' ? words.confirmNext : null),
    amountDue > 0 ? words.due(formatAmount(amountDue)) : null,
    isHeld(subscription) ? words.credits : null,
  ]
  return (
    <div className={PROBLEM} role="status">
      <TriangleAlert className="mt-0.5 self-start text-amber" aria-hidden="true" />
      <div className="min-w-0">
        <b className="font-strong">{words[kind]}</b>
        <p>{sentences.filter((sentence) => sentence !== null).join(' ')}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-desk:col-span-full max-desk:[&>.button]:flex-1">
        {invoiceUrl ? (
          <a className="button" data-variant="quiet" href={invoiceUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" /> {words.page}
          </a>
        ) : null}
        <Button
          variant={kind === 'card' ? 'primary' : 'default'}
          busy={newCard.isBusy}
          busyLabel={texts.state.preparing}
          onClick={newCard.start}
        >
          {words.useCard}
        </Button>
        {kind === 'confirm' ? (
          <Button
            variant="primary"
            busy={confirming.isBusy}
            busyLabel={paymentTexts.payment.busy}
            onClick={() => void confirming.start()}
          >
            {words.pay}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Goes on with a payment where it stopped, with the card that is kept. */
function useConfirming(companyId: number, plan: string) {
  const client = useQueryClient()
  const { isBusy, run } = useSingleFlight()
  const begin = useBeginConfirming(companyId)
  const paidToast = usePaidToast(companyId)
  const start = async (): Promise<void> => {
    try {
      const payments = await fetchCardPayments(client)
      await confirmKept((await begin.mutateAsync()).clientSecret, payments)
      await paidToast(plan)
    } catch (error) {
      const title = error instanceof PaymentFailed ? texts.toasts.paymentFailed : texts.toasts.confirmError
      toast(failureOf(title, error))
      void refreshSubscription(client)
    }
  }
  return { isBusy, start: () => run(start) }
}
