/** The calendar where a table has no room: the days that hold something, one below the other, from today on. */
import { useState } from 'react'
import { weekdayLongName } from '#lib/day-names.ts'
import { addDays } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { texts } from '../texts/calendar.ts'
import { CalendarItem } from './calendar-item.tsx'
import type { CalendarViewProps } from './calendar-view.ts'

export function CalendarAgenda({ span, days, today, month, placed, label, stale }: Omit<CalendarViewProps, 'carry'>) {
  const [showsEarlier, setShowsEarlier] = useState(false)
  const inSpan = days.filter((day) => (span === 'week' || day.startsWith(month)) && (placed.has(day) || day === today))
  const earlier = days.includes(today) ? inSpan.filter((day) => day < today) : []
  const shown = showsEarlier ? inSpan : inSpan.filter((day) => !earlier.includes(day))
  if (!inSpan.some((day) => placed.has(day)))
    return <p className="px-4 py-10 text-center text-label text-ink-2">{texts.calendar.noneInSpan[span]}</p>
  return (
    <>
      {earlier.length > 0 && !showsEarlier ? (
        <Button className="m-3 mb-0" size="small" onClick={() => setShowsEarlier(true)}>
          {texts.calendar.earlierInSpan(earlier.length)}
        </Button>
      ) : null}
      <ol aria-label={label} aria-busy={stale} className={`pb-2 ${stale ? 'opacity-60' : ''}`}>
        {shown.map((day) => (
          <li key={day} data-day={day}>
            <h3 className="px-4 pt-3 pb-1.5 text-label text-ink-2" aria-current={day === today ? 'date' : undefined}>
              <b className="font-strong text-ink">{nameOfDay(day, today)}</b> {formatDay(day)}
            </h3>
            {placed.has(day) ? (
              <ul className="plan-rows px-3 pb-1.5">
                {placed.get(day)?.map(({ post, time }) => (
                  <CalendarItem key={post.id} post={post} time={time} day={day} />
                ))}
              </ul>
            ) : (
              <p className="px-4 pb-2 text-note text-ink-3">{texts.calendar.items(0)}</p>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function nameOfDay(day: string, today: string): string {
  if (day === today) return texts.calendar.today
  return day === addDays(today, 1) ? texts.calendar.tomorrow : weekdayLongName(day)
}
