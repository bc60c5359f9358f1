/** How a list says that it goes on: the next cursor in `Link`, on the first page the number of all rows in `X-Total-Count` (D17). */
import { ID_MAX } from '@tangelo/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidInput } from '../errors.ts'

export interface Page<Row> {
  rows: Row[]
  /** Opaque; null on the last page. */
  nextCursor: string | null
  /** Counted for the first page only: clients keep it for the next ones. */
  total: number | null
}

/** What a client asks of a list. */
export interface PageRequest {
  cursor?: string | undefined
  limit?: number | undefined
}

/** Of rows read with one beyond the limit: the page, and the cursor of the next one. `placeOf` answers sort value and id. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => readonly [value: number | string, id: number | string],
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? cursorOf(...placeOf(last)) : null }
}

/** Sets the headers of a page and answers its rows: the body stays a bare array. */
export function answerPage<Row>(page: Page<Row>, request: FastifyRequest, reply: FastifyReply): Row[] {
  if (page.total !== null) reply.header('x-total-count', page.total)
  if (page.nextCursor) {
    const next = new URL(request.url, 'http://here')
    next.searchParams.set('cursor', page.nextCursor)
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return page.rows
}

/**
 * The JSON of each row as `shape` answers it. Rows that the store remembers between two commits (`prepareQuery`) come as the
 * same array each time, and so does their JSON.
 */
export function jsonOfRows<Row>(shape: (row: Row) => object): (rows: readonly Row[]) => readonly string[] {
  const made = new WeakMap<readonly Row[], readonly string[]>()
  return (rows) => {
    const before = made.get(rows)
    if (before) return before
    const texts = rows.map((row) => JSON.stringify(shape(row)))
    made.set(rows, texts)
    return texts
  }
}

/** A cursor holds the sort value and the id of the last row shown, so that rows added meanwhile disturb nothing. */
export function cursorOf(value: number | string, id: number | string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

interface CursorValues {
  integer: number
  number: number
  string: string
}

const isOfType: { [Type in keyof CursorValues]: (value: unknown) => boolean } = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  string: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
}

interface CursorIds {
  row: number
  record: string
  session: string
  text: string
}

const isId: { [Kind in keyof CursorIds]: (id: unknown) => boolean } = {
  row: (id) => Number.isInteger(id) && Number(id) >= 1 && Number(id) <= ID_MAX,
  record: (id) => typeof id === 'string' && /^rec[A-Za-z0-9]{14}$/.test(id),
  text: (id) => isOfType.string(id) && String(id).length <= 500,
  session: (id) => typeof id === 'string' && /^[\w-]{1,60}$/.test(id),
}

/** Throws `invalid_input` for anything that `cursorOf` did not make with a value of this type and an id of this kind. */
export function readCursor<Type extends keyof CursorValues, Kind extends keyof CursorIds = 'row'>(
  cursor: string,
  type: Type,
  kind?: Kind,
): { value: CursorValues[Type]; id: CursorIds[Kind] } {
  try {
    const [value, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (isOfType[type](value) && isId[kind ?? 'row'](id) && rest.length === 0) return { value, id }
  } catch {
    // Not base64 of JSON: the same answer as for any other text that is not a cursor.
  }
  throw invalidInput('cursor is not one from a Link header', { cursor: 'is not one from a Link header' })
}
