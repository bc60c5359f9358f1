import { expect, test } from 'vitest'
import { parseTypedDay, parseTypedTime } from './typed-days.ts'

const TODAY = '2026-11-23'

test.each([
  ['2026-11-24', '2026-11-24'],
  ['2026/1/4', '2026-01-04'],
  ['Nov 24, 2026', '2026-11-24'],
  [' 24 november 2026 ', '2026-11-24'],
  ['nov 3rd', '2026-11-03'],
  ['Sept. 5', '2026-09-05'],
  ['24.11.2026', '2026-11-24'],
  ['1. 2.', '2027-02-01'],
  ['jan 5', '2027-01-05'],
  ['feb 29, 2028', '2028-02-29'],
])('%s is the day %s', (typed, day) => expect(parseTypedDay(typed, TODAY)?.day).toBe(day))

test.each([
  '',
  'soon',
  '2026-02-30',
  '11/12/2026',
  'nov',
  'no 24',
  'nov 2026',
  'nov 24 26',
  'feb 30',
  '24',
  'nov 1 2 3',
])('%j is no day', (typed) => expect(parseTypedDay(typed, TODAY)).toBeNull())

test.each([
  ['2026-11-24', true],
  ['2026-11-2', false],
  ['Nov 2', false],
  ['Nov 24, 2026', true],
])('after %s nothing more needs to be typed: %s', (typed, isComplete) =>
  expect(parseTypedDay(typed, TODAY)?.isComplete).toBe(isComplete),
)

test.each([
  ['9', '09:00'],
  ['9:15', '09:15'],
  ['0915', '09:15'],
  ['915', '09:15'],
  ['21.30', '21:30'],
  ['9 pm', '21:00'],
  ['12:05 am', '00:05'],
  ['12p.m.', '12:00'],
  ['00:00', '00:00'],
])('%s is the time %s', (typed, time) => expect(parseTypedTime(typed)?.time).toBe(time))

test.each(['', 'noon', '24:00', '9:60', '13 pm', '0 am', '9:1'])('%j is no time', (typed) =>
  expect(parseTypedTime(typed)).toBeNull(),
)
