/** spec §2: a plan card, 'Choose Plan' or 'Current Plan': what it costs, what it holds, and the way to it. */
import { Check } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { SubscriptionPlan } from '../queries/subscription.ts'
import { formatPrice, type planAction } from '../rules.ts'
import { texts } from '../texts/plans.ts'

const words = texts.plans

interface PlanCardProps {
  readonly plan: SubscriptionPlan
  readonly action: ReturnType<typeof planAction>
  readonly isClosed: boolean
  /** The company has a plan, this one or another. */
  readonly hasPlan: boolean
  readonly onChoose: (plan: SubscriptionPlan, action: 'subscribe' | 'change') => void
}

export function PlanCard({ plan, action, isClosed, hasPlan, onChoose }: PlanCardProps) {
  const { id, name, description, priceMonthly, features, isPopular } = plan
  const isCurrent = action === 'current'
  return (
    <li className="plan" data-current={isCurrent ? '' : undefined}>
      {/* Takes its line in every column, so that names line up. */}
      {isPopular ? <p className="plan-banner">{words.popular}</p> : <span className="plan-banner" aria-hidden="true" />}
      <h2 id={`plan-${id}`}>{name}</h2>
      <p className="text-table mt-0.5 text-ink-2">{description}</p>
      <p className="text-[14px]/[40px] mt-5 text-ink-3 [&>b]:text-[34px] [&>b]:mr-0.5 [&>b]:font-[600] [&>b]:[letter-spacing:-0.032em] [&>b]:[font-variant-numeric:normal] [&>b]:text-ink">
        <b>{formatPrice(priceMonthly)}</b>
        {texts.perMonth}
      </p>
      <ul className="mt-5 grid gap-2 border-t border-line pt-5 text-table text-ink-2 in-data-current:border-wash-2">
        {features.map((feature) => (
          <li key={feature} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            <Check className="mt-0.5 size-4 text-accent-ink" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {isCurrent || action === 'next' ? (
        <Button disabled>{isCurrent ? words.current : words.next}</Button>
      ) : (
        <Button
          variant={isPopular && !hasPlan ? 'primary' : 'default'}
          disabled={isClosed || action === 'blocked'}
          aria-describedby={`plan-${id}`}
          onClick={() => action !== 'blocked' && onChoose(plan, action)}
        >
          {words.choose}
        </Button>
      )}
    </li>
  )
}
