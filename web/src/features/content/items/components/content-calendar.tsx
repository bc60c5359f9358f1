/** What goes out and when, by the calendar of the company: a month or a week, and what has no date yet. */
import './content-calendar.css'
import type { PlannedItem } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { companyCalendar, contentCalendar } from '../queries/items.ts'
import { groupByDay, listDays, movedTo, type Span, stepDay } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { spanTitle } from './calendar-days.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { Thumb } from './calendar-item.tsx'
import { UnplannedList, useUnplannedCount } from './unplanned-list.tsx'
import { useDragToDay } from './use-drag-to-day.ts'

const SPANS = [
  { value: 'month', label: texts.calendar.month },
  { value: 'week', label: texts.calendar.week },
] as const

interface ContentCalendarProps {
  readonly span: Span
  /** A day that is in sight; the present one when nothing was chosen. */
  readonly day: string | undefined
  readonly onSpanChange: (span: Span) => void
  readonly onDayChange: (day: string | undefined) => void
  /** Gives an item another date; the caller reports the result. */
  readonly onPlan: (post: PlannedItem, publishDate: string | null, timeZone: string) => void
}

export function ContentCalendar(props: ContentCalendarProps) {
  const company = useQuery(companyCalendar())
  const late = useDelayed(company.isPending)
  if (company.data) return <Calendar {...props} {...company.data} />
  return (
    <Panel>
      {company.isPending ? (
        <Waiting shown={late} />
      ) : (
        <FailedState
          title={texts.calendar.failed}
          cause={company.error?.message ?? ''}
          busy={company.isFetching}
          onRetry={() => void company.refetch()}
        />
      )}
    </Panel>
  )
}

function Calendar(props: ContentCalendarProps & { timeZone: string; today: string }) {
  const { span, day: chosen, onSpanChange, onDayChange, onPlan, timeZone } = props
  const [today, setToday] = useState(props.today)
  const day = chosen ?? today
  const days = useMemo(() => listDays(span, day), [span, day])
  const first = days[0] ?? day
  const last = days.at(-1) ?? day
  const list = useQuery({ ...contentCalendar(first, last), placeholderData: keepPreviousData })
  const late = useDelayed(list.isPending)
  const hasTable = useMediaQuery('(min-width: 861px)')
  const hasSide = useMediaQuery('(min-width: 1140px)')
  const placed = useMemo(() => groupByDay(list.data?.items ?? [], timeZone), [list.data, timeZone])
  const root = useRef<HTMLDivElement>(null)
  const dropped = useRef<{ id: string; day: string | null } | null>(null)

  const drag = useDragToDay({
    today,
    onShow: (next) => {
      if (!days.includes(next)) onDayChange(next)
    },
    onDrop: (post, to, by) => {
      if (by === 'keys') dropped.current = { id: post.id, day: to }
      onPlan(post, to === null ? null : movedTo(post.publishDate, to, timeZone), timeZone)
    },
  })

  // Past midnight the answer knows the new day.
  if (list.data && list.data.today > today) setToday(list.data.today)

  // Keyboard focus follows the item to its new place.
  useEffect(() => {
    if (!dropped.current) return
    const { id, day: at } = dropped.current
    const grip = root.current?.querySelector<HTMLElement>(`[data-day="${at}"] [data-grip="${id}"]`)
    if (!grip) return
    dropped.current = null
    grip.focus()
  })

  const title = spanTitle(span, day)
  const shared = { span, days, today, month: day.slice(0, 7), placed, label: title, stale: list.isPlaceholderData }
  return (
    <Panel ref={root} className="plan-panel overflow-clip" aria-label={texts.calendar.title}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5 desk:px-4">
        <IconButton
          size="small"
          label={texts.calendar.earlier[span]}
          icon={<ChevronLeft />}
          onClick={() => onDayChange(stepDay(span, day, -1))}
        />
        <IconButton
          size="small"
          label={texts.calendar.later[span]}
          icon={<ChevronRight />}
          onClick={() => onDayChange(stepDay(span, day, 1))}
        />
        <h3 className="min-w-0 flex-1 truncate text-section max-desk:basis-[calc(100%-172px)]" aria-live="polite">
          {title}
        </h3>
        <span className="text-caption text-ink-3 max-desk:hidden">{texts.calendar.zone(timeZone)}</span>
        <Button size="small" onClick={() => onDayChange(undefined)}>
          {texts.calendar.today}
        </Button>
        {hasSide ? null : <UnplannedButton />}
        <Segmented
          className="max-desk:ml-auto"
          label={texts.calendar.span}
          value={span}
          onChange={onSpanChange}
          options={SPANS}
        />
      </div>
      <p id="move-hint" className="sr-only">
        {texts.calendar.moveHint}
      </p>
      <p className="sr-only" role="status" aria-live="assertive">
        {drag.news}
      </p>
      {list.data && !list.data.isComplete ? (
        <p className="border-b border-line px-4 py-2 text-note text-amber" role="alert">
          {texts.calendar.incomplete}
        </p>
      ) : null}
      {list.isPending ? <Waiting shown={late} /> : null}
      {list.error && !list.data ? (
        <FailedState
          title={texts.calendar.failed}
          cause={list.error.message}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.data ? (
        <div className={hasSide ? 'grid grid-cols-[minmax(0,1fr)_248px]' : ''}>
          {hasTable ? <CalendarGrid {...shared} carry={drag} /> : <CalendarAgenda {...shared} />}
          {hasSide ? (
            <aside
              className="min-w-0 max-h-200 pt-3 px-3 pb-4 border-l border-line overflow-y-auto [scrollbar-width:thin]"
              data-unplanned=""
              data-target={drag.carried?.to === null ? '' : undefined}
              aria-labelledby="unplanned-heading"
            >
              <h4 id="unplanned-heading" className="text-panel">
                {texts.calendar.unplanned}
              </h4>
              <p className="mb-2.5 text-caption text-ink-3">{texts.calendar.unplannedHint}</p>
              <UnplannedList carry={drag} />
            </aside>
          ) : null}
        </div>
      ) : null}
      {drag.carried?.by === 'pointer' ? (
        <div
          ref={drag.ghost}
          className="fixed [inset:0_auto_auto_0] z-50 p-0.75 rounded-[8px] bg-raised shadow-lift pointer-events-none [&>.plan-thumb]:size-9"
        >
          <Thumb post={drag.carried.post} />
        </div>
      ) : null}
    </Panel>
  )
}

/** Where there is no room beside the calendar, what has no date is one press away. */
function UnplannedButton() {
  const count = useUnplannedCount()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} size="small" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.calendar.unplannedShort(count === null ? '...' : formatWhole(count))}
      </Button>
      {open ? (
        <Popover title={texts.calendar.unplanned} anchor={button} width={320} onClose={() => setOpen(false)}>
          <div className="px-4 pb-4">
            <UnplannedList />
          </div>
        </Popover>
      ) : null}
    </>
  )
}

function Waiting({ shown }: { shown: boolean }) {
  return (
    <div className="h-96 p-4" aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {shown ? texts.calendar.loading : ''}
      </p>
      {shown ? (
        <div className="grid h-full grid-cols-7 gap-2">
          {Array.from({ length: 21 }, (_, index) => `day ${index}`).map((key) => (
            <Skeleton key={key} className="h-full" />
          ))}
        </div>
      ) : null}
    </div>
  )
}
