import { expect, test } from 'vitest'
import { dayFromText, dayOf, dayToText, localTimeOf, minuteOfDay, weekdayOf } from '#platform/calendar.ts'
import { freeSlots, inOrder, momentAtMinute } from './slots.rules.ts'

const MINUTE_MS = 60_000

test.each([
  ['Europe/Lisbon', 5, 18 * 60 + 30],
  ['America/New_York', 2, 9 * 60],
  ['Australia/Lord_Howe', 7, 7 * 60 + 45],
])('a year of weekly posts in %s stays at its hour on the clocks there', (timeZone, weekday, minute) => {
  const after = Date.UTC(2026, 0, 1)
  const moments = freeSlots({ slots: [{ weekday, minute }], taken: new Set(), after, timeZone, limit: 52 })
  expect(moments).toHaveLength(52)
  expect(moments.map((moment) => minuteOfDay(moment, timeZone))).toEqual(moments.map(() => minute))
  expect(moments.map((moment) => weekdayOf(dayOf(moment, timeZone)))).toEqual(moments.map(() => weekday))
  const [first = 0] = moments
  const days = moments.map((moment) => dayOf(moment, timeZone) - dayOf(first, timeZone))
  expect(days).toEqual(moments.map((_, week) => week * 7))
  // Two changes of the clocks in between, so the hours in UTC are not all the same.
  expect(new Set(moments.map((moment) => (moment / MINUTE_MS) % 1_440)).size).toBe(2)
})

test('a time that the clocks leave out is the first moment after it', () => {
  const day = dayFromText('2026-03-29')
  for (const minute of [60, 77, 119])
    expect(new Date(momentAtMinute(day, minute, 'Europe/Lisbon')).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(localTimeOf(momentAtMinute(day, 77, 'Europe/Lisbon'), 'Europe/Lisbon').hour).toBe(2)
})

test('a time that the clocks show twice is taken the first time', () => {
  const day = dayFromText('2026-10-25')
  expect(new Date(momentAtMinute(day, 90, 'Europe/Lisbon')).toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('midnight is a time, also on a day that begins at one o’clock', () => {
  // Clocks in Beirut leave out the first hour of this day.
  const day = dayFromText('2026-03-29')
  const moment = momentAtMinute(day, 0, 'Asia/Beirut')
  expect([dayToText(dayOf(moment, 'Asia/Beirut')), minuteOfDay(moment, 'Asia/Beirut')]).toEqual(['2026-03-29', 60])
})

test('a slot that has a post is passed over, and one in the past is none', () => {
  const friday = { weekday: 5, minute: 18 * 60 }
  const after = Date.parse('2026-11-20T18:00:00Z')
  const week = 7 * 24 * 60 * MINUTE_MS
  expect(freeSlots({ slots: [friday], taken: new Set([after + week]), after, timeZone: 'UTC', limit: 2 })).toEqual([
    after + 2 * week,
    after + 3 * week,
  ])
  expect(freeSlots({ slots: [], taken: new Set(), after, timeZone: 'UTC', limit: 2 })).toEqual([])
})

test('slots are in the order of a week, each once', () => {
  const slots = [
    { weekday: 5, minute: 60 },
    { weekday: 1, minute: 90 },
    { weekday: 1, minute: 30 },
    { weekday: 5, minute: 60 },
  ]
  expect(inOrder(slots)).toEqual([slots[2], slots[1], slots[0]])
})
