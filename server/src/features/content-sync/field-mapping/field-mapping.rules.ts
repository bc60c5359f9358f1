/** Pure translation between cells of a table and fields of an item, by what the column holds; and what differs on both sides. */
import type { TableField } from '@tangelo/contract/limits'
import type { FieldChange, ItemChange, ItemRow } from '#features/content/index.ts'
import { conflict, type Failure } from '#platform/errors.ts'
import type { Column, TableFile, TableRecord, WrittenCell } from '#ports/content-database.ts'
import { asStoredBy, type CellField, cellOf, isFiles, isList, type Value, valueIn } from './rules/cells.ts'

/** What a record says of an item. Fields without a column, and cells that make no sense, are left out. */
export type RecordFields = { [Field in CellField]?: Value } & { files?: readonly string[] }

/** A column for each field that has one. */
export type Columns = ReadonlyMap<TableField, Column>

export const CELL_FIELDS = [
  'status',
  'caption',
  'taggedUsers',
  'mediaType',
  'location',
  'likes',
  'comments',
  'publishDate',
  'hashtags',
  'permalink',
] as const satisfies CellField[]

export function readRecord(record: TableRecord, columns: Columns): RecordFields {
  const values = CELL_FIELDS.flatMap((field) => {
    const column = columns.get(field)
    const value = column && valueIn(field, record.cells.get(column.id) ?? null)
    return value === undefined ? [] : [[field, value] as const]
  })
  const files = columns.has('image') ? { files: filesOf(record, columns).map(({ id }) => id) } : {}
  return { ...Object.fromEntries(values), ...files }
}

export function filesOf({ cells }: TableRecord, columns: Columns): readonly TableFile[] {
  const cell = cells.get(columns.get('image')?.id ?? '') ?? null
  return isList(cell) && isFiles(cell) ? cell : []
}

/** When the table says that the record was changed last, in epoch milliseconds; null where it does not say. */
export function readChangedAt({ cells }: TableRecord, columns: Columns): number | null {
  const cell = cells.get(columns.get('changedTime')?.id ?? '')
  const at = typeof cell === 'string' ? Date.parse(cell) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** The cells that a change of an item writes: fields without a writable column are kept here alone. */
export function cellsFor(change: ItemChange, columns: Columns, timeZone: string): Map<string, WrittenCell> {
  return new Map(
    CELL_FIELDS.flatMap((field) => {
      const column = columns.get(field)
      const value = change[field]
      return column?.isWritable && value !== undefined
        ? [[column.id, cellOf(field, value, column, timeZone)] as const]
        : []
    }),
  )
}

/** What the table holds of a change that it has taken. */
export function toTakenFields(change: ItemChange, columns: Columns, timeZone: string): RecordFields {
  const values = CELL_FIELDS.flatMap((field) => {
    const column = columns.get(field)
    const value = change[field]
    const there = column?.isWritable && value !== undefined ? asStoredBy(field, value, column, timeZone) : undefined
    return there === undefined ? [] : [[field, there] as const]
  })
  return Object.fromEntries(values)
}

/** Refuses a change for a column that the service computes itself: the field would come back as it was. */
export function refuseUnwritable(columns: Columns, change: ItemChange): Failure | null {
  const field = CELL_FIELDS.find((one) => change[one] !== undefined && columns.get(one)?.isWritable === false)
  const closed = field && columns.get(field)
  if (!closed) return null
  return conflict('table_refused', `The column “${closed.name}” of the table cannot be written: change it there.`)
}

/** An item's own fields, as the client sent them. */
export function valuesOf(row: ItemRow): { [Field in CellField]: Value } {
  const list = (json: string | null): string[] | null => (json === null ? null : JSON.parse(json))
  return {
    status: row.status,
    caption: row.caption,
    taggedUsers: list(row.tagged_users),
    mediaType: row.media_type,
    location: row.location,
    likes: row.likes,
    comments: row.comments,
    publishDate: row.publish_date,
    hashtags: list(row.hashtags),
    permalink: row.permalink,
  }
}

interface Sides {
  theirs: RecordFields
  ours: ReturnType<typeof valuesOf>
  change: ItemChange
}

/** What stands there of the fields that change, and is neither what was known here nor what it is to become. */
export function findOverwritten({ theirs, ours, change }: Sides, columns: Columns, timeZone: string): FieldChange[] {
  return CELL_FIELDS.flatMap((field): FieldChange[] => {
    const column = columns.get(field)
    const [there, to] = [theirs[field], change[field]]
    if (!column || there === undefined || to === undefined) return []
    const same = (value: typeof there) =>
      JSON.stringify(asStoredBy(field, value, column, timeZone)) === JSON.stringify(there)
    return same(ours[field]) || same(to) ? [] : [{ field, from: there, to }]
  })
}

/** Whether a record holds what was to be written, in every field that its table can hold. */
export function holdsFields(
  record: TableRecord,
  fields: ItemChange,
  { columns, timeZone }: { columns: Columns; timeZone: string },
): boolean {
  const theirs = readRecord(record, columns)
  return CELL_FIELDS.every((field) => {
    const column = columns.get(field)
    const value = fields[field]
    if (!column?.isWritable || value === undefined) return true
    return JSON.stringify(asStoredBy(field, value, column, timeZone)) === JSON.stringify(theirs[field])
  })
}
