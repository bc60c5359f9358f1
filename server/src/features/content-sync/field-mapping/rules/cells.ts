/** One cell as the value of a field, and one value as a cell, by what the column holds. Pure. */
import {
  CAPTION_MAX_LENGTH,
  HASHTAGS_MAX,
  LOCATION_MAX_LENGTH,
  PERMALINK_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGGED_USERS_MAX,
  type TableField,
} from '@tangelo/contract/limits'
import { dayOf, dayToText } from '#platform/calendar.ts'
import type { Cell, Column, TableFile, WrittenCell } from '#ports/content-database.ts'

/** Fields of an item that cells hold; files are listed apart, since an item has its own copy of them. */
export type CellField = Exclude<TableField, 'image' | 'changedTime'>
export type Value = string | number | readonly string[] | null

/** The limit for a word: lists and indexes have to hold them. */
const WORD_MAX_LENGTH = 200

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
  const moment = Number.isNaN(at) ? '' : new Date(at).toISOString()
  // A year of other than four digits is written with a sign.
  return /^\d/.test(moment) ? moment : undefined
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

export const isList = (cell: Cell): cell is readonly string[] | readonly TableFile[] => Array.isArray(cell)
export const isFiles = (list: readonly string[] | readonly TableFile[]): list is readonly TableFile[] =>
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
