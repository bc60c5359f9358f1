/** Tables, columns and cells as Airtable sends them, translated into our types. Pure. */
import type { Cell, Column, ColumnKind, ContentTable, TableFile, TableRecord } from '#ports/content-database.ts'
import { type Fields, isFields } from '../figures-file/fields.ts'

const KINDS: Readonly<Record<string, ColumnKind>> = {
  singleLineText: 'text',
  multilineText: 'text',
  richText: 'text',
  email: 'text',
  url: 'text',
  phoneNumber: 'text',
  number: 'number',
  percent: 'number',
  currency: 'number',
  rating: 'number',
  checkbox: 'yes_no',
  singleSelect: 'option',
  multipleSelects: 'options',
  date: 'day',
  dateTime: 'moment',
  lastModifiedTime: 'changed_time',
  multipleAttachments: 'files',
}

/** Only read; what they hold is of the kind of their result. */
const COMPUTED: Readonly<Record<string, ColumnKind>> = {
  formula: 'other',
  rollup: 'other',
  lookup: 'other',
  multipleLookupValues: 'other',
  createdTime: 'moment',
  count: 'number',
  autoNumber: 'number',
}

/** The table of this id or, in any case, of this name; undefined where the answer is not one of tables or has none such. */
export function tableIn(json: unknown, wanted: string): ContentTable | 'missing' | undefined {
  if (!isFields(json) || !Array.isArray(json.tables)) return undefined
  const tables = json.tables.filter(isFields)
  const found =
    tables.find(({ id, name }) => id === wanted || name === wanted) ??
    tables.find(({ name }) => typeof name === 'string' && name.toLowerCase() === wanted.toLowerCase())
  if (!found) return 'missing'
  const { id, name, fields } = found
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(fields)) return undefined
  return { id, name, columns: fields.filter(isFields).flatMap(columnIn) }
}

function columnIn({ id, name, type, options }: Fields): Column[] {
  if (typeof id !== 'string' || typeof name !== 'string' || typeof type !== 'string') return []
  const kind = KINDS[type] ?? findComputedKind(type, options)
  const isWritable = type in KINDS && kind !== 'changed_time'
  return [{ id, name, type, kind, isWritable, options: optionsIn(options) }]
}

function findComputedKind(type: string, options: unknown): ColumnKind {
  const result = isFields(options) && isFields(options.result) ? options.result.type : undefined
  const kind = typeof result === 'string' ? KINDS[result] : undefined
  return (type in COMPUTED && kind) || (COMPUTED[type] ?? 'other')
}

const optionsIn = (options: unknown): string[] =>
  isFields(options) && Array.isArray(options.choices)
    ? options.choices.flatMap((choice) => (isFields(choice) && typeof choice.name === 'string' ? [choice.name] : []))
    : []

/** Requested columns, with the names under which cells come. */
export type NamedColumns = readonly Pick<Column, 'id' | 'name'>[]

/** A record of an answer; undefined for what is none. */
export function recordIn(json: unknown, columns: NamedColumns): TableRecord | undefined {
  if (!isFields(json) || typeof json.id !== 'string' || !/^rec[A-Za-z0-9]{14}$/.test(json.id)) return undefined
  const createdAt = typeof json.createdTime === 'string' ? Date.parse(json.createdTime) : Number.NaN
  if (!isFields(json.fields) || Number.isNaN(createdAt)) return undefined
  const { fields } = json
  return { id: json.id, createdAt, cells: new Map(columns.map(({ id, name }) => [id, cellOf(fields[name])])) }
}

export function recordsIn(json: unknown, columns: NamedColumns): TableRecord[] | undefined {
  if (!isFields(json) || !Array.isArray(json.records)) return undefined
  const records = json.records.flatMap((record) => recordIn(record, columns) ?? [])
  return records.length === json.records.length ? records : undefined
}

/** Empty cells are left out of an answer altogether. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return { unreadable: true }
  if (value.every((entry) => typeof entry === 'string')) return value.map(storable)
  const files = filesIn(value)
  return files.length === value.length ? files : { unreadable: true }
}

export const filesIn = (list: unknown): TableFile[] => (Array.isArray(list) ? list.flatMap(fileIn) : [])

function fileIn(value: unknown): TableFile[] {
  if (!isFields(value) || typeof value.id !== 'string' || typeof value.url !== 'string') return []
  const { id, url, filename, size } = value
  return [
    { id, url, name: typeof filename === 'string' ? filename : '', bytes: typeof size === 'number' ? size : null },
  ]
}

/** Text that every store can keep. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')
