/** A month to choose a day from, in a layer beside its field: the date picker of the ARIA practices, with its keys. */
import './calendar-popover.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { dateOf, dayTitle, monthTitle, weekdayLongName, weekdayName } from '#lib/day-names.ts'
import { addDays, addMonths, isDay, monthWeeks, weekDays, weekdayOf } from '#lib/days.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'

interface CalendarProps {
  /** A day, or anything else where none is chosen. */
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly today: string
  readonly onChoose: (day: string) => void
}

interface CalendarPopoverProps extends CalendarProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly title: string
  readonly onClose: () => void
}

export function CalendarPopover({ anchor, title, onClose, ...calendar }: CalendarPopoverProps) {
  return (
    <Popover title={title} anchor={anchor} align="start" width={292} head={false} onClose={onClose}>
      <Calendar {...calendar} />
    </Popover>
  )
}

const DAYS_IN_WEEK = 7
const EARLIEST = '1970-01-01'
const LATEST = '9998-12-31'

function Calendar({ value, min = EARLIEST, max = LATEST, today, onChoose }: CalendarProps) {
  const id = useId()
  const grid = useRef<HTMLTableElement>(null)
  const isWithin = (day: string): boolean => day >= min && day <= max
  const clamp = (day: string): string => (day < min ? min : day > max ? max : day)
  // The day that has the focus, or would have it: its month is shown.
  const [at, setAt] = useState(() => clamp(isDay(value) ? value : today))
  // It opens with the focus on the chosen day; the buttons that turn the pages keep theirs.
  const takesFocus = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useLayoutEffect(() => {
    if (takesFocus.current) {
      grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    }
    takesFocus.current = false
  }, [at])

  const turn = (months: number): void => setAt(clamp(addMonths(at, months)))
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = keyTarget(event, at)
    if (to === null) return
    event.preventDefault()
    if (clamp(to) === at) return
    takesFocus.current = true
    setAt(clamp(to))
  }

  const days = monthWeeks(at)
  const weeks = Array.from({ length: days.length / DAYS_IN_WEEK }, (_, week) =>
    days.slice(week * DAYS_IN_WEEK, (week + 1) * DAYS_IN_WEEK),
  )
  const first = `${at.slice(0, 7)}-01`
  return (
    <div className="calendar">
      <div className="calendar-head">
        <h2 id={id} className="text-panel" aria-live="polite">
          {monthTitle(at)}
        </h2>
        <IconButton
          size="small"
          label="Previous month"
          icon={<ChevronLeft />}
          disabled={!isWithin(addDays(first, -1))}
          onClick={() => turn(-1)}
        />
        <IconButton
          size="small"
          label="Next month"
          icon={<ChevronRight />}
          disabled={!isWithin(addMonths(first, 1))}
          onClick={() => turn(1)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved through by arrow keys */}
      <table ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekDays(at).map((day) => (
              <th key={day} scope="col" abbr={weekdayLongName(day)}>
                {weekdayName(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a table that is a grid is a gridcell
                <td key={day} aria-selected={day === value}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={dayTitle(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={isWithin(day) ? undefined : true}
                    data-other={day.startsWith(first.slice(0, 7)) ? undefined : ''}
                    onClick={() => isWithin(day) && onChoose(day)}
                  >
                    {dateOf(day)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isWithin(today) ? (
        <Button size="small" variant="quiet" className="justify-self-start" onClick={() => onChoose(today)}>
          Today
        </Button>
      ) : null}
    </div>
  )
}

/** The day that a key leads to; null for keys that lead to none. */
function keyTarget({ key, shiftKey }: KeyboardEvent, at: string): string | null {
  const months = shiftKey ? 12 : 1
  const weekday = weekdayOf(at)
  if (key === 'ArrowLeft') return addDays(at, -1)
  if (key === 'ArrowRight') return addDays(at, 1)
  if (key === 'ArrowUp') return addDays(at, -DAYS_IN_WEEK)
  if (key === 'ArrowDown') return addDays(at, DAYS_IN_WEEK)
  if (key === 'Home') return addDays(at, -weekday)
  if (key === 'End') return addDays(at, DAYS_IN_WEEK - 1 - weekday)
  if (key === 'PageUp') return addMonths(at, -months)
  if (key === 'PageDown') return addMonths(at, months)
  return null
}
