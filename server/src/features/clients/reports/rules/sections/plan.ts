/** What goes out after the period, and what went out in it. Times are those of the company's clocks. */
import { dayFromText, dayOf } from '#platform/calendar.ts'
import type { PlanInput, PlannedInput } from '../input.ts'
import { type Cell, cell, type Section, type Table } from '../model.ts'
import { sayCaption, sayCount, sayFullDay, sayWeekday } from '../words.ts'

type Made = Omit<Section, 'kind' | 'note'>

/** Rows that are printed; the table behind them holds all. */
const ROWS_PRINTED = 12

const clocks = new Map<string, Intl.DateTimeFormat>()

function sayClock(moment: number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock.format(moment)
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length

function whenOf(publishDate: string | null, timeZone: string): { day: number | null; text: string; full: string } {
  if (publishDate === null) return { day: null, text: 'No date', full: 'no date' }
  if (isDay(publishDate)) {
    const day = dayFromText(publishDate)
    return { day, text: sayWeekday(day), full: sayFullDay(day) }
  }
  const moment = Date.parse(publishDate)
  const day = dayOf(moment, timeZone)
  const time = sayClock(moment, timeZone)
  return { day, text: `${sayWeekday(day)}, ${time}`, full: `${sayFullDay(day)}, ${time}` }
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function stateOf({ status, needsApproval }: PlannedInput): { state: string; isApproved: boolean } {
  const key = status.trim().toLowerCase()
  if (key === 'approved') return { state: 'Approved', isApproved: true }
  if (key === 'published') return { state: 'Published', isApproved: true }
  return { state: needsApproval ? 'Waits for approval' : upper(status), isApproved: false }
}

export function planSection(
  heading: string,
  none: string,
  { posts: items, isCut }: PlanInput,
  { pictures, timeZone, isOne }: { pictures: ReadonlyMap<string, string>; timeZone: string; isOne: boolean },
): Made {
  const rows = items.map((item) => ({ item, when: whenOf(item.publishDate, timeZone), ...stateOf(item) }))
  const table: Table = {
    caption: heading,
    columns: [{ name: 'Post' }, { name: 'Account' }, { name: 'Kind' }, { name: 'When' }, { name: 'State' }],
    rows: rows.map(({ item, when, state }): Cell[] => [
      cell(sayCaption(item.caption)),
      cell(item.username === null ? '' : `@${item.username}`),
      cell(item.mediaType ?? ''),
      cell(when.full),
      cell(state),
    ]),
  }
  const more = rows.length - ROWS_PRINTED
  const [last] = rows.slice(-1)
  const sentences = [
    more > 0 ? `And ${sayCount(more, 'more post')}, in the table.` : '',
    isCut && last?.when.day
      ? `Only the first ${sayCount(rows.length, 'post')}, up to ${sayFullDay(last.when.day)}.`
      : '',
  ]
  return {
    heading,
    lead: rows.length === 0 ? [none] : null,
    drawing:
      rows.length === 0
        ? { kind: 'none' }
        : {
            kind: 'plan',
            posts: rows.slice(0, ROWS_PRINTED).map(({ item, when, state, isApproved }) => ({
              caption: sayCaption(item.caption),
              about: [isOne || item.username === null ? '' : `@${item.username}`, upper(item.mediaType ?? 'Post')]
                .filter(Boolean)
                .join(', '),
              when: when.text,
              state,
              isApproved,
              source: (item.imageUrl === null ? undefined : pictures.get(item.imageUrl)) ?? null,
            })),
          },
    caption: sentences.filter(Boolean).join(' ') || null,
    tables: rows.length === 0 ? [] : [table],
    showsTable: false,
  }
}

/** Pictures that the section shows. */
export const picturesOfPlan = ({ posts }: PlanInput): string[] =>
  posts.slice(0, ROWS_PRINTED).flatMap(({ imageUrl }) => imageUrl ?? [])
