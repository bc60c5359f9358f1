/** 'Change to {plan}': what it costs now and later, line by line, before anything is changed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDate, formatWhole } from '#lib/format.ts'
import { useSingleFlight } from '#lib/use-single-flight.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { useChangePlan } from '../queries/changes.ts'
import {
  cardPayments,
  changePreview,
  fetchCardPayments,
  type PlanChange,
  paymentProvider,
  type SubscriptionPlan,
} from '../queries/subscription.ts'
import { failureOf, formatAmount, isQuoteOver, isRefusedAsThingsStand } from '../rules.ts'
import { texts } from '../texts/plans.ts'
import { confirmKept, isPaymentRefused, useChangedToast } from './pay.ts'
import { useKeep } from './use-keep.ts'

const words = texts.change

interface ChangeDialogProps {
  readonly companyId: number
  readonly plan: SubscriptionPlan
  /** The present one ends with its period: no other can begin then, unless it is kept. */
  readonly isEnding: boolean
  readonly onClose: () => void
}

export function ChangeDialog({ companyId, plan, isEnding, onClose }: ChangeDialogProps) {
  const client = useQueryClient()
  const preview = useQuery({ ...changePreview(companyId, plan.id), enabled: !isEnding })
  const provider = useQuery(paymentProvider())
  // The bank may want to hear from the person.
  useQuery(cardPayments(provider.data, preview.data?.kind === 'now'))
  const change = useChangePlan(companyId)
  const changedToast = useChangedToast(companyId)
  const { isBusy, run } = useSingleFlight()
  const keep = useKeep(companyId)
  const quoted = preview.isFetching ? undefined : preview.data

  const confirm = async (): Promise<void> => {
    if (!quoted) return
    try {
      const { clientSecret } = await change.mutateAsync({ planId: plan.id, quote: quoted.quote })
      if (clientSecret !== undefined) await confirmKept(clientSecret, await fetchCardPayments(client))
      if (quoted.kind === 'now') await changedToast(plan)
      else toast({ title: words.done, description: words.doneLater(plan.name, startOf(quoted)) })
      onClose()
    } catch (error) {
      if (isQuoteOver(error)) {
        toast({ title: words.quoteOver, description: words.quoteOverDescription, tone: 'notice' })
        void preview.refetch()
      } else toast(failureOf(isPaymentRefused(error) ? texts.toasts.paymentFailed : words.error, error))
    }
  }

  return (
    <Dialog
      size="small"
      onClose={() => !isBusy && onClose()}
      title={words.title(plan.name)}
      footer={
        <DialogButtons
          disabled={!isEnding && !quoted}
          busy={isBusy || keep.isBusy}
          busyLabel={keep.isBusy ? texts.state.resuming : words.busy}
          onClick={() => void (isEnding ? keep.start() : run(confirm))}
          onCancel={onClose}
        >
          {isEnding
            ? texts.state.resume
            : quoted && quoted.amountDue > 0
              ? words.confirmPaid(formatAmount(quoted.amountDue))
              : words.confirm}
        </DialogButtons>
      }
    >
      {isEnding ? (
        <p className="text-body text-ink-2">{words.ending}</p>
      ) : quoted ? (
        <Amounts change={quoted} />
      ) : preview.error && !preview.isFetching ? (
        <FailedState
          cause={preview.error.message}
          {...(isRefusedAsThingsStand(preview.error)
            ? { title: words.refused }
            : { title: words.failed, onRetry: () => void preview.refetch() })}
        />
      ) : (
        <p className="text-label flex items-center justify-center gap-2 min-h-41 text-ink-3" role="status">
          <Wheel spinning /> {words.loading}
        </p>
      )}
    </Dialog>
  )
}

const startOf = ({ startsAt }: PlanChange): string => formatDate(startsAt)

const LINE = 'flex justify-between gap-6 border-t border-line py-1.75 text-ink-2 data-sum:font-strong data-sum:text-ink'

/** Every amount that leads to the one that is due, and what comes after it. */
function Amounts({ change }: { readonly change: PlanChange }) {
  const { kind, lines, amountDue, creditsNow, nextAmount, nextPaymentAt } = change
  const isNow = kind === 'now'
  return (
    <>
      <p className="text-body text-ink-2">{isNow ? words.now : words.later(startOf(change))}</p>
      <dl className="my-3.5 grid text-table [&_dd]:whitespace-nowrap">
        {isNow
          ? lines.map(({ description, amount }) => (
              <div key={description} className={LINE}>
                <dt>{description}</dt>
                <dd>{formatAmount(amount)}</dd>
              </div>
            ))
          : null}
        {isNow ? (
          <div data-sum="" className={LINE}>
            <dt>{words.due}</dt>
            <dd>{formatAmount(amountDue)}</dd>
          </div>
        ) : null}
        <div data-sum={isNow ? undefined : ''} className={LINE}>
          <dt>{isNow ? words.onwards(formatDate(nextPaymentAt)) : words.starts(startOf(change))}</dt>
          <dd>
            {formatAmount(nextAmount)}
            {texts.perMonth}
          </dd>
        </div>
      </dl>
      {creditsNow > 0 ? <p className="text-label text-ink-2">{words.credits(formatWhole(creditsNow))}</p> : null}
    </>
  )
}
