/** The calendar where a table has no room: the days that hold something, one below the other. */
import { formatDay } from '#lib/format.ts'
import type { Placed, Span } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import { weekdayName } from './calendar-days.ts'
import { CalendarItem } from './calendar-item.tsx'

interface CalendarAgendaProps {
  readonly span: Span
  readonly days: readonly string[]
  readonly today: string
  readonly month: string
  readonly placed: ReadonlyMap<string, readonly Placed[]>
  readonly label: string
  readonly stale: boolean
}

export function CalendarAgenda({ span, days, today, month, placed, label, stale }: CalendarAgendaProps) {
  const isShown = (day: string): boolean =>
    (span === 'week' || day.startsWith(month)) && (placed.has(day) || day === today)
  const shown = days.filter(isShown)
  const isEmpty = !shown.some((day) => placed.has(day))
  return (
    <>
      {isEmpty ? (
        <p className="px-4 py-6 text-center text-label text-ink-2">{texts.calendar.noneInSpan[span]}</p>
      ) : (
        <ol aria-label={label} aria-busy={stale} className={stale ? 'opacity-60' : ''}>
          {shown.map((day) => (
            <li
              key={day}
              className="grid grid-cols-[44px_minmax(0,1fr)] gap-x-2 border-b border-line px-4 py-3 last:border-b-0"
            >
              <time dateTime={day} aria-current={day === today ? 'date' : undefined} className="plan-agenda-day">
                <span className="sr-only">{formatDay(day, true)}</span>
                <span aria-hidden="true">{weekdayName(day)}</span>
                <b aria-hidden="true">{Number(day.slice(8))}</b>
              </time>
              {placed.has(day) ? (
                <ul className="plan-rows">
                  {placed.get(day)?.map(({ post, time }) => (
                    <CalendarItem key={post.id} post={post} time={time} day={day} />
                  ))}
                </ul>
              ) : (
                <p className="self-center text-note text-ink-3">{texts.calendar.items(0)}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
