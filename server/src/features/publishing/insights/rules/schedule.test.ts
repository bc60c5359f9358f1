import { expect, test } from 'vitest'
import { dayFromText, dayOf } from '#platform/calendar.ts'
import { backfillDays, dueDays, dueMoment, findSettledDay, firstDue, nextDue, nextTry } from './schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const post = { product: 'feed', postedAt: 0 } as const
const story = { product: 'story', postedAt: 0 } as const

test('a post is due after 1, 3, 7 and 28 days, and what was missed is made up for once', () => {
  expect(firstDue(post, HOUR_MS)).toBe(DAY_MS)
  expect(dueMoment(post, DAY_MS - 1)).toBeNull()
  expect([nextDue(post, DAY_MS), nextDue(post, 3 * DAY_MS), nextDue(post, 28 * DAY_MS)]).toEqual([
    3 * DAY_MS,
    7 * DAY_MS,
    null,
  ])
  // The machine was off from day 2 to day 10.
  expect([dueMoment(post, 10 * DAY_MS), nextDue(post, 10 * DAY_MS)]).toEqual([7 * DAY_MS, 28 * DAY_MS])
  expect(dueMoment(post, 400 * DAY_MS)).toBe(28 * DAY_MS)
  expect(firstDue(post, 731 * DAY_MS)).toBeNull()
})

test('a story is due hourly while it lives', () => {
  expect(nextDue(story, 22.5 * HOUR_MS)).toBe(23 * HOUR_MS)
  expect([dueMoment(story, 5.5 * HOUR_MS), nextDue(story, 23.2 * HOUR_MS)]).toEqual([5 * HOUR_MS, null])
  expect(firstDue(story, 25 * HOUR_MS)).toBeNull()
})

test('figures that are not there yet are asked for again, and not for ever', () => {
  expect(nextTry(post, DAY_MS)).toBe(DAY_MS + 6 * HOUR_MS)
  expect(nextTry(post, 28 * DAY_MS + HOUR_MS)).toBe(28 * DAY_MS + 7 * HOUR_MS)
  expect(nextTry(post, 31 * DAY_MS)).toBeNull()
  expect(nextTry(story, 5 * HOUR_MS)).toBe(6 * HOUR_MS)
  expect(nextTry(story, 23.5 * HOUR_MS)).toBeNull()
})

test.each(['UTC', 'America/New_York', 'Pacific/Auckland'])('days are those of %s, also where clocks change', (zone) => {
  const now = Date.UTC(2026, 10, 3, 15)
  const today = dayOf(now, zone)
  expect(today - findSettledDay(now, zone)).toBe(3)
  // One between two that are known has failed.
  const known = { complete: new Set([today - 8, today - 6]), early: new Set([today - 1]) }
  expect(dueDays(now, zone, known)).toEqual([
    { day: today - 2, isSettled: false },
    { day: today - 3, isSettled: true },
    { day: today - 4, isSettled: true },
    { day: today - 5, isSettled: true },
    { day: today - 7, isSettled: true },
  ])
  // The first reading of an account begins with the last complete day.
  expect(dueDays(now, zone, { complete: new Set(), early: new Set([today - 1, today - 2]) })).toEqual([
    { day: today - 3, isSettled: true },
  ])
})

test('the backfill goes back to where the service has nothing any more', () => {
  const now = Date.UTC(2026, 10, 20, 9)
  const today = dayFromText('2026-11-20')
  expect(backfillDays(now, 'UTC', null, 2)).toEqual([today - 4, today - 5])
  expect(backfillDays(now, 'UTC', today - 728, 5)).toEqual([today - 729])
  expect(backfillDays(now, 'UTC', today - 729, 5)).toEqual([])
})
