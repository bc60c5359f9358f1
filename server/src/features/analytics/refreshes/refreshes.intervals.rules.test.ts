import { constantFrom, assert as holds, integer, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { slotOf } from './refreshes.rules.ts'
import { activityDays, daysOf, dueAfter, dueAgain, shortest, slackMs } from './rules/intervals.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.UTC(2026, 10, 20, 9)
const ago = (...days: number[]) => days.map((day) => NOW - day * DAY)

test.each([
  ['its first reading says too little', { postedAt: [], followers: 100, before: null }, 1],
  ['two posts in 7 days', { postedAt: ago(1, 6.9), followers: 1_000, before: 1_000 }, 1],
  ['two posts, one of them older', { postedAt: ago(1, 7.1), followers: 1_000, before: 1_000 }, 3],
  ['followers that move by half a percent', { postedAt: [], followers: 1_005, before: 1_000 }, 1],
  ['followers that are lost as fast', { postedAt: [], followers: 995, before: 1_000 }, 1],
  ['a post in 14 days', { postedAt: ago(13), followers: 1_000, before: 1_000 }, 3],
  ['followers that move by a tenth of a percent', { postedAt: [], followers: 1_001, before: 1_000 }, 3],
  ['nothing of it', { postedAt: ago(30, 60), followers: 1_000, before: 1_000 }, 7],
  ['posts without a time', { postedAt: [null, null], followers: 1_000, before: 1_000 }, 7],
  ['posts of the future', { postedAt: ago(-1, -2), followers: 1_000, before: 1_000 }, 7],
  ['an account without followers', { postedAt: [], followers: 0, before: 0 }, 7],
  ['the first followers', { postedAt: [], followers: 3, before: 0 }, 1],
] as const)('%s: read every %j', (_, { before, ...activity }, days) => {
  const known = before === null ? null : { followers: before, readAt: NOW - DAY }
  expect(activityDays({ ...activity, before: known }, NOW)).toBe(days)
})

test('a move is one of a day, however long it is since the reading before', () => {
  const move = (readAt: number) =>
    activityDays({ postedAt: [], followers: 1_006, before: { followers: 1_000, readAt } }, NOW)
  expect([move(NOW - DAY), move(NOW - 3 * DAY), move(NOW - 7 * DAY)]).toEqual([1, 3, 7])
  // Of two readings on one day, or after a clock was set back.
  expect([move(NOW - 60_000), move(NOW + DAY)]).toEqual([1, 1])
})

test('an interval by hand is what it says, and the shortest of several counts', () => {
  expect((['daily', 'three-days', 'weekly', 'activity'] as const).map((name) => daysOf(name, 3))).toEqual([1, 3, 7, 3])
  expect([shortest([7, 3, 7]), shortest([7]), shortest([])]).toEqual([3, 7, 1])
  expect([1, 3, 7].map((days) => slackMs(days as 1))).toEqual([0, 2 * DAY, 6 * DAY])
})

const name = stringMatching(/^[a-z0-9._]{1,30}$/)
const moment = integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2036, 0, 1) })
const days = constantFrom(1 as const, 3 as const, 7 as const)

test('the next reading is so many days of UTC later, at the hour of the name', () => {
  holds(
    property(name, moment, days, (key, now, each) => {
      const due = dueAfter(key, now, each)
      expect(Math.floor(due / DAY) - Math.floor(now / DAY)).toBe(each)
      expect(due % DAY).toBe(slotOf(key))
    }),
  )
})

test('a changed interval is never due in the past, nor on the day of the last reading, nor later than from now on', () => {
  holds(
    property(name, moment, days, integer({ min: -2 * DAY, max: 20 * DAY }), (key, readAt, each, passed) => {
      const now = readAt + passed
      const due = dueAgain(key, readAt, each, now)
      expect(due).toBeGreaterThan(now)
      if (passed >= 0) expect(Math.floor(due / DAY)).toBeGreaterThan(Math.floor(readAt / DAY))
      expect(due).toBeLessThanOrEqual(dueAfter(key, now, each))
    }),
  )
})
