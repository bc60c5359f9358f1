/**
 * Growth over a period, compared with the period before, counted as in reports and lists. A change of source breaks the series: nothing
 * crosses it.
 */
import type { Analysis } from '@tangelo/contract'
import { dayToText } from '#platform/calendar.ts'
import { beginningOf, changeWithin, type Dated, type NoChange } from '../../changes/changes.rules.ts'
import { kindOfCounts } from '../../months/months.rules.ts'
import type { AnalysedDay } from './input.ts'
import { estimateTrend } from './trend.ts'
import { sayCount, sayDay, sayNumber, sayTotal } from './words.ts'

type Growth = Analysis['growth']

/** A reading this many days from the end of a period still stands for it; in long periods up to one day in thirty. */
const NEAR_DAYS = 1
const NEAR_SHARE = 1 / 30
/** Lengths of a year: the comparison is then with the same months. */
const YEAR = { from: 364, to: 366 }

/** `days`: all of the account in time order, also those before the period. `from` and `to` in days since 1970-01-01. */
export function describeGrowth(days: readonly AnalysedDay[], from: number, to: number): Growth {
  const length = to - from + 1
  const readings = days.map(({ day, followers, source }, at) => ({
    day,
    value: followers,
    isBreak: kindOfCounts(days[at - 1]?.source ?? source) !== kindOfCounts(source),
  }))
  const { last, change, noChange } = changeWithin(readings, { from, to })
  const beginning = change && beginningOf(change, { from, to })
  const breaks = findBreaks(days, from, to)
  const broken = breaks.at(-1)?.day
  const span = change && last && measureSpan(change.from, last)
  // Counted from an older day, it holds days of the period before.
  const before = span && beginning !== 'old' ? findSpan(days, span.from - length, span.to - length) : null
  const figures = days.filter(({ day }) => day >= (broken ?? from) && day <= to)
  return {
    sentence: sayGrowth({ to, length, span, beginning, before, noChange, broken }),
    span: span && { ...span, from: dayToText(span.from), to: dayToText(span.to) },
    previous: before && {
      from: dayToText(before.from),
      to: dayToText(before.to),
      change: before.change,
      share: before.share,
    },
    trend: estimateTrend(figures).map(({ day, ...rest }) => ({ day: dayToText(day), ...rest })),
    breaks: breaks.map(({ day, ...sources }) => ({ day: dayToText(day), ...sources })),
  }
}

/** Against the last known day before, which may lie before the period. */
const findBreaks = (days: readonly AnalysedDay[], first: number, last: number) =>
  days.flatMap(({ day, source }, at) => {
    const from = days[at - 1]?.source ?? source
    const isBreak = day >= first && day <= last && kindOfCounts(from) !== kindOfCounts(source)
    return isBreak ? [{ day, from, to: source }] : []
  })

interface Span {
  from: number
  to: number
  before: number
  after: number
  change: number
  share: number | null
}

function measureSpan(first: Dated, last: Dated): Span {
  const change = last.value - first.value
  return {
    from: first.day,
    to: last.day,
    before: first.value,
    after: last.value,
    change,
    share: first.value > 0 ? change / first.value : null,
  }
}

/** The span between two days, by readings on or near them; null without such readings or across a change of source. */
function findSpan(days: readonly AnalysedDay[], from: number, to: number): Span | null {
  const near = Math.max(NEAR_DAYS, Math.round((to - from) * NEAR_SHARE))
  const nearest = (wanted: number) => {
    let best: AnalysedDay | undefined
    for (const reading of days)
      if (Math.abs(reading.day - wanted) <= near)
        if (!best || Math.abs(reading.day - wanted) < Math.abs(best.day - wanted)) best = reading
    return best
  }
  const [first, last] = [nearest(from), nearest(to)]
  if (!first || !last || first.day >= last.day) return null
  const figures = days.filter(({ day }) => day >= first.day && day <= last.day)
  return figures.every(({ source }) => kindOfCounts(source) === kindOfCounts(first.source))
    ? measureSpan({ day: first.day, value: first.followers }, { day: last.day, value: last.followers })
    : null
}

interface Said {
  to: number
  length: number
  span: Span | null
  beginning: ReturnType<typeof beginningOf> | null
  before: Span | null
  noChange: NoChange | null
  /** Day of the last change of source. */
  broken: number | undefined
}

function sayGrowth({ to, length, span, beginning, before, noChange, broken }: Said): string {
  if (!span) {
    const isUnread = noChange === null || noChange === 'no-reading'
    const count = isUnread ? 'There is no reading' : 'There is one reading'
    const since = broken === undefined ? 'in this period' : `since the source changed on ${sayDay(broken, to)}`
    return `${count} ${since}; growth needs two.`
  }
  const near = Math.max(NEAR_DAYS, Math.round(length * NEAR_SHARE))
  const ending = span.to < to - near ? ` by ${sayDay(span.to, span.to)}, the last day with figures` : ''
  const verb = span.change > 0 ? 'grew by' : 'fell by'
  const grew =
    span.change === 0
      ? `stayed at ${sayTotal(span.after)}`
      : `${verb} ${sayNumber(Math.abs(span.change))} to ${sayTotal(span.after)}`
  const comparison = beginning === 'old' ? '.' : sayComparison(span, before, length)
  return `${sayBeginning(span, beginning, broken)} ${grew}${ending}${comparison}`
}

function sayBeginning(span: Span, beginning: Said['beginning'], broken: number | undefined): string {
  if (broken !== undefined) return `Since the source changed on ${sayDay(broken, span.to)}, followers`
  const day = sayDay(span.from, span.to)
  if (beginning === 'late') return `Since ${day}, the first day with figures, followers`
  return beginning === 'old' ? `Since ${day}, the last day with figures before, followers` : 'Followers'
}

function sayComparison(span: Span, before: Span | null, length: number): string {
  const isYear = length >= YEAR.from && length <= YEAR.to
  const whole = span.to - span.from >= length - Math.max(NEAR_DAYS, Math.round(length * NEAR_SHARE))
  const then = isYear
    ? `${whole ? 'in the year before' : 'in the same months a year before'}`
    : whole
      ? `in the ${sayCount(length, 'day')} before`
      : `in the same stretch ${sayCount(length, 'day')} earlier`
  if (!before) return `. No figures of one source are held ${then} to compare with.`
  const more = span.change - before.change
  if (more === 0) return `, as many as ${then}.`
  return `, ${sayNumber(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${then}.`
}
