/** What is typed into the sandbox's card form. */
import { expect, test } from 'vitest'
import {
  findProblems,
  formatCardNumber,
  formatCode,
  formatExpiry,
  NOTHING_TYPED,
  TEST_CARDS,
  toSentCard,
} from './typed-card.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 42', '4242 4242 42'],
  ['4242 ', '4242'],
  ['x', ''],
])('the number %j reads %j', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown))

test.each([
  ['1', '', '1'],
  ['4', '', '04 / '],
  ['12', '1', '12 / '],
  ['12 / 34', '12 / 3', '12 / 34'],
  ['12 / 345', '12 / 34', '12 / 34'],
  // Deleting goes on past what was put in between.
  ['12 /', '12 / ', '1'],
])('the expiry %j after %j reads %j', (typed, before, shown) => expect(formatExpiry(typed, before)).toBe(shown))

test('a code is digits', () => expect(formatCode('12a345')).toBe('1234'))

test('nothing is said of a card that may be sent', () => {
  for (const { number } of TEST_CARDS) expect(findProblems({ number, expiry: '12 / 34', code: '123' }, NOW)).toEqual({})
})

test.each([
  [NOTHING_TYPED, ['number', 'expiry', 'code']],
  [{ number: '4242 4242 4242 4241', expiry: '12 / 34', code: '123' }, ['number']],
  [{ number: '4242 4242 4242 4242', expiry: '13 / 34', code: '123' }, ['expiry']],
  [{ number: '4242 4242 4242 4242', expiry: '10 / 26', code: '123' }, ['expiry']],
  [{ number: '4242 4242 4242 4242', expiry: '11 / 26', code: '12' }, ['code']],
])('%j: %j', (card, fields) => expect(Object.keys(findProblems(card, NOW))).toEqual(fields))

test('it is sent as figures', () => {
  expect(toSentCard({ number: '4242 4242 4242 4242', expiry: '04 / 34', code: '123' })).toEqual({
    number: '4242424242424242',
    expiryMonth: 4,
    expiryYear: 2034,
    code: '123',
  })
})
