/** Every fault of a request has a message of our own: zod's do not help a user. */
import { type RouteRow, routes } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Failure } from '../errors.ts'
import { parseInput } from './parse-input.ts'

const WRONG: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e99, '', ' ', 'x', '-1', '99999999999', 'x'.repeat(70_000)],
  ...[[], [null], [{}], ['x'], {}, { x: 1 }, { url: 1, name: null }],
]

const inner = (schema: unknown): unknown => {
  const unwraps = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return unwraps ? inner(schema.unwrap()) : schema
}

/** Every place of a request at which something may be wrong, each with all that may be: `{ a: { b: wrong } }`. */
function* wrongInputs(part: unknown): Generator<unknown> {
  const schema = inner(part)
  yield* WRONG
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape))
      for (const wrong of wrongInputs(field)) yield { [name]: wrong }
  if (schema instanceof z.ZodArray) for (const wrong of wrongInputs(schema.element)) yield [wrong]
  if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* wrongInputs(option)
}

/** The sentences of a refusal; none where the input is taken. */
function refusalOf(schema: z.ZodType, input: unknown): string[] {
  try {
    parseInput(schema, input)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [error.message, ...Object.values(error.details.fields ?? {})]
  }
}

const rows = Object.entries(routes).flatMap(([room, all]) =>
  Object.entries<RouteRow>(all).map(([name, row]) => [`${room}.${name}`, row] as const),
)

describe('a bad request', () => {
  test.each(rows)('to %s is refused in words of ours', (_, { params, query, body }) => {
    for (const schema of [params, query, body]) {
      if (!schema) continue
      for (const input of wrongInputs(schema))
        for (const sentence of refusalOf(schema, input))
          expect(sentence, JSON.stringify(input).slice(0, 200)).not.toMatch(
            /Invalid (input|option|key|element|value|ISO|string|UUID|URL)|^Invalid$|^(Unrecognized|Too (big|small))|: expected/,
          )
    }
  })

  test('with a field of several kinds says which they are', () => {
    const { body } = routes.driveImports.create
    expect(refusalOf(body, { folderId: 'x', createNew: false, recordId: true })).toEqual([
      'recordId must be text or empty',
      'must be text or empty',
    ])
    expect(refusalOf(body, { folderId: 'x', createNew: false, recordId: 'x' })).toEqual([
      'recordId must be a record id like rec0A1b2C3d4E5f6G',
      'must be a record id like rec0A1b2C3d4E5f6G',
    ])
  })
})
