/** What counts as a spread of an object literal. */
import { expect, test } from 'vitest'
import { spreadLiteralLines } from './spread-literals.mjs'

test.each([
  ['const a = { ...{ b, c }, d }', [1]],
  ['const a = {\n  ...({ b }),\n}', [2]],
  ['const a = { ...b }', []],
  ['const a = { ...(isGiven && { b }) }', []],
  ["const a = '...{ b }'", []],
  ['const { ...b } = a', []],
])('%s has them on lines %j', (text, lines) => {
  expect(spreadLiteralLines('a.ts', `${text}\n`)).toEqual(lines)
})
