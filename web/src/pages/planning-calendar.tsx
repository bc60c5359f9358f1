/** The tab 'Calendar' of the planning page: with what is queued, and the strong hours of the account that it is filtered by. */
import { useQuery } from '@tanstack/react-query'
import { accountNamed, type PlanningFilter, type usePlan } from '#features/content/index.ts'
import { CalendarPublications } from '#features/publishing/index.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useStrongHours } from './planning-strong-hours.ts'

const ContentCalendar = makePreloadable(
  async () => (await import('#features/content/items/components/content-calendar.tsx')).ContentCalendar,
  <div className="h-dvh" aria-busy />,
)
// Needed as soon as this file is.
ContentCalendar.preload()

interface PlanningCalendarProps {
  readonly filter: PlanningFilter
  readonly span: 'month' | 'week'
  /** A day that is in sight; the present one when nothing was chosen. */
  readonly day: string | undefined
  readonly onSpanChange: (span: 'month' | 'week') => void
  readonly onDayChange: (choose: (chosen: string | undefined) => string | undefined) => void
  /** What moving an item does that is not queued. */
  readonly onPlan: ReturnType<typeof usePlan>
}

export function PlanningCalendar({ filter, onPlan, ...shown }: PlanningCalendarProps) {
  const { companyId, accountId } = filter
  const chosen = useQuery({ ...accountNamed(Number(accountId)), enabled: accountId !== undefined })
  const strong = useStrongHours(accountId ? Number(accountId) : null, chosen.data?.username)
  return (
    <CalendarPublications companyId={companyId} onPlan={onPlan}>
      {(move) => <ContentCalendar key={companyId} filter={filter} strong={strong} onPlan={move} {...shown} />}
    </CalendarPublications>
  )
}
