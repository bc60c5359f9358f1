/** What goes out and when, by the calendar of the company: a month, a week with its hours, and what has no date yet. */
import './content-calendar.css'
import type { PlannedItem } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { companyCalendar, contentCalendar } from '../queries/items.ts'
import { groupByDay, isFound, listDays, moveTo, stepDay, toDayAndTime } from '../rules/items.ts'
import type { PlanningFilter } from '../rules/planning.ts'
import { findStrongTime, type Place, type Span, type StrongHours } from '../rules/week.ts'
import { texts } from '../texts/calendar.ts'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { spanTitle } from './calendar-days.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { ItemFace } from './calendar-item.tsx'
import { CalendarWeek } from './calendar-week.tsx'
import { ItemSigns } from './item-signs.ts'
import { SignLegend } from './status-sign.tsx'
import { UnplannedButton, UnplannedRail } from './unplanned-list.tsx'
import { useDragToDay } from './use-drag-to-day.ts'
import { Zone } from './zone.tsx'

const SPANS = [
  { value: 'month', label: texts.calendar.month },
  { value: 'week', label: texts.calendar.week },
] as const

interface ContentCalendarProps {
  readonly filter: PlanningFilter
  readonly span: Span
  /** A day that is in sight; the present one when nothing was chosen. */
  readonly day: string | undefined
  readonly strong: StrongHours | undefined
  readonly onSpanChange: (span: Span) => void
  /** Is given the day that was chosen last, which may not be drawn yet. */
  readonly onDayChange: (choose: (chosen: string | undefined) => string | undefined) => void
  /** Gives an item another date; the caller reports the result. */
  readonly onPlan: (post: PlannedItem, publishDate: string | null, timeZone: string) => void
}

export function ContentCalendar(props: ContentCalendarProps) {
  const company = useQuery(companyCalendar(props.filter.companyId))
  const late = useDelayed(company.isPending)
  if (company.data) return <Calendar {...props} {...company.data} />
  return company.isPending ? (
    <>
      <div className="h-13" />
      <Panel>
        <Waiting shown={late} />
      </Panel>
    </>
  ) : (
    <Panel className="mt-5">
      <QueryFailed title={texts.calendar.failed} query={company} />
    </Panel>
  )
}

function Calendar(props: ContentCalendarProps & { timeZone: string; today: string }) {
  const { filter, span, day: chosen, strong, onSpanChange, onDayChange, onPlan, timeZone } = props
  const [today, setToday] = useState(props.today)
  const day = chosen ?? today
  const days = useMemo(() => listDays(span, day), [span, day])
  const first = days[0] ?? day
  const last = days.at(-1) ?? day
  const list = useQuery({ ...contentCalendar(first, last, filter), placeholderData: keepPreviousData })
  const late = useDelayed(list.isPending)
  const hasTable = useMediaQuery('(min-width: 1100px)')
  const { signOf } = useContext(ItemSigns)
  const placed = useMemo(() => {
    const found = list.data?.items.filter((post) => isFound(post, filter.q))
    return groupByDay(
      (found ?? []).map((post) => ({ ...post, publishDate: signOf(post.id)?.at ?? post.publishDate })),
      timeZone,
    )
  }, [list.data, timeZone, filter.q, signOf])
  const root = useRef<HTMLDivElement>(null)
  const dropped = useRef<{ id: string; to: Place | null } | null>(null)

  const drag = useDragToDay({
    span,
    today,
    timeOn: ({ publishDate, accountId }) => {
      if (publishDate !== null) return toDayAndTime(publishDate, timeZone).time
      return accountId === strong?.accountId ? findStrongTime(strong) : null
    },
    onShow: (next) => {
      if (!days.includes(next)) onDayChange(() => next)
    },
    onDrop: (post, to, by) => {
      if (by === 'keys') dropped.current = { id: post.id, to }
      onPlan(post, to === null ? null : moveTo(post.publishDate, to, timeZone), timeZone)
    },
  })

  // Past midnight the answer knows the new day.
  if (list.data && list.data.today > today) setToday(list.data.today)

  // Keyboard focus follows the item to its new place.
  useEffect(() => {
    if (!dropped.current) return
    const { id, to } = dropped.current
    const grip = root.current?.querySelector<HTMLElement>(`[data-day="${to?.day}"] [data-grip="${id}"]`)
    if (!grip) return
    dropped.current = null
    grip.focus()
  })

  const title = spanTitle(span, day)
  const shared = {
    span,
    days,
    today,
    month: day.slice(0, 7),
    placed,
    timeZone,
    strong,
    label: title,
    stale: list.isPlaceholderData,
  }
  return (
    <section ref={root} aria-label={texts.calendar.title}>
      <div className="plan-bar">
        <IconButton
          size="small"
          label={texts.calendar.earlier[span]}
          icon={<ChevronLeft />}
          onClick={() => onDayChange((last = today) => stepDay(span, last, -1))}
        />
        <IconButton
          size="small"
          label={texts.calendar.later[span]}
          icon={<ChevronRight />}
          onClick={() => onDayChange((last = today) => stepDay(span, last, 1))}
        />
        <h2 className="ml-1 min-w-0 truncate text-section" aria-live="polite">
          {title}
        </h2>
        <Button size="small" className="ml-1" onClick={() => onDayChange(() => undefined)}>
          {texts.calendar.today}
        </Button>
        {hasTable ? null : <UnplannedButton filter={filter} />}
        <SignLegend className="ml-auto" />
        <Segmented label={texts.calendar.span} value={span} onChange={onSpanChange} options={SPANS} />
      </div>
      <p id="move-hint" className="sr-only">
        {texts.calendar.moveHint[span]}
      </p>
      <p className="sr-only" role="status" aria-live="assertive">
        {drag.news}
      </p>
      <Panel className="plan-panel overflow-clip">
        {list.data && !list.data.isComplete ? (
          <p className="border-b border-line px-4 py-2 text-note text-amber" role="alert">
            {texts.calendar.incomplete}
          </p>
        ) : null}
        {hasTable ? (
          <UnplannedRail filter={filter} carry={drag}>
            <Zone timeZone={timeZone} />
          </UnplannedRail>
        ) : null}
        {list.isPending ? <Waiting shown={late} /> : null}
        {list.error && !list.data ? <QueryFailed title={texts.calendar.failed} query={list} /> : null}
        {!list.data ? null : !hasTable ? (
          <CalendarAgenda {...shared} />
        ) : span === 'month' ? (
          <CalendarGrid {...shared} carry={drag} />
        ) : (
          <CalendarWeek {...shared} carry={drag} />
        )}
      </Panel>
      {hasTable ? null : (
        <p className="mt-2 px-1">
          <Zone timeZone={timeZone} />
        </p>
      )}
      {drag.carried?.by === 'pointer' ? (
        <div ref={drag.ghost} className="plan-ghost" data-stage="draft" aria-hidden="true">
          <ItemFace
            post={drag.carried.post}
            time={drag.carried.to?.time ?? null}
            isDated={Boolean(drag.carried.to ?? drag.carried.from)}
          />
        </div>
      ) : null}
    </section>
  )
}

function Waiting({ shown }: { shown: boolean }) {
  return (
    <div className="plan-waiting" aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {shown ? texts.calendar.loading : ''}
      </p>
      {shown ? (
        <div>
          {Array.from({ length: 35 }, (_, index) => `day ${index}`).map((key) => (
            <Skeleton key={key} className="h-full" />
          ))}
        </div>
      ) : null}
    </div>
  )
}
