/** What the history of an item says: which fields a change alters, from what to what. */
import type { ContentChange } from '@tangelo/contract'
import {
  applyChange,
  type ItemChange,
  type ItemFields,
  type ItemRow,
  OWN_FIELDS,
  TABLE_FIELDS,
} from '../items.rules.ts'
import { asContentItem, listOf } from './item-json.ts'

export type FieldChange = ContentChange['changes'][number]

const FIELDS: readonly (keyof ItemFields)[] = [...TABLE_FIELDS, ...OWN_FIELDS]

/** True for a field that no table elsewhere has. */
export const isOurs = (field: FieldChange['field']): boolean => OWN_FIELDS.some((own) => own === field)

/** Which fields differ, as the wire shows them. */
export function differences(before: ItemRow, after: ItemRow): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return FIELDS.flatMap((field) =>
    JSON.stringify(was[field]) === JSON.stringify(is[field])
      ? []
      : [{ field, from: inHistory(was[field]), to: inHistory(is[field]) }],
  )
}

/** Of an account or a user the name. */
const inHistory = (value: ReturnType<typeof fieldsOf>[keyof ItemFields]) =>
  value !== null && typeof value === 'object' && 'username' in value ? value.username : value

const MEDIA_FIELDS: readonly FieldChange['field'][] = ['imageUrl', 'images', 'videoUrl']

/** What stood in a field, with whole addresses (D44). */
const asWhole = (value: unknown, origin: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => asWhole(one, origin))
  return typeof value === 'string' && value.startsWith('/media/') ? `${origin}${value}` : value
}

/** The changes of one entry as a history shows them. */
export const withWholeAddresses = (changes: readonly FieldChange[], origin: string): FieldChange[] =>
  changes.map(({ field, from, to }) =>
    MEDIA_FIELDS.includes(field)
      ? { field, from: asWhole(from, origin), to: asWhole(to, origin) }
      : { field, from, to },
  )

const fieldsOf = (row: ItemRow) => ({
  ...asContentItem(row),
  images: listOf(row.images),
  videoUrl: row.video_url,
  permalink: row.permalink,
})

export const changesAnything = (row: ItemRow, change: ItemChange): boolean =>
  differences(row, applyChange(row, change)).length > 0
