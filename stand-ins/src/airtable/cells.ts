/** What a column takes and shows, by its type. Values are kept as they are shown; an empty cell is undefined. */
import { airtableErrors, Refused } from './airtable-errors.ts'
import type { Attachment } from './attachments.ts'

export type FieldType =
  | 'singleLineText'
  | 'multilineText'
  | 'richText'
  | 'email'
  | 'url'
  | 'number'
  | 'checkbox'
  | 'singleSelect'
  | 'multipleSelects'
  | 'date'
  | 'dateTime'
  | 'multipleAttachments'
  | 'createdTime'
  | 'lastModifiedTime'
  | 'formula'

export interface Field {
  id: string
  name: string
  type: FieldType
  /** Options of a select. */
  choices: { id: string; name: string }[]
  /** Decimals of a number. */
  precision: number
}

const isComputed = ({ type }: Field): boolean => ['createdTime', 'lastModifiedTime', 'formula'].includes(type)

const texts: readonly FieldType[] = ['singleLineText', 'multilineText', 'richText', 'email', 'url']

export interface Writing {
  field: Field
  /** What the cell holds now. */
  before: unknown
  typecast: boolean
  newId(prefix: 'sel' | 'att'): string
  /** Says that one attachment could not be taken; the others count. */
  partly(reason: string): void
}

/** The value that the cell has afterwards. Throws `Refused`. */
export function toCellValue(value: unknown, writing: Writing): unknown {
  const { field } = writing
  if (isComputed(field)) throw new Refused(airtableErrors.computedField(field.name))
  if (value === null || value === '' || value === false) return undefined
  if (texts.includes(field.type)) return textOf(value, writing)
  switch (field.type) {
    case 'number':
      return numberOf(value, writing)
    case 'checkbox':
      return value === true ? true : refuse(field)
    case 'singleSelect':
      return typeof value === 'string' ? optionOf(value, writing) : refuse(field)
    case 'multipleSelects':
      return optionsOf(value, writing)
    case 'date':
    case 'dateTime':
      return momentOf(value, writing)
    default:
      return attachmentsOf(value, writing)
  }
}

function textOf(value: unknown, { field, typecast }: Writing): unknown {
  if (typeof value === 'string') return value
  if (!typecast) return refuse(field)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function numberOf(value: unknown, { field, typecast }: Writing): unknown {
  const number = typecast && typeof value === 'string' ? Number.parseFloat(value) : value
  if (typeof number !== 'number') return refuse(field)
  return Number.isNaN(number) ? undefined : Number(number.toFixed(field.precision))
}

function optionOf(text: string, { field, typecast, newId }: Writing): string {
  const name = typecast ? text.trim() : text
  if (!field.choices.some((choice) => choice.name === name)) {
    if (!typecast) throw new Refused(airtableErrors.newOption(name))
    field.choices.push({ id: newId('sel'), name })
  }
  return name
}

function optionsOf(value: unknown, writing: Writing): unknown {
  const names = writing.typecast && typeof value === 'string' ? value.split(',').filter((name) => name.trim()) : value
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) return refuse(writing.field)
  const chosen = [...new Set(names.map((name: string) => optionOf(name, writing)))]
  return chosen.length > 0 ? chosen : undefined
}

function momentOf(value: unknown, { field }: Writing): unknown {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return refuse(field)
  const text = new Date(at).toISOString()
  return field.type === 'date' ? text.slice(0, 10) : text
}

/** The whole list: those kept by their id, and new ones by an address. */
function attachmentsOf(value: unknown, { field, before, newId, partly }: Writing): unknown {
  if (!Array.isArray(value)) return refuse(field)
  const kept = (before ?? []) as Attachment[]
  const list = (value as { id?: string; url?: string; filename?: string }[]).flatMap(({ id, url, filename }) => {
    const known = kept.find((attachment) => attachment.id === id)
    if (id !== undefined) return known ?? refuse(field)
    if (url === undefined || !URL.canParse(url)) return refuse(field)
    const { hostname, pathname } = new URL(url)
    if (hostname.endsWith('.invalid')) {
      partly(`The attachment ${filename ?? url} could not be uploaded`)
      return []
    }
    return [{ id: newId('att'), filename: filename ?? pathname.split('/').at(-1) ?? 'file', given: url }]
  })
  return list.length > 0 ? list : undefined
}

function refuse({ name }: Field): never {
  throw new Refused(airtableErrors.badValue(name))
}
