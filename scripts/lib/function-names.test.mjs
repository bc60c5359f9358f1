/** Which names of functions are refused. */
import { expect, test } from 'vitest'
import { findParticiples } from './function-names.mjs'

const refuse = (name, line = 1) => [
  `server/src/a.ts:${line}: begin the name of a function with a verb instead of "${name}"`,
]

test.each([
  ['function shownPost() {}', refuse('shownPost')],
  ['\nconst parsed = (text: string) => JSON.parse(text)', refuse('parsed', 2)],
  ['const read = () => {\n  const toldOf = function () {}\n}', refuse('toldOf', 2)],
  ['function parse() {}', []],
  ['function feedMore() {}\nconst seed = () => 1\nconst shed = parse()', []],
  ['const parsed = parse(text)', []],
  ['const heading = () => 1\nfunction leftover() {}\nfunction doneness() {}', []],
  ['const brokenStream = () => null', refuse('brokenStream')],
  ['throw refused()\nfunction refused() {}', []],
])('%j: %j', (text, complaints) => {
  expect(findParticiples('server/src/a.ts', text)).toEqual(complaints)
})

test('migrations keep their names', () => {
  expect(findParticiples('server/src/migrations/0001-a.ts', 'function shown() {}')).toEqual([])
})
