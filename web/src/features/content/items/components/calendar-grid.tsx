/** A month or a week as a table of days. Items are dragged to another day, or carried there with the keys. */
import { type RefObject, useRef, useState } from 'react'
import { Popover } from '#ui/popover.tsx'
import type { Placed, Span } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import { dateOf, dayTitle, weekdayLongName, weekdayName } from './calendar-days.ts'
import { CalendarItem } from './calendar-item.tsx'
import type { DragToDay } from './use-drag-to-day.ts'

const ITEMS_SHOWN = { month: 3, week: 14 }

interface CalendarGridProps {
  readonly span: Span
  readonly days: readonly string[]
  readonly today: string
  /** Days of other months are quieter. */
  readonly month: string
  readonly placed: ReadonlyMap<string, readonly Placed[]>
  readonly carry: DragToDay
  readonly label: string
  readonly stale: boolean
}

export function CalendarGrid({ span, days, today, month, placed, carry, label, stale }: CalendarGridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const [more, setMore] = useState<string | null>(null)
  const anchor = useRef<HTMLElement>(null)
  return (
    <>
      <table
        className="plan-table"
        data-span={span}
        data-stale={stale ? '' : undefined}
        aria-label={label}
        aria-busy={stale}
      >
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={weekdayLongName(day)}>
                {weekdayName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  span={span}
                  isToday={day === today}
                  isOutside={span === 'month' && !day.startsWith(month)}
                  placed={placed.get(day) ?? []}
                  carry={carry}
                  onMore={(element) => {
                    anchor.current = element
                    setMore(day)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more ? (
        <DayPopover day={more} placed={placed.get(more) ?? []} anchor={anchor} onClose={() => setMore(null)} />
      ) : null}
    </>
  )
}

interface DayProps {
  day: string
  span: Span
  isToday: boolean
  isOutside: boolean
  placed: readonly Placed[]
  carry: DragToDay
  onMore: (element: HTMLElement) => void
}

function Day({ day, span, isToday, isOutside, placed, carry, onMore }: DayProps) {
  const most = ITEMS_SHOWN[span]
  const shown = placed.length > most ? placed.slice(0, most - 1) : placed
  const more = placed.length - shown.length
  return (
    <td
      data-day={day}
      data-outside={isOutside ? '' : undefined}
      data-target={carry.carried?.to === day ? '' : undefined}
    >
      <time dateTime={day} className="plan-date" aria-current={isToday ? 'date' : undefined}>
        <span aria-hidden="true">{dateOf(day)}</span>
        <span className="sr-only">{`${dayTitle(day)}, ${texts.calendar.items(placed.length)}`}</span>
      </time>
      {placed.length > 0 ? (
        <ul className="plan-items" aria-label={texts.calendar.onDay(dayTitle(day))}>
          {shown.map(({ post, time }) => (
            <CalendarItem key={post.id} post={post} time={time} day={day} carry={carry} />
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <button
          type="button"
          className="text-caption w-full min-h-6 py-0 px-1.5 rounded-[6px] font-medium text-left text-ink-2 hover:bg-hover hover:text-ink focus-visible:[outline-offset:-1px]"
          aria-label={texts.calendar.moreOn(more, placed.length, dayTitle(day))}
          onClick={(event) => onMore(event.currentTarget)}
        >
          {texts.calendar.more(more)}
        </button>
      ) : null}
    </td>
  )
}

interface DayPopoverProps {
  day: string
  placed: readonly Placed[]
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

function DayPopover({ day, placed, anchor, onClose }: DayPopoverProps) {
  return (
    <Popover title={dayTitle(day)} anchor={anchor} align="center" width={320} onClose={onClose}>
      {/* Opening one leads to its dialog: this layer has done its work. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed with Enter clicks as well */}
      <ul className="plan-rows px-3 pb-3" onClick={onClose}>
        {placed.map(({ post, time }) => (
          <CalendarItem key={post.id} post={post} time={time} day={day} />
        ))}
      </ul>
    </Popover>
  )
}
