/** Pure translation between cells of a table and fields of an item, by what the column holds; and what differs on both sides. */
import {
  CAPTION_MAX_LENGTH,
  HASHTAGS_MAX,
  LOCATION_MAX_LENGTH,
  PERMALINK_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGGED_USERS_MAX,
  type TableField,
} from '@tangelo/contract/limits'
import type { FieldChange, ItemChange, ItemRow } from '#features/content/index.ts'
import { dayOf, dayToText } from '#platform/calendar.ts'
import { conflict, type Failure } from '#platform/errors.ts'
import type { Cell, Column, TableFile, TableRecord, WrittenCell } from '#ports/content-database.ts'

/** Fields of an item that cells hold; files are listed apart, since an item has its own copy of them. */
export type CellField = Exclude<TableField, 'image' | 'changedTime'>
export type Value = string | number | readonly string[] | null

/** What a record says of an item. Fields without a column, and cells that make no sense, are left out. */
export type RecordFields = { [Field in CellField]?: Value } & { files?: readonly string[] }

/** A column for each field that has one. */
export type Columns = ReadonlyMap<TableField, Column>

/** The limit for a word: lists and indexes have to hold them. */
const WORD_MAX_LENGTH = 200

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
export function changedAt({ cells }: TableRecord, columns: Columns): number | null {
  const cell = cells.get(columns.get('changedTime')?.id ?? '')
  const at = typeof cell === 'string' ? Date.parse(cell) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** Null is "empty"; undefined is a cell that cannot be what it should be. */
export function valueIn(field: CellField, cell: Cell): Value | undefined {
  if (cell === null) return null
  switch (field) {
    case 'likes':
    case 'comments':
      return typeof cell === 'number' && Number.isSafeInteger(Math.round(cell)) ? Math.round(cell) : undefined
    case 'publishDate':
      return typeof cell === 'string' ? momentOf(cell) : undefined
    case 'taggedUsers':
      return listOf(cell, '@', TAGGED_USERS_MAX)
    case 'hashtags':
      return listOf(cell, '#', HASHTAGS_MAX)
    case 'caption':
      return textOf(cell, CAPTION_MAX_LENGTH)
    case 'location':
      return textOf(cell, LOCATION_MAX_LENGTH)
    case 'permalink':
      return textOf(cell, PERMALINK_MAX_LENGTH)
    default:
      return textOf(cell, WORD_MAX_LENGTH)
  }
}

function textOf(cell: Cell, length: number): string | null | undefined {
  const text = isList(cell) ? (isFiles(cell) ? undefined : cell.join(', ')) : cell
  if (typeof text === 'number') return String(text)
  return typeof text === 'string' ? cut(text, length) || null : undefined
}

/** Names in a text stand apart by commas, semicolons and blanks; as options each may hold blanks. */
function listOf(cell: Cell, sign: '@' | '#', most: number): readonly string[] | null | undefined {
  if (isList(cell) && isFiles(cell)) return undefined
  const words = isList(cell) ? cell : typeof cell === 'string' ? wordsIn(cell, sign) : undefined
  if (words === undefined) return undefined
  const seen = new Set<string>()
  const names = words.flatMap((word) => {
    const name = cut(word.trim().replace(sign === '@' ? /^[@\s]+/ : /^[#\s]+/, ''), TAG_MAX_LENGTH)
    if (name === '' || seen.has(name.toLowerCase())) return []
    seen.add(name.toLowerCase())
    return [name]
  })
  return names.length > 0 ? names.slice(0, most) : null
}

/** `#one#two` is two. */
const wordsIn = (text: string, sign: '@' | '#') => text.replaceAll(sign, ` ${sign}`).split(/[\s,;]+/)

function momentOf(text: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

const isList = (cell: Cell): cell is readonly string[] | readonly TableFile[] => Array.isArray(cell)
const isFiles = (list: readonly string[] | readonly TableFile[]): list is readonly TableFile[] =>
  typeof list[0] === 'object'

/** The cell that says this in a column. Days and moments that a column does not hold become those that it does. */
export function cellOf(field: CellField, value: Value, { kind, options }: Column, timeZone: string): WrittenCell {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const option = (text: string) => options.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text
  if (typeof value === 'number') return value
  if (typeof value !== 'string') {
    if (kind === 'options') return value.map(option)
    return field === 'hashtags' ? value.map((word) => `#${word}`).join(' ') : value.join(', ')
  }
  if (field === 'publishDate') return momentFor(value, kind, timeZone)
  return kind === 'option' ? option(value) : value
}

function momentFor(value: string, kind: Column['kind'], timeZone: string): string {
  const isDay = value.length === 'YYYY-MM-DD'.length
  if (kind === 'day') return isDay ? value : dayToText(dayOf(Date.parse(value), timeZone))
  return isDay ? `${value}T00:00:00.000Z` : value
}

/**
 * What a column would return for a value that was written into it: two values that it cannot distinguish give the same
 * result. Undefined where the column cannot hold it at all.
 */
export function asStoredBy(field: CellField, value: Value, column: Column, timeZone: string): Value | undefined {
  const cell = cellOf(field, value, column, timeZone)
  if (column.kind === 'options' && typeof cell === 'string') return undefined
  return valueIn(field, cell)
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
export function takenOf(change: ItemChange, columns: Columns, timeZone: string): RecordFields {
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
