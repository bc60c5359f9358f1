/** Which words are refused. */
import { expect, test } from 'vitest'
import { findReplacedWords } from './words.mjs'

test('a replaced word is named with the standard term', () => {
  expect(findReplacedWords('a.ts', 'const keptAnswers = 1')).toEqual([
    'a.ts: say "idempotency keys" instead of "keptAnswers"',
  ])
  expect(findReplacedWords('a.ts', 'const idempotencyKeys = 1')).toEqual([])
  expect(findReplacedWords('e2e/tests/a.spec.ts', 'Somebody signs in')).toEqual([
    'e2e/tests/a.spec.ts: say "client, user, worker, administrator" instead of "Somebody"',
  ])
  expect(findReplacedWords('server/src/a.ts', '@nobody.here is an account of the samples')).toEqual([])
  expect(findReplacedWords('a.ts', 'interface ListWish {}')).toEqual([
    'a.ts: say "query, options, request" instead of "ListWish"',
  ])
})

test.each([
  ['sign-in-attempts', 'login throttle'],
  ['tokenLimitsStore', 'rate limit'],
  ['recentAnswers', 'cache with single flight'],
  ['Doer', 'actor'],
  ['ReadyJson', 'pre-rendered JSON'],
  ['whileAsked', 'abortOnDisconnect, client closed'],
  ['PageGuest', 'CSP origins'],
  ['house rules', 'architecture rules'],
  ['kept errors', 'error log'],
  ['Second step', 'two-factor'],
  ['Confirmed>', 're-authentication'],
  ['firstStart', 'bootstrap'],
  ['look()', 'poll'],
  ['writeTurns', 'write lock'],
  ['GiveUp', 'PermanentError, RetryAt'],
  ['Happening', 'DomainEvent'],
  ['tidy', 'purge, clean up'],
  ['SealBroken', 'encryption, DecryptionError'],
  ['piecesOf', 'chunks, stream'],
  ['isAsWished', 'query, options, request'],
  ['pace: ProviderQuotasService', 'quotas'],
  ['Whoever', 'client, user, worker, administrator'],
  ['Told', 'a verb with its actor: returns, shows, reports'],
  ['Wished', 'request, options'],
  ['reckoned', 'computed'],
  ['subscription-readings', 'subscription sync'],
  ['firstWords', 'truncate'],
  ['useCarry', 'throttle, useSingleFlight, useDragToDay'],
  ['wireReels', 'composition'],
])('%s is refused', (word, use) => {
  expect(findReplacedWords('server/src/a.ts', `is (${word})`)).toEqual([
    `server/src/a.ts: say "${use}" instead of "${word.replace('>', '')}"`,
  ])
})

test.each([
  ['server/src/platform/database/tables/content.ts', 'told'],
  ['server/src/platform/database/tables/money.ts', 'wish'],
  ['server/src/features/identity/auth/auth.service.ts', 'second step'],
])('%s keeps the stored name %s, and its neighbours do not', (path, word) => {
  expect(findReplacedWords(path, word)).toEqual([])
  expect(findReplacedWords(path.replace('.ts', '.test.ts'), word)).toHaveLength(1)
})
