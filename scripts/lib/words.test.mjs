/** Which words are refused. */
import { expect, test } from 'vitest'
import { replacedWords } from './words.mjs'

test('a replaced word is named with the standard term', () => {
  expect(replacedWords('a.ts', 'const keptAnswers = 1')).toEqual([
    'a.ts: say "idempotency keys" instead of "keptAnswers"',
  ])
  expect(replacedWords('a.ts', 'const idempotencyKeys = 1')).toEqual([])
  expect(replacedWords('e2e/tests/a.spec.ts', 'Somebody signs in')).toEqual([
    'e2e/tests/a.spec.ts: say "client, user, worker, administrator" instead of "Somebody"',
  ])
  expect(replacedWords('server/src/a.ts', '@nobody.here is an account of the samples')).toEqual([])
  expect(replacedWords('a.ts', 'interface ListWish {}')).toEqual([
    'a.ts: say "query, options, request" instead of "ListWish"',
  ])
})
