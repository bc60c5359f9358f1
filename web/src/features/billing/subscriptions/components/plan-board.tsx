/** The plans, side by side in one panel, the cheapest first. Four faces. */
import './pricing.css'
import { useQuery } from '@tanstack/react-query'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { type CompanySubscription, planList, type SubscriptionPlan } from '../queries/subscription.ts'
import { planAction } from '../rules.ts'
import { texts } from '../texts/plans.ts'
import { NoPlans } from './no-plans.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanTable } from './plan-table.tsx'

const words = texts.plans

interface PlanBoardProps {
  readonly clientId: number | null
  /** Undefined while it is not known: then nothing can be chosen yet. */
  readonly subscription: CompanySubscription | null | undefined
  /** What the company has is on its way: the plans come together with it, so that nothing moves. */
  readonly isWaiting: boolean
  /** Subscribing is off here, or for this company. */
  readonly isClosed: boolean
  readonly onShowDemo: (() => void) | null
  readonly onChoose: (plan: SubscriptionPlan, action: 'subscribe' | 'change') => void
}

export function PlanBoard({ clientId, subscription, isWaiting, isClosed, onShowDemo, onChoose }: PlanBoardProps) {
  const plans = useQuery(planList(clientId))
  const isLoading = plans.isPending || isWaiting
  const late = useDelayed(isLoading)
  if (isLoading) return <Loading shown={late} />
  if (!plans.data) {
    return (
      <Panel className="mt-6" aria-label={words.list}>
        <QueryFailed title={words.failed} query={plans} />
      </Panel>
    )
  }
  if (plans.data.length === 0) return <NoPlans onShowDemo={onShowDemo} />
  return (
    <>
      <ul className="panel grid pad:grid-cols-3 gap-0.25 mt-6 overflow-clip bg-line" aria-label={words.list}>
        {plans.data.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            action={subscription === undefined ? 'blocked' : planAction(plan, subscription)}
            isClosed={isClosed}
            hasPlan={Boolean(subscription && planAction({ id: subscription.planId }, subscription) === 'current')}
            onChoose={onChoose}
          />
        ))}
      </ul>
      <PlanTable plans={plans.data} />
    </>
  )
}

const LINES = ['w-52', 'w-40', 'w-44', 'w-36']

/** Three grey plans, shaped like what they replace. Their room is kept also before they are shown. */
function Loading({ shown }: { readonly shown: boolean }) {
  const face = shown ? '' : 'invisible'
  return (
    <div className="panel grid pad:grid-cols-3 gap-0.25 mt-6 overflow-clip bg-line" aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? words.loading : ''}
      </p>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="plan" data-skeleton="">
          <span className="plan-banner" />
          <Skeleton className={`h-4 w-20 ${face}`} />
          <Skeleton className={`h-3 w-48 max-w-full ${face}`} />
          <Skeleton className={`h-8 w-24 ${face}`} />
          <div className="grid content-start gap-3">
            {LINES.map((width) => (
              <Skeleton key={width} className={`h-3 max-w-full ${width} ${face}`} />
            ))}
          </div>
          <Skeleton className={`h-8 w-full ${face}`} />
        </div>
      ))}
    </div>
  )
}
