/** Pure decisions on which column of a table holds which field of an item. */
import { TABLE_FIELDS, type TableField } from '@tangelo/contract/limits'
import type { Column, ColumnKind, ContentTable } from '#ports/content-database.ts'
import type { TableRow } from './settings.store.ts'

/** Ids of columns by field; null for "none", absent for "not decided". */
export type ColumnIds = { readonly [Field in TableField]?: string | null | undefined }

export interface FieldColumn {
  field: TableField
  /** Null: none holds it, or the one that did is gone. */
  column: Column | null
  origin: 'guessed' | 'chosen' | 'none'
  /** What is wrong with it, in one sentence. */
  problem: string | null
}

const TEXTS: readonly ColumnKind[] = ['text', 'option']
const LISTS: readonly ColumnKind[] = ['text', 'options', 'option']

const FITTING: Readonly<Record<TableField, readonly ColumnKind[]>> = {
  status: TEXTS,
  caption: ['text'],
  taggedUsers: LISTS,
  mediaType: TEXTS,
  location: TEXTS,
  image: ['files'],
  likes: ['number'],
  comments: ['number'],
  publishDate: ['day', 'moment'],
  hashtags: LISTS,
  permalink: ['text'],
  changedTime: ['changed_time'],
}

const NOUNS: Readonly<Record<TableField, string>> = {
  status: 'a text or a single choice',
  caption: 'a text',
  taggedUsers: 'a text or choices',
  mediaType: 'a text or a single choice',
  location: 'a text or a single choice',
  image: 'attachments',
  likes: 'a number',
  comments: 'a number',
  publishDate: 'a date',
  hashtags: 'a text or choices',
  permalink: 'a link or a text',
  changedTime: 'the time of the last change',
}

/** Fields that are only read: a column that cannot be written is as good as any other. */
const READ_ONLY: readonly TableField[] = ['likes', 'comments', 'changedTime', 'image']

export const fits = (field: TableField, { kind }: Column): boolean => FITTING[field].includes(kind)

export const fieldsFor = (column: Column): TableField[] => TABLE_FIELDS.filter((field) => fits(field, column))

/** For each field the column that holds it, and what is wrong with that. */
export function fieldColumns(columns: readonly Column[], chosen: ColumnIds, guesses: ColumnIds): FieldColumn[] {
  return TABLE_FIELDS.map((field) => {
    const isChosen = chosen[field] !== undefined
    const id = isChosen ? chosen[field] : guesses[field]
    const column = columns.find((one) => one.id === id) ?? null
    const origin = isChosen ? 'chosen' : column ? 'guessed' : 'none'
    return { field, column, origin, problem: problemOf(field, column, id ?? null) }
  })
}

function problemOf(field: TableField, column: Column | null, id: string | null): string | null {
  if (!column) return id === null ? null : 'The column that held it is gone.'
  if (!fits(field, column)) return `“${column.name}” does not hold ${NOUNS[field]}: it is left alone.`
  if (!column.isWritable && !READ_ONLY.includes(field))
    return `“${column.name}” cannot be written: changes here do not reach the table.`
  return null
}

/** The columns that are read, by field: those that can hold it. */
export function readColumns(fields: readonly FieldColumn[]): Map<TableField, Column> {
  return new Map(
    fields.flatMap(({ field, column }) => (column && fits(field, column) ? [[field, column] as const] : [])),
  )
}

interface Fields {
  /** Null before the first look. */
  table: ContentTable | null
  fields: ReturnType<typeof fieldColumns>
  /** The columns that are read, by field. */
  columns: Map<TableField, Column>
}

/** Where it is false, other columns are read than before: what they hold may never have been read. */
export function hasSameColumns(one: TableRow, other: TableRow): boolean {
  const idsOf = (row: TableRow) => JSON.stringify([...fieldsOf(row).columns].map(([field, { id }]) => [field, id]))
  return idsOf(one) === idsOf(other)
}

/** The table of a company as it was described last, and which of its columns hold which field. */
export function fieldsOf(row: TableRow): Fields {
  const columns: Column[] = JSON.parse(row.columns)
  const chosen: ColumnIds = JSON.parse(row.chosen)
  const guesses: ColumnIds = JSON.parse(row.guessed)
  const fields = fieldColumns(columns, chosen, guesses)
  const { table_id: id, table_name: name } = row
  const table = id === null || name === null ? null : { id, name, columns }
  return { table, fields, columns: readColumns(fields) }
}
