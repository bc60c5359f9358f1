/** A week with its hours: what is planned stands at its time, and is dragged or carried to another one. */
import './calendar-week.css'
import { type CSSProperties, useMemo, useState } from 'react'
import { dateOf, dayTitle, weekdayName } from '#lib/day-names.ts'
import { padTwo } from '#lib/days.ts'
import { useNow } from '#lib/use-now.ts'
import { localOf } from '#lib/zones.ts'
import { Button } from '#ui/button.tsx'
import { findHours, HOUR_PX, layOutDay, minutesOf, type Place, type Placed } from '../rules/week.ts'
import { texts } from '../texts/calendar.ts'
import { CalendarItem } from './calendar-item.tsx'
import type { CalendarViewProps } from './calendar-view.ts'
import { DropHint } from './drop-hint.tsx'

const hourText = (hour: number): string => `${padTwo(hour)}:00`

export function CalendarWeek(props: CalendarViewProps) {
  const { days, today, placed, timeZone, carry, strong, label, stale } = props
  const [showsAll, setShowsAll] = useState(false)
  const carriedTime = carry.carried?.by === 'keys' ? (carry.carried.to?.time ?? null) : null
  const all = days.flatMap((day) => placed.get(day) ?? [])
  const { from, to } = findHours([...all.map(({ time }) => time), carriedTime], showsAll)
  const columns = useMemo(
    () => days.map((day) => ({ day, placed: placed.get(day) ?? [], ...layOutDay(placed.get(day) ?? [], from) })),
    [days, placed, from],
  )
  const height = Math.max((to - from) * HOUR_PX, ...columns.map(({ bottom }) => bottom))
  const hasAnyTime = carry.carried !== null || all.some(({ time }) => time === null)
  return (
    <>
      <div className="plan-week" data-stale={stale ? '' : undefined} aria-busy={stale}>
        <div className="plan-hours" aria-hidden="true">
          <span />
          <span className="plan-any">{hasAnyTime ? texts.calendar.anyTime : ''}</span>
          <div style={{ height }}>
            {Array.from({ length: to - from - 1 }, (_, index) => from + index + 1).map((hour) => (
              <span key={hour} style={{ top: (hour - from) * HOUR_PX }}>
                {hourText(hour)}
              </span>
            ))}
          </div>
        </div>
        <ol aria-label={label} className="contents">
          {columns.map((column) => (
            <Day
              key={column.day}
              {...column}
              isToday={column.day === today}
              from={from}
              height={height}
              hasAnyTime={hasAnyTime}
              timeZone={timeZone}
              carry={carry}
              strong={strong}
            />
          ))}
        </ol>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 text-caption text-ink-2">
        {strong ? (
          <span className="flex items-center gap-1.5">
            <i className="plan-strong-key" />
            {texts.calendar.strong(strong.basis)}
          </span>
        ) : null}
        <span className="ml-auto">
          {showsAll || (from === 0 && to === 24) ? '' : texts.calendar.outside(hourText(from), hourText(to))}
        </span>
        {!showsAll && from === 0 && to === 24 ? null : (
          <Button size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? texts.calendar.usualHours : texts.calendar.allHours}
          </Button>
        )}
      </div>
    </>
  )
}

interface DayProps extends Pick<CalendarViewProps, 'carry' | 'strong' | 'timeZone'>, ReturnType<typeof layOutDay> {
  readonly day: string
  readonly placed: readonly Placed[]
  readonly isToday: boolean
  readonly from: number
  readonly height: number
  readonly hasAnyTime: boolean
}

function Day({ day, placed, items, isToday, from, height, hasAnyTime, timeZone, carry, strong }: DayProps) {
  const anyTime = placed.filter(({ time }) => time === null)
  const target = carry.carried?.to?.day === day ? carry.carried.to : null
  const title = dayTitle(day)
  return (
    <li className="plan-column" data-day={day} data-target={target ? '' : undefined}>
      <div className="plan-week-head">
        <time dateTime={day} aria-current={isToday ? 'date' : undefined}>
          <b aria-hidden="true">{dateOf(day)}</b>
          <span aria-hidden="true">{weekdayName(day)}</span>
          <span className="sr-only">{`${title}, ${texts.calendar.items(placed.length)}`}</span>
        </time>
        {placed.length > 0 ? <span aria-hidden="true">{texts.calendar.posts(placed.length)}</span> : null}
      </div>
      <div className="plan-any" data-any-time="" data-shown={hasAnyTime ? '' : undefined}>
        {anyTime.length > 0 ? (
          <ul className="plan-items" aria-label={`${texts.calendar.onDay(title)}, ${texts.calendar.anyTime}`}>
            {anyTime.map(({ post, time }) => (
              <CalendarItem key={post.id} post={post} time={time} day={day} carry={carry} />
            ))}
          </ul>
        ) : null}
        {target?.time === null ? <DropHint place={target} strong={strong} /> : null}
      </div>
      <div className="plan-column-hours" style={{ height }} data-hours={from}>
        {strong?.hours.map((hours) => (
          <i key={hours.from} className="plan-strong" style={bandOf(hours, from)} />
        ))}
        {isToday ? <NowLine from={from} height={height} timeZone={timeZone} /> : null}
        {items.length > 0 ? (
          <ul aria-label={texts.calendar.onDay(title)}>
            {items.map(({ post, time, top, isTall }) => (
              <CalendarItem
                key={post.id}
                post={post}
                time={time}
                day={day}
                carry={carry}
                isTall={isTall}
                style={{ top: top + 2 }}
              />
            ))}
          </ul>
        ) : null}
        {target?.time ? <Target place={target} from={from} strong={strong} /> : null}
      </div>
    </li>
  )
}

function Target({ place, from, strong }: { place: Place } & Pick<DayProps, 'from' | 'strong'>) {
  return (
    <div className="plan-target" style={{ top: topOf(minutesOf(place.time ?? ''), from) }}>
      <DropHint place={place} strong={strong} />
    </div>
  )
}

const topOf = (minutes: number, from: number): number => ((minutes - from * 60) / 60) * HOUR_PX

function bandOf(hours: { readonly from: number; readonly to: number }, from: number): CSSProperties {
  const top = Math.max(0, topOf(hours.from * 60, from))
  return { top, height: Math.max(0, topOf(hours.to * 60, from) - top) }
}

/** The present, by the company's clock. */
function NowLine({ from, height, timeZone }: Pick<DayProps, 'from' | 'height' | 'timeZone'>) {
  const { time } = localOf(useNow().toISOString(), timeZone)
  const top = topOf(minutesOf(time), from)
  return top < 0 || top > height ? null : <i className="plan-now" style={{ top }} />
}
