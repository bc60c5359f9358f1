import { expect, test } from 'vitest'
import { isScheduleDue, nextRun } from './schedules.ts'

const EVERY = 60_000
const NOW = 10_000_000_000
const HOUR = 3_600_000

test.each([
  ['never was', null, true, NOW + EVERY],
  ['its moment has come', NOW, true, NOW + EVERY],
  ['a little late: in step with the one before', NOW - 700, true, NOW - 700 + EVERY],
  ['many were slept through: one, and a new step', NOW - 500 * EVERY, true, NOW + EVERY],
  ['later', NOW + 1, false, NOW + EVERY],
  ['set by a node whose clock is a little ahead', NOW + EVERY + 5_000, false, NOW + EVERY],
  ['set by a clock that was a day ahead', NOW + 24 * HOUR, true, NOW + EVERY],
])('a round: %s', (_, nextAt, isDue, next) => {
  expect(isScheduleDue(nextAt, EVERY, NOW)).toBe(isDue)
  expect(nextRun(nextAt, EVERY, NOW)).toBe(next)
})
