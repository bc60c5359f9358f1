/** When a draft goes out: as it is read, and as it is typed. */
import { isDay } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { momentAt } from '#lib/zones.ts'
import { toDayAndTime } from '../../items/rules/items.ts'
import { texts as draftTexts } from '../texts/drafts.ts'
import { texts } from '../texts/post.ts'

/** The day something goes out, by the company's calendar: 'Nov 24, 2026', or 'No date'. */
export function dateText(publishDate: string | null, timeZone: string): string {
  return publishDate === null ? draftTexts.card.noDate : formatDay(toDayAndTime(publishDate, timeZone).day, true)
}

/** With its hour where one is known: 'Nov 24, 2026, 09:00'. */
export function dateTimeText(publishDate: string, timeZone: string): string {
  const { day, time } = toDayAndTime(publishDate, timeZone)
  return [formatDay(day, true), time].filter(Boolean).join(', ')
}

export interface DateFields {
  readonly day: string
  /** Empty: planned for the day. */
  readonly time: string
}

export function toDateFields(publishDate: string | null, timeZone: string): DateFields {
  if (publishDate === null) return { day: '', time: '' }
  const { day, time } = toDayAndTime(publishDate, timeZone)
  return { day, time: time ?? '' }
}

/** What the two fields say; undefined while they say nothing that could be kept. */
export function parseDateFields({ day, time }: DateFields, timeZone: string): string | null | undefined {
  if (day === '' && time === '') return null
  if (dateFieldsError({ day, time })) return undefined
  return time === '' ? day : momentAt({ day, time }, timeZone)
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** What is wrong with the two fields; undefined where nothing is. */
export function dateFieldsError({ day, time }: DateFields): { field: 'day' | 'time'; text: string } | undefined {
  if (time !== '' && !TIME.test(time)) return { field: 'time', text: texts.date.noTime }
  if (day === '' && time !== '') return { field: 'day', text: texts.date.incomplete }
  return day === '' || isDay(day) ? undefined : { field: 'day', text: texts.date.noDay }
}
