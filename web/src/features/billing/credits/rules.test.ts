/** When there is enough, how full the wheel is, and when they come anew. */
import { expect, test } from 'vitest'
import { DEFAULT_CREDITS, hasCredit, parseCredits, renewalText, shareLeft } from './rules.ts'

test('five, unused, never renewed: what counts while none are loaded', () => {
  expect(DEFAULT_CREDITS).toEqual({ total: 5, used: 0, remaining: 5, renewalDate: null })
})

test.each([
  [2, true],
  [1, true],
  [0, false],
])('with %i left the buttons are live: %s', (remaining, isLive) => expect(hasCredit({ remaining })).toBe(isLive))

test.each([
  [24, 30, 0.8],
  [0, 0, 0],
  [9, 5, 1],
])('%i of %i is %d of the wheel', (remaining, total, share) => expect(shareLeft({ remaining, total })).toBe(share))

test.each([
  ['2026-12-01T12:00:00.000Z', 'Renews in 11 days'],
  ['2026-11-20T14:00:00.000Z', 'Renews in 2 hours'],
  ['2026-11-20T11:00:00.000Z', 'Renews any moment now'],
  [null, 'They do not renew'],
])('%s: %s', (renewalDate, text) => {
  expect(renewalText({ renewalDate }, new Date('2026-11-20T12:00:00.000Z'))).toBe(text)
})

test.each([
  ['1', 1],
  [' 500 ', 500],
  ['10000', 10_000],
  ['10001', null],
  ['0', null],
  ['-3', null],
  ['2.5', null],
  ['', null],
])('%j is %j credits to give', (text, credits) => expect(parseCredits(text)).toBe(credits))
