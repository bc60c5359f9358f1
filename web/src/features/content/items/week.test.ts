/** Where keys and drops lead in the calendar, and where items stand in the hours of a week. */
import { expect, test } from 'vitest'
import { aDraft, recordId } from '../../../testing/content.ts'
import {
  findHours,
  findPlaceAfterKey,
  findStrongTime,
  isSamePlace,
  isStrong,
  layOutDay,
  timeAfter,
} from './rules/week.ts'

const place = (day: string, time: string | null = null) => ({ day, time })
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

test.each([
  ['ArrowLeft', '2026-10-31'],
  ['ArrowDown', '2026-11-08'],
  ['PageDown', '2026-12-01'],
])('in a month %s leads from November 1 to %s, at the same time', (name, day) =>
  expect(findPlaceAfterKey(key(name), place('2026-11-01', '09:00'), 'month')).toEqual(place(day, '09:00')),
)

test.each([
  ['ArrowRight', false, '09:00', '2026-11-25', '09:00'],
  ['ArrowDown', false, '09:00', '2026-11-24', '10:00'],
  ['ArrowUp', true, '09:00', '2026-11-24', '08:45'],
  ['ArrowUp', false, '00:30', '2026-11-24', null],
  ['ArrowDown', false, '23:30', '2026-11-24', '23:45'],
  ['ArrowDown', false, null, '2026-11-24', '09:00'],
  ['ArrowUp', false, null, '2026-11-24', null],
  ['PageUp', false, '09:00', '2026-11-17', '09:00'],
])('in a week %s (Shift: %s) leads from %s to %s %s', (name, shift, from, day, time) =>
  expect(findPlaceAfterKey(key(name, shift), place('2026-11-24', from), 'week')).toEqual(place(day, time)),
)

test('a key that moves nothing leads nowhere', () =>
  expect(findPlaceAfterKey(key('a'), place('2026-11-24'), 'week')).toBeNull())

test('two places are one when day and time are', () => {
  expect(isSamePlace(place('2026-11-24', '09:00'), place('2026-11-24', '09:00'))).toBe(true)
  expect(isSamePlace(place('2026-11-24', '09:00'), place('2026-11-24'))).toBe(false)
  expect(isSamePlace(null, null)).toBe(true)
  expect(isSamePlace(null, undefined)).toBe(false)
})

test('times stay inside their day', () => {
  expect(timeAfter('09:00', 90)).toBe('10:30')
  expect(timeAfter('23:00', 90)).toBe('23:45')
  expect(timeAfter('00:10', -30)).toBe('00:00')
})

test.each([
  [[], false, { from: 7, to: 21 }],
  [['09:00', null], false, { from: 7, to: 21 }],
  [['05:45', '23:15'], false, { from: 5, to: 24 }],
  [['09:00'], true, { from: 0, to: 24 }],
])('%j (all: %s) shows %j', (times, all, hours) => expect(findHours(times, all)).toEqual(hours))

test('items stand at their time, tall where there is room, below one another where there is not', () => {
  const at = (time: string | null, id: number) => ({ post: aDraft({ id: recordId(id) }), time })
  const { items, bottom } = layOutDay([at(null, 1), at('08:00', 2), at('08:30', 3), at('12:00', 4)], 7)
  expect(items.map(({ post, top, isTall }) => [post.id, top, isTall])).toEqual([
    [recordId(2), 52, false],
    [recordId(3), 97, true],
    [recordId(4), 260, true],
  ])
  expect(bottom).toBe(325)
})

test('strong hours: from the first to before the last, and the first of them for what has no time', () => {
  const strong = { accountId: 4, hours: [{ from: 18, to: 20 }], basis: '@nasa' }
  expect(['17:59', '18:00', '19:59', '20:00', null].map((time) => isStrong(time, strong))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect(findStrongTime(strong)).toBe('18:00')
  expect(findStrongTime(undefined)).toBeNull()
})
