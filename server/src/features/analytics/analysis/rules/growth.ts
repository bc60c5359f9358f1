/** Growth inside a period, compared with the period before. A change of source breaks the series: nothing crosses it. */
import type { Analysis } from '@tangelo/contract'
import { dayToText } from '#platform/calendar.ts'
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
  const inside = days.filter(({ day }) => day >= from && day <= to)
  const breaks = findBreaks(inside)
  const start = breaks.at(-1)?.day ?? from
  const figures = inside.filter(({ day }) => day >= start)
  const span = measureSpan(figures)
  const length = to - from + 1
  const before = span && findSpan(days, span.from - length, span.to - length)
  return {
    sentence: sayGrowth({ from, to, length, span, before, figures, broken: breaks.at(-1)?.day }),
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

const findBreaks = (days: readonly AnalysedDay[]) =>
  days.flatMap(({ day, source }, at) => {
    const from = days[at - 1]?.source ?? source
    return kindOfCounts(from) === kindOfCounts(source) ? [] : [{ day, from, to: source }]
  })

interface Span {
  from: number
  to: number
  before: number
  after: number
  change: number
  share: number | null
}

/** From the first of these figures to the last one. Null with fewer than two. */
function measureSpan(figures: readonly AnalysedDay[]): Span | null {
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last || first === last) return null
  const change = last.followers - first.followers
  return {
    from: first.day,
    to: last.day,
    before: first.followers,
    after: last.followers,
    change,
    share: first.followers > 0 ? change / first.followers : null,
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
    ? measureSpan(figures)
    : null
}

interface Said {
  from: number
  to: number
  length: number
  span: Span | null
  before: Span | null
  figures: readonly AnalysedDay[]
  /** Day of the last change of source. */
  broken: number | undefined
}

function sayGrowth({ from, to, length, span, before, figures, broken }: Said): string {
  if (!span) {
    const count = figures.length === 0 ? 'There is no reading' : 'There is one reading'
    const since = broken === undefined ? 'in this period' : `since the source changed on ${sayDay(broken, to)}`
    return `${count} ${since}; growth needs two.`
  }
  const near = Math.max(NEAR_DAYS, Math.round(length * NEAR_SHARE))
  const beginning =
    broken !== undefined
      ? `Since the source changed on ${sayDay(broken, span.to)}, followers`
      : span.from > from + near
        ? `Since ${sayDay(span.from, span.to)}, the first day with figures, followers`
        : 'Followers'
  const ending = span.to < to - near ? ` by ${sayDay(span.to, span.to)}, the last day with figures` : ''
  const verb = span.change > 0 ? 'grew by' : 'fell by'
  const grew =
    span.change === 0
      ? `stayed at ${sayTotal(span.after)}`
      : `${verb} ${sayNumber(Math.abs(span.change))} to ${sayTotal(span.after)}`
  return `${beginning} ${grew}${ending}${sayComparison(span, before, length)}`
}

function sayComparison(span: Span, before: Span | null, length: number): string {
  const isYear = length >= YEAR.from && length <= YEAR.to
  const whole = span.to - span.from + 1 >= length - Math.max(NEAR_DAYS, Math.round(length * NEAR_SHARE))
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
