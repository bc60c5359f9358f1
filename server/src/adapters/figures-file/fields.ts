/**
 * Fields of a vendor's JSON and cells of a table, taken only when they are what they should be. In JSON, absent and null both
 * say "unknown", and another type throws `WrongField`; a cell that makes no sense answers a `Refusal`.
 */
import { ENGAGEMENT_RATE_MAX, FIGURE_MAX, USERNAME_MAX_LENGTH } from '@tangelo/contract/limits'
import type { PostReading } from '#ports/figures-file.ts'
import { type Mark, withoutGroups } from './grouped-counts.ts'

export type Fields = Record<string, unknown>

/** The message names the field and what is wrong with it. */
export class WrongField extends Error {}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const qualifyField = (field: string, where?: string) => (where === undefined ? field : `${where}.${field}`)

/** Text that every store can keep; absent, null and empty all say that there is none. */
export function text(from: Fields, field: string, where?: string): string | null {
  const value = from[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string')
    throw new WrongField(`${qualifyField(field, where)} must be text, not ${describeValue(value)}`)
  const kept = value.toWellFormed().replaceAll('\0', '')
  return kept === '' ? null : kept
}

/** An address a page may link to; anything but http and https counts as none. */
export function webAddress(from: Fields, field: string, where?: string): string | null {
  const address = text(from, field, where)
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}

export function count(from: Fields, field: string, where?: string, least = 0): number | null {
  const value = from[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new WrongField(`${qualifyField(field, where)} must be a whole number, not ${describeValue(value)}`)
  }
  if (value < least) throw new WrongField(`${qualifyField(field, where)} must not be negative, but is ${value}`)
  if (value > FIGURE_MAX) {
    throw new WrongField(`${qualifyField(field, where)} ${value} is more than ${FIGURE_MAX.toLocaleString('en-US')}`)
  }
  return value
}

export function flag(from: Fields, field: string, where?: string): boolean {
  const value = from[field]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean')
    throw new WrongField(`${qualifyField(field, where)} must be true or false, not ${describeValue(value)}`)
  return value
}

export function list(from: Fields, field: string, where?: string): unknown[] {
  const value = from[field]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value))
    throw new WrongField(`${qualifyField(field, where)} must be a list, not ${describeValue(value)}`)
  return value
}

/** Vendors send digits; any value is a key in the database, so it must stay short. */
export const POST_ID = /^[A-Za-z0-9_-]{1,64}$/

export function postId(post: Fields, where: string): string {
  const id = text(post, 'id', where)
  if (id === null) throw new WrongField(`${where}.id is missing`)
  if (!POST_ID.test(id)) throw new WrongField(`${where}.id ${describeValue(id)} is not the id of a post`)
  return id
}

/** The first posts, at most so many, in their order; a post that is listed twice counts once. */
export function withoutDoubles(
  posts: readonly unknown[],
  most: number,
  postReading: (post: unknown, at: number) => PostReading,
): PostReading[] {
  const readings = new Map<string, PostReading>()
  for (const [at, post] of posts.entries()) {
    if (readings.size === most) break
    const reading = postReading(post, at)
    if (!readings.has(reading.id)) readings.set(reading.id, reading)
  }
  return [...readings.values()]
}

const ALLOWED = /^[A-Za-z0-9._]+$/

/** The name without a leading @, in the case the source wrote; the rule of the contract's `InstagramUsername`, but faster. */
export function readUsername(text: string): string | Refusal {
  const trimmed = text.trim()
  const name = trimmed.startsWith('@') ? trimmed.slice(1) : trimmed
  if (name === '') return new Refusal('username is missing')
  if (name.length > USERNAME_MAX_LENGTH) {
    return new Refusal(
      `username ${describeValue(name)} is too long: Instagram usernames have at most ${USERNAME_MAX_LENGTH} characters`,
    )
  }
  if (!ALLOWED.test(name)) {
    return new Refusal(
      `username ${describeValue(name)} is not valid: Instagram usernames hold only letters, digits, dots and underscores`,
    )
  }
  return name
}

/** Why a row or item is not taken, for the person who brought the file. A value, not an exception: files have many. */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

const SHOWN_LENGTH = 40

/** A value as a reason shows it: quoted, on one line, never longer than a few words. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value)
  }
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const MAX_SHOWN = FIGURE_MAX.toLocaleString('en-US')
/** `1234.0` is how some programs write the whole number 1234; three zeros would be a thousand. */
const WHOLE = /^(\d{1,15})(?:[.,]0{1,2})?$/
const GROUPED = /^[+-]?\d{1,3}(?:[.,'’ \u00a0\u202f]\d{2,3})*[.,'’ \u00a0\u202f]\d{3}(?:[.,]\d+)?$/
const FRACTION = /^\d*[.,]\d+$/
const SHORTENED = /^[\d.,]+ ?(?:k|m|b|bn|mio|mrd)\.?$/i
const RATE = /^(\d{1,12})(?:[.,](\d{1,40}))? ?%?$/

/** A count of people or posts; null for an empty cell. `mark` stands between the thousands of its column. */
export function readCount(field: string, cell: string, mark?: Mark): number | null | Refusal {
  const plain = plainDigits(cell)
  if (plain >= 0) return plain
  const text = cell.trim()
  if (text === '') return null
  const digits = mark === undefined ? null : withoutGroups(text, mark)
  const whole = WHOLE.exec(digits ?? text)
  if (whole) {
    const count = Number(whole[1])
    return count > FIGURE_MAX ? tooMany(field, text) : count
  }
  if (/^-\s?\d/.test(text)) return new Refusal(`${field} must not be negative, but is ${describeValue(text)}`)
  if (/^\d{16,}$/.test(digits ?? text)) return tooMany(field, text)
  if (GROUPED.test(text)) {
    return new Refusal(
      `${field} ${describeValue(text)} has separators: write whole numbers with digits only, like 1234567`,
    )
  }
  if (FRACTION.test(text)) return new Refusal(`${field} must be a whole number, not ${describeValue(text)}`)
  if (SHORTENED.test(text)) {
    return new Refusal(
      `${field} ${describeValue(text)} is shortened: write the whole number with digits only, like 1234567`,
    )
  }
  return new Refusal(`${field} must be a whole number, not ${describeValue(text)}`)
}

/** An engagement rate in percent; null for an empty cell. A decimal comma is understood. */
export function readRate(field: string, cell: string): number | null | Refusal {
  const text = cell.trim()
  if (text === '') return null
  const parts = RATE.exec(text)
  if (parts) {
    const rate = Number(`${parts[1]}.${parts[2] ?? '0'}`)
    return rate > ENGAGEMENT_RATE_MAX
      ? new Refusal(
          `${field} ${describeValue(text)} is more than ${ENGAGEMENT_RATE_MAX.toLocaleString('en-US')} percent`,
        )
      : rate
  }
  if (/^-\s?[\d.,]/.test(text)) return new Refusal(`${field} must not be negative, but is ${describeValue(text)}`)
  if (GROUPED.test(text)) {
    return new Refusal(
      `${field} ${describeValue(text)} has separators: write it with digits and one decimal point, like 3.4`,
    )
  }
  return new Refusal(`${field} must be a percentage like 3.4, not ${describeValue(text)}`)
}

/** The way almost every cell is written, without a regular expression; -1 when it is not. Eleven digits stay below the limit. */
function plainDigits(cell: string): number {
  const { length } = cell
  if (length === 0 || length > 11) return -1
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const digit = cell.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return -1
    count = count * 10 + digit
  }
  return count
}

const tooMany = (field: string, text: string) =>
  new Refusal(`${field} ${describeValue(text)} is more than ${MAX_SHOWN}`)
