/** Followers of each day beside those of the period before, with the moves that stand out. */
import type { Analysis } from '@tangelo/contract'
import type { Dated } from '#features/analytics/index.ts'
import { dayFromText } from '#platform/calendar.ts'
import type { Days } from '../changes.ts'
import type { AccountFigures } from '../figures.ts'
import { type Cell, cell, type Line, type Mark, type Rich, type Section, type Table, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayCount, sayDayBeside, sayFullDay, sayShort, saySigned, sayWhole } from '../words.ts'

export type Made = Omit<Section, 'kind' | 'note'>

/** Marks that a chart has room for; the section of moves names all. */
const MARKS_MAX = 3

/** Of sums: how many of the accounts have no reading of a day, so that their last figure is carried over to it. */
export interface Carried {
  accounts: number
  byDay: ReadonlyMap<number, number>
}

interface Followers {
  /** What the change is counted from. */
  beginning: Dated | null
  inPeriod: Days
  before: Days
  carried: Carried | null
}

const MOVE_WORDS = {
  cleanup: 'cleanup',
  unexplained: 'unexplained',
  giveaway: 'giveaway',
  viral: 'one post',
} as const

const asLine = ({ days, breaks }: Days, from: number): Line => ({
  points: days.map(({ day, value }) => ({ day: day - from, value })),
  breaks: breaks.map((day) => day - from),
})

export function sayGrowth(
  change: { value: number; from: Dated; isAfterBreak: boolean },
  end: number,
  { from, to }: NamedPeriod,
): Rich {
  const since = change.isAfterBreak
    ? `Since the source changed on ${sayDayBeside(change.from.day, to)}, followers `
    : change.from.day === from - 1
      ? 'Followers '
      : `Since ${sayDayBeside(change.from.day, to)}, ${change.from.day < from ? 'the last day with figures before, ' : 'the first day with figures, '}followers `
  if (change.value === 0) return [since, 'stayed at ', { strong: sayShort(end) }, '.']
  const verb = change.value > 0 ? 'grew by ' : 'fell by '
  return [since, verb, { strong: `${sayWhole(Math.abs(change.value))} to ${sayShort(end)}` }, '.']
}

export function growthLead({ change, noChange, followers }: AccountFigures, period: NamedPeriod): Rich {
  if (!followers) return ['No followers are known up to this day.']
  if (change) return sayGrowth(change, followers.value, period)
  const [count, day] = [{ strong: sayShort(followers.value) }, sayFullDay(followers.day)]
  if (noChange === 'no-reading')
    return ['Followers were not read in this period: the last figure is ', count, ` of ${day}.`]
  if (noChange === 'source-changed')
    return [
      `The source changed on ${day}: `,
      count,
      ' followers on that day, with nothing of this source to compare with.',
    ]
  return ['Followers were read on one day of this period: ', count, ` on ${day}.`]
}

const marksOf = (moves: Analysis['moves'], { from, to }: NamedPeriod): Mark[] =>
  moves
    .filter(({ day }) => dayFromText(day) >= from && dayFromText(day) <= to)
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, MARKS_MAX)
    .map(({ day, change, kind }) => ({
      day: dayFromText(day) - from,
      text: `${sayDayBeside(dayFromText(day), to)}, ${MOVE_WORDS[kind]}, ${saySigned(change)}`,
      isRise: change >= 0,
    }))
    .toSorted((one, other) => one.day - other.day)

function tableOf(
  { beginning, inPeriod, before, carried }: Followers,
  { from, previous, previousName }: NamedPeriod,
  until: number,
): Table {
  // With the day before, so that the first day has its change: those of all days add up to that of the period.
  const values = new Map([...(beginning ? [beginning] : []), ...inPeriod.days].map(({ day, value }) => [day, value]))
  const breaks = new Set(inPeriod.breaks)
  const then = new Map(before.days.map(({ day, value }) => [day - previous.from, value]))
  const number = (value: number | undefined): Cell => (value === undefined ? UNKNOWN : cell(sayWhole(value), value))
  const rows = Array.from({ length: until - from + 1 }, (_, at): Cell[] => {
    const [value, last] = [values.get(from + at), values.get(from + at - 1)]
    return [
      cell(sayFullDay(from + at)),
      number(value),
      value === undefined || last === undefined || breaks.has(from + at)
        ? cell('', null)
        : cell(saySigned(value - last), value - last),
      ...(then.size > 0 ? [number(then.get(at))] : []),
      ...(carried?.byDay.size ? [toCarriedCell(carried, from + at)] : []),
    ]
  })
  return {
    caption: 'Followers by day',
    columns: [
      { name: 'Day' },
      { name: 'Followers', isNumber: true },
      { name: 'Change', isNumber: true },
      ...(then.size > 0 ? [{ name: upper(previousName), isNumber: true as const }] : []),
      ...(carried?.byDay.size ? [{ name: 'Carried over' }] : []),
    ],
    rows,
  }
}

/** '2 of 5 accounts'; the file for spreadsheets has the number. */
function toCarriedCell({ accounts, byDay }: Carried, day: number): Cell {
  const count = byDay.get(day)
  return count === undefined ? cell('', null) : cell(`${sayWhole(count)} of ${sayCount(accounts, 'account')}`, count)
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function chartOf(
  followers: Followers,
  moves: Analysis['moves'],
  period: NamedPeriod,
  /** The last day of the period that has come. */
  until: number,
  { lead, about }: { lead: Rich; about: string },
): Made {
  const { from, to, previous, previousName } = period
  const { inPeriod, before } = followers
  const { days } = inPeriod
  const [first, last] = [days[0], days.at(-1)]
  const missing = until - from + 1 - days.length
  const sentences = [
    'Per day; the axis does not begin at zero.',
    missing > 0 && days.length > 0 ? `${sayCount(missing, 'day')} without a reading: no line is drawn there.` : '',
    before.days.length > 1 ? `The pale line is ${previousName}.` : '',
    about,
  ]
  return {
    heading: 'Followers',
    lead,
    drawing:
      first && last && days.length > 1
        ? {
            kind: 'line',
            days: to - from + 1,
            firstDay: from,
            line: asLine(inPeriod, from),
            previous: before.days.length > 1 ? asLine(before, previous.from) : null,
            previousName: upper(previousName),
            marks: marksOf(moves, period),
            says: `Followers per day, ${sayWhole(first.value)} on ${sayFullDay(first.day)} and ${sayWhole(last.value)} on ${sayFullDay(last.day)}.`,
          }
        : { kind: 'none' },
    caption: days.length > 1 ? sentences.filter(Boolean).join(' ') : null,
    tables: [tableOf(followers, period, until)],
    showsTable: false,
  }
}

/** Of one account. */
export function growthSection(
  figures: AccountFigures,
  moves: Analysis['moves'],
  period: NamedPeriod,
  until: number,
): Made {
  const { change, inPeriod, before } = figures
  const followers = { beginning: change?.from ?? null, inPeriod, before, carried: null }
  return chartOf(followers, moves, period, until, { lead: growthLead(figures, period), about: '' })
}
