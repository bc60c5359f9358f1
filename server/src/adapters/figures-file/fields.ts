/**
 * Fields of a vendor's JSON, taken only when they are what they should be. Absent and null both say "unknown"; anything
 * of another type throws `WrongField` with the name of the field.
 */
import { FIGURE_MAX } from '@tangelo/contract/limits'
import type { PostReading } from '#ports/figures-file.ts'
import { readMoment } from './moments.ts'
import { Refusal, shown } from './refusal.ts'

export type Fields = Record<string, unknown>

/** The message names the field and what is wrong with it. */
export class WrongField extends Error {}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const named = (field: string, where?: string) => (where === undefined ? field : `${where}.${field}`)

/** Text that every store can keep; absent, null and empty all say that there is none. */
export function text(from: Fields, field: string, where?: string): string | null {
  const value = from[field]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new WrongField(`${named(field, where)} must be text, not ${shown(value)}`)
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
    throw new WrongField(`${named(field, where)} must be a whole number, not ${shown(value)}`)
  }
  if (value < least) throw new WrongField(`${named(field, where)} must not be negative, but is ${value}`)
  if (value > FIGURE_MAX) {
    throw new WrongField(`${named(field, where)} ${value} is more than ${FIGURE_MAX.toLocaleString('en-US')}`)
  }
  return value
}

export function flag(from: Fields, field: string, where?: string): boolean {
  const value = from[field]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean')
    throw new WrongField(`${named(field, where)} must be true or false, not ${shown(value)}`)
  return value
}

export function list(from: Fields, field: string, where?: string): unknown[] {
  const value = from[field]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new WrongField(`${named(field, where)} must be a list, not ${shown(value)}`)
  return value
}

/** @param written a full date and time with its zone. */
export function moment(field: string, written: string): number {
  const at = readMoment(field, written)
  if (at instanceof Refusal) throw new WrongField(at.reason)
  return at
}

/** Vendors send digits; whatever comes is a key in the store, so it must stay short. */
const POST_ID = /^[A-Za-z0-9_-]{1,64}$/

export function postId(post: Fields, where: string): string {
  const id = text(post, 'id', where)
  if (id === null) throw new WrongField(`${where}.id is missing`)
  if (!POST_ID.test(id)) throw new WrongField(`${where}.id ${shown(id)} is not the id of a post`)
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
