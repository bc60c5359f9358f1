import { expect, test } from 'vitest'
import {
  addressFor,
  codeOf,
  newRecoveryCodes,
  newTwoFactorSecret,
  periodAt,
  periodOf,
  readCode,
} from './two-factor.rules.ts'

/** RFC 6238, appendix B: the secret '12345678901234567890', of whose eight digits six are shown. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the one of RFC 6238', (second, code) => {
  expect(codeOf(RFC_SECRET, periodAt(second * 1000))).toBe(code)
})

test('a code counts in its own period, the one before and the one after, and after a later one no more', () => {
  const secret = newTwoFactorSecret()
  const now = Date.UTC(2026, 10, 20)
  const here = periodAt(now)
  const counted = [-2, -1, 0, 1, 2].map((aside) => periodOf(codeOf(secret, here + aside), { secret, now, last: 0 }))
  expect(counted).toEqual([null, here - 1, here, here + 1, null])
  expect(periodOf(codeOf(secret, here), { secret, now, last: here })).toBeNull()
  expect(periodOf(codeOf(secret, here - 1), { secret, now, last: here })).toBeNull()
})

test('the address holds what an app needs, for any name', () => {
  const address = new URL(addressFor('Zoë & Söhne: 1/2', RFC_SECRET))
  expect(decodeURIComponent(address.pathname)).toBe('/tangelo:Zoë & Söhne: 1/2')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: RFC_SECRET,
    issuer: 'tangelo',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('secrets have 160 bits and recovery codes fifty, and no two are alike', () => {
  const secrets = Array.from({ length: 50 }, newTwoFactorSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
})

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['ABCDE-fghjk', { kind: 'recovery', code: 'abcdefghjk' }],
  ['abcde fghjk', { kind: 'recovery', code: 'abcdefghjk' }],
  ['12345', null],
  ['1234567', null],
  ['', null],
])('%j is read as %j', (typed, read) => {
  expect(readCode(typed)).toEqual(read)
})
