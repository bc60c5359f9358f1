/** What the company has: its plan, how that goes on, and the card it is charged to. */
import './pricing.css'
import { padTwo } from '#lib/days.ts'
import { formatDate } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'
import { useBeginChangingCard, useStayOnPlan } from '../queries/changes.ts'
import type { CompanySubscription, SubscriptionPlan } from '../queries/subscription.ts'
import { failureOf, formatPrice, isActive, isHeld, statusText, statusTone } from '../rules.ts'
import { texts } from '../texts/plans.ts'
import { PaymentProblem } from './payment-problem.tsx'
import { useKeep } from './use-keep.ts'

const words = texts.state

interface CurrentPlanProps {
  readonly companyId: number
  readonly subscription: CompanySubscription
  readonly plans: readonly SubscriptionPlan[]
  readonly onCancel: () => void
  readonly onCard: (clientSecret: string) => void
}

export function CurrentPlan({ companyId, subscription, plans, onCancel, onCard }: CurrentPlanProps) {
  const { problem, cancelAtPeriodEnd, card, nextPlan } = subscription
  const newCard = useNewCard(companyId, onCard)
  const facts = [describeNextStep(subscription, plans), card ? cardText(card) : null].filter((fact) => fact !== null)
  const canChange = isHeld(subscription) && problem === null
  return (
    <Panel className="mt-6 overflow-clip" aria-label={words.region}>
      <div className="flex flex-wrap items-center justify-between gap-y-4 gap-x-6 py-4.5 px-(--panel-padding)">
        <div className="min-w-0">
          <Badge tone={statusTone(subscription)}>{statusText(subscription)}</Badge>
          <p className="mt-2 text-section">
            <Sentence subscription={subscription} />
          </p>
          {facts.length > 0 ? (
            <ul className="text-label flex flex-wrap gap-y-0 gap-x-6 mt-0.5 text-ink-2">
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden max-desk:w-full max-desk:[&>.button]:flex-1">
          {canChange ? (
            <Button busy={newCard.isBusy} busyLabel={words.preparing} onClick={newCard.start}>
              {words.useCard}
            </Button>
          ) : null}
          {nextPlan && canChange ? <Stay companyId={companyId} subscription={subscription} /> : null}
          {isActive(subscription) ? (
            <CancelOrKeep companyId={companyId} isEnding={cancelAtPeriodEnd} onCancel={onCancel} />
          ) : null}
        </div>
      </div>
      {problem ? (
        <PaymentProblem companyId={companyId} subscription={subscription} problem={problem} newCard={newCard} />
      ) : null}
    </Panel>
  )
}

/** Begins to use another card: the browser confirms it with the secret. */
function useNewCard(companyId: number, onReady: (clientSecret: string) => void) {
  const begin = useBeginChangingCard(companyId)
  const start = async (): Promise<void> => {
    if (begin.isPending) return
    try {
      onReady((await begin.mutateAsync()).clientSecret)
    } catch (error) {
      toast(failureOf(texts.toasts.cardFailed, error))
    }
  }
  return { isBusy: begin.isPending, start: () => void start() }
}

function Sentence({ subscription }: { readonly subscription: CompanySubscription }) {
  const { status, plan } = subscription
  if (status === 'incomplete') return words.unpaid(plan.name)
  if (!isHeld(subscription)) return words.ended(plan.name)
  const [before, after] = words.current
  return (
    <>
      {before}
      {plan.name}
      {after}
    </>
  )
}

/** Null where nothing of it is known. */
function describeNextStep(subscription: CompanySubscription, plans: readonly SubscriptionPlan[]): string | null {
  const { periodEnd, cancelAtPeriodEnd, nextPlan, planId, status } = subscription
  // While a payment is due, when the next one comes is not what matters.
  if (periodEnd === null || !['active', 'trialing', 'canceled'].includes(status)) return null
  const day = formatDate(periodEnd)
  if (!isHeld(subscription)) return words.endedOn(day)
  if (cancelAtPeriodEnd) return words.ends(day)
  if (nextPlan) return words.changes(nextPlan.name, day)
  const price = plans.find(({ id }) => id === planId)?.priceMonthly
  return words.renews(day, price === undefined ? null : formatPrice(price))
}

function cardText({ brand, last4, expiryMonth, expiryYear }: NonNullable<CompanySubscription['card']>): string {
  const month = padTwo(expiryMonth)
  return words.card(brandName(brand), last4, month, padTwo(expiryYear % 100))
}

/** Providers write brands in lower case: 'visa'. */
const brandName = (brand: string): string => `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`

interface CancelOrKeepProps extends Pick<CurrentPlanProps, 'companyId' | 'onCancel'> {
  /** With its period. */
  readonly isEnding: boolean
}

/** One button for both ways, so that the focus stays when one takes the place of the other. */
function CancelOrKeep({ companyId, isEnding, onCancel }: CancelOrKeepProps) {
  const keep = useKeep(companyId)
  return (
    <Button busy={keep.isBusy} busyLabel={words.resuming} onClick={isEnding ? () => void keep.start() : onCancel}>
      {isEnding ? words.resume : words.cancel}
    </Button>
  )
}

/** Takes back what was to begin with the next period. */
function Stay({ companyId, subscription: { plan, planId } }: Pick<CurrentPlanProps, 'companyId' | 'subscription'>) {
  const stay = useStayOnPlan(companyId)
  const start = async (): Promise<void> => {
    try {
      await stay.mutateAsync(planId)
      toast({ title: texts.change.stayed, description: texts.change.stayedDescription(plan.name) })
    } catch (error) {
      toast(failureOf(texts.change.error, error))
    }
  }
  return (
    <Button busy={stay.isPending} busyLabel={words.staying} onClick={() => void start()}>
      {words.stay(plan.name)}
    </Button>
  )
}
