/** Which words are refused. */
import { expect, test } from 'vitest'
import { replacedWords } from './words.mjs'

test('a replaced word is named with the standard term', () => {
  expect(replacedWords('a.ts', 'const keptAnswers = 1')).toEqual([
    'a.ts: say "idempotency keys" instead of "keptAnswers"',
  ])
  expect(replacedWords('a.ts', 'const idempotencyKeys = 1')).toEqual([])
  expect(replacedWords('a.ts', 'interface ListWish {}')).toEqual([
    'a.ts: say "query, options, request" instead of "ListWish"',
  ])
})
