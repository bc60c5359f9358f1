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

/** Names that columns go by, the likeliest first; compared without case, marks and blanks. */
const SYNONYMS: Readonly<Record<TableField, readonly string[]>> = {
  status: ['Status', 'State', 'Post Status', 'Stage', 'Workflow'],
  caption: ['Caption', 'Post Caption', 'Text', 'Copy', 'Post Text', 'Post Copy', 'Body', 'Content', 'Description'],
  taggedUsers: [
    'Tagged Users',
    'User Tags',
    'Tagged People',
    'Tagged Accounts',
    'Tags',
    'Mentions',
    'Tagged',
    'Collaborators',
  ],
  mediaType: ['Media Type', 'Post Type', 'Content Type', 'Type', 'Format', 'Kind'],
  location: ['Location', 'Place', 'Geotag', 'Venue', 'Where'],
  image: [
    'Image',
    'Images',
    'Photo',
    'Photos',
    'Picture',
    'Pictures',
    'Media',
    'Attachments',
    'Attachment',
    'Visual',
    'Creative',
    'Files',
    'Assets',
  ],
  likes: ['Likes', 'Like Count', 'Number of Likes'],
  comments: ['Comments', 'Comment Count', 'Number of Comments'],
  publishDate: [
    'Publish Date',
    'Publishing Date',
    'Published Date',
    'Post Date',
    'Scheduled',
    'Scheduled For',
    'Scheduled Date',
    'Schedule',
    'Planned for',
    'Planned Date',
    'Go Live',
    'Date',
    'When',
  ],
  hashtags: ['Hashtags', 'Hashtag', 'Hash Tags'],
  permalink: [
    'Permalink',
    'Instagram Link',
    'Instagram URL',
    'Post Link',
    'Post URL',
    'Link to Post',
    'Published Link',
    'Published URL',
    'Live Link',
    'Live URL',
  ],
  changedTime: ['Last Modified', 'Last Modified Time', 'Modified', 'Updated', 'Last Updated', 'Changed'],
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

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * A column for each field that has none yet, by its name. What was guessed before stays while the column is there, also
 * under another name: people rename columns, and mean the same one. A column holds one field.
 */
export function guessColumns(columns: readonly Column[], before: ColumnIds, chosen: ColumnIds): ColumnIds {
  const isThere = (id: string | null | undefined) => columns.some((column) => column.id === id)
  const kept = TABLE_FIELDS.flatMap((field) => (isThere(before[field]) ? [[field, before[field]] as const] : []))
  const found = new Map<TableField, string | null | undefined>(kept)
  const taken = new Set([...found.values(), ...Object.values(chosen)])
  for (const field of TABLE_FIELDS) {
    if (found.has(field) || chosen[field] !== undefined) continue
    const column = byName(field, columns, taken)
    if (!column) continue
    found.set(field, column.id)
    taken.add(column.id)
  }
  return Object.fromEntries(found)
}

/**
 * Of columns whose names fit, one that can hold it; else the first, so that the screen explains what is wrong with it.
 */
function byName(field: TableField, columns: readonly Column[], taken: ReadonlySet<unknown>): Column | undefined {
  const named = SYNONYMS[field].flatMap((synonym) =>
    columns.filter(({ id, name }) => plain(name) === plain(synonym) && !taken.has(id)),
  )
  // The service keeps this one itself: there is no need for a name.
  const byKind =
    field === 'changedTime' ? columns.find((column) => fits(field, column) && !taken.has(column.id)) : undefined
  return named.find((column) => fits(field, column)) ?? byKind ?? named[0]
}

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
