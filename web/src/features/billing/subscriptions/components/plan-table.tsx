/** How the plans differ, and what all of them include: one row for each question a buyer has. */
import { Panel } from '#ui/panel.tsx'
import type { SubscriptionPlan } from '../queries/subscription.ts'
import { countIncluded, formatAmount } from '../rules.ts'
import { texts } from '../texts/plans.ts'

const words = texts.comparison
const CELL = 'border-t border-line px-4 py-2.5 text-left align-top desk:px-5'

export function PlanTable({ plans }: { readonly plans: readonly SubscriptionPlan[] }) {
  const columns = plans.map((plan) => ({ plan, included: countIncluded(plan) }))
  const rows: readonly (readonly [name: string, hint: string, values: readonly string[]])[] = [
    [words.credits, words.creditsHint, columns.map(({ plan }) => words.perMonth(plan.credits))],
    [
      words.reels,
      words.reelsHint,
      columns.map(({ included }) => words.reelsRange(included.newReels, included.rendersOnly)),
    ],
    [words.price, words.priceHint, columns.map(({ included }) => formatAmount(included.centsPerReel))],
    ...words.same.map(([name, hint, value]) => [name, hint, columns.map(() => value)] as const),
  ]
  return (
    <div className="mt-8">
      <h2 id="plan-comparison" className="text-section">
        {words.title}
      </h2>
      <p className="mt-0.5 text-label text-ink-2">{words.subtitle}</p>
      <Panel className="mt-3 overflow-x-auto" tabIndex={0} aria-labelledby="plan-comparison">
        <table className="w-full table-fixed text-table" style={{ minWidth: 560 }}>
          <thead>
            <tr>
              <td className="px-4 py-2.5 desk:px-5" style={{ width: '34%' }} />
              {plans.map(({ id, name }) => (
                <th key={id} scope="col" className="px-4 py-2.5 text-left font-strong desk:px-5">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, hint, values]) => (
              <tr key={name}>
                <th scope="row" className={`${CELL} font-strong`}>
                  {name}
                  <span className="block text-caption font-regular text-ink-3">{hint}</span>
                </th>
                {values.map((value, at) => (
                  <td key={plans[at]?.id} className={`${CELL} text-ink-2`}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </div>
  )
}
