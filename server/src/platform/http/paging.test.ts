import { assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, readCursor } from './paging.ts'

const ids = integer({ min: 1, max: 2_147_483_647 })

test('a cursor gives back what it was made of', () => {
  assert(
    property(integer(), ids, (value, id) => {
      expect(readCursor(cursorOf(value, id), 'integer')).toEqual({ value, id })
      expect(readCursor(cursorOf(value / 7, id), 'number')).toEqual({ value: value / 7, id })
    }),
  )
  assert(
    property(string({ unit: 'grapheme' }), ids, (value, id) => {
      expect(readCursor(cursorOf(value, id), 'string')).toEqual({ value, id })
    }),
  )
})

test('any other cursor is refused, never an error of the server', () => {
  const refused = expect.objectContaining({ code: 'invalid_input', status: 400 })
  assert(
    property(string({ unit: 'binary' }), (text) => {
      for (const cursor of [text, Buffer.from(text).toString('base64url')])
        for (const type of ['integer', 'number', 'string'] as const) {
          let thrown: unknown = null
          try {
            readCursor(cursor, type)
          } catch (error) {
            thrown = error
          }
          expect(thrown).toEqual(refused)
        }
    }),
  )
})
