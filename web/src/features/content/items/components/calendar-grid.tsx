/** A month as a table of days. Items are dragged to another day, or carried there with the keys. */
import { type RefObject, useRef, useState } from 'react'
import { dateOf, dayTitle, monthName, weekdayLongName, weekdayName } from '#lib/day-names.ts'
import { Popover } from '#ui/popover.tsx'
import type { Placed } from '../rules/week.ts'
import { texts } from '../texts/calendar.ts'
import { CalendarItem } from './calendar-item.tsx'
import type { CalendarViewProps } from './calendar-view.ts'
import { DropHint } from './drop-hint.tsx'
import type { DragToDay } from './use-drag-to-day.ts'

const ITEMS_SHOWN = 3

export function CalendarGrid({ days, today, month, placed, carry, strong, label, stale }: CalendarViewProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const [more, setMore] = useState<string | null>(null)
  const anchor = useRef<HTMLElement>(null)
  return (
    <>
      <table className="plan-table" data-stale={stale ? '' : undefined} aria-label={label} aria-busy={stale}>
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
                  isToday={day === today}
                  isOutside={!day.startsWith(month)}
                  placed={placed.get(day) ?? []}
                  carry={carry}
                  strong={strong}
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

interface DayProps extends Pick<CalendarViewProps, 'strong'> {
  day: string
  isToday: boolean
  isOutside: boolean
  placed: readonly Placed[]
  carry: DragToDay
  onMore: (element: HTMLElement) => void
}

function Day({ day, isToday, isOutside, placed, carry, strong, onMore }: DayProps) {
  const shown = placed.length > ITEMS_SHOWN ? placed.slice(0, ITEMS_SHOWN - 1) : placed
  const target = carry.carried?.to
  const isTarget = target?.day === day
  return (
    <td data-day={day} data-outside={isOutside ? '' : undefined} data-target={isTarget ? '' : undefined}>
      <div className="plan-day-head">
        <time dateTime={day} className="plan-date" aria-current={isToday ? 'date' : undefined}>
          <span aria-hidden="true">{dateOf(day)}</span>
          <span className="sr-only">{`${dayTitle(day)}, ${texts.calendar.items(placed.length)}`}</span>
        </time>
        {isToday ? (
          <span aria-hidden="true">{texts.calendar.today}</span>
        ) : day.endsWith('-01') ? (
          <span aria-hidden="true">{monthName(day)}</span>
        ) : null}
      </div>
      {placed.length > 0 ? (
        <ul className="plan-items" aria-label={texts.calendar.onDay(dayTitle(day))}>
          {shown.map(({ post, time }) => (
            <CalendarItem key={post.id} post={post} time={time} day={day} carry={carry} />
          ))}
        </ul>
      ) : null}
      {placed.length > shown.length ? (
        <MoreButton day={day} shown={shown.length} count={placed.length} onMore={onMore} />
      ) : null}
      {target && isTarget ? <DropHint place={target} strong={strong} /> : null}
    </td>
  )
}

interface MoreButtonProps {
  readonly day: string
  readonly shown: number
  readonly count: number
  readonly onMore: (element: HTMLElement) => void
}

function MoreButton({ day, shown, count, onMore }: MoreButtonProps) {
  return (
    <button
      type="button"
      className="text-caption w-full min-h-6 py-0 px-1.5 rounded-control font-medium text-left text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
      aria-label={texts.calendar.moreOn(count - shown, count, dayTitle(day))}
      onClick={(event) => onMore(event.currentTarget)}
    >
      {texts.calendar.more(count - shown)}
    </button>
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
