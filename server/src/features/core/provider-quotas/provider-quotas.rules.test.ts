/** How far calls to a source are apart, and when it is paused. */
import { assert, double, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SourceFailure } from '#ports/instagram.ts'
import { distanceMs, isPaused, pauseAfterFailure, pauseAfterUse } from './provider-quotas.rules.ts'

const START = Date.UTC(2026, 10, 20, 9)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const unavailable = (retryAt: number | null = null) => new SourceFailure('unavailable', 'It is away.', retryAt)

describe('the rules', () => {
  test.each([
    [null, 18 * SECOND],
    [0, 18 * SECOND],
    [75, 18 * SECOND],
    [85, 54 * SECOND],
    [95, 90 * SECOND],
    [300, 90 * SECOND],
  ])('at %s percent calls are %i ms apart', (percent, expected) => {
    expect(distanceMs(200, percent)).toBeCloseTo(expected, 6)
  })

  test('more use never means a shorter distance', () => {
    const percent = double({ min: 0, max: 200, noNaN: true })
    assert(
      property(integer({ min: 1, max: 100_000 }), percent, percent, (callsPerHour, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(distanceMs(callsPerHour, more)).toBeGreaterThanOrEqual(distanceMs(callsPerHour, less))
      }),
    )
  })

  test.each([
    ['refused', null, 15 * MINUTE],
    ['limited', null, 15 * MINUTE],
    ['limited', 5 * MINUTE, 5 * MINUTE],
    ['limited', 10, MINUTE],
    ['limited', 48 * HOUR, 6 * HOUR],
    ['unavailable', null, null],
    ['unavailable', 2 * MINUTE, 2 * MINUTE],
  ] as const)('after one "%s" that asks for %s ms: %s ms', (kind, asked, expected) => {
    const failure = new SourceFailure(kind, 'No.', asked === null ? null : START + asked)
    const until = pauseAfterFailure('graph', failure, { failures: 0, failingSince: null }, START)
    expect(until).toBe(expected === null ? 0 : START + expected)
  })

  test('five failures that are far apart open nothing, a sixth does', () => {
    const since = START - HOUR
    expect(pauseAfterFailure('graph', unavailable(), { failures: 4, failingSince: since }, START)).toBe(0)
    expect(pauseAfterFailure('graph', unavailable(), { failures: 5, failingSince: since }, START)).toBe(
      START + 30 * SECOND,
    )
  })

  test.each([
    [null, 0],
    [95, 0],
    [95.1, START + 15 * MINUTE],
  ])('%s percent used: left alone until %i', (percent, expected) => {
    expect(pauseAfterUse(percent, START)).toBe(expected)
  })

  test('a pause that no source could have set is a mistake of a clock', () => {
    expect(isPaused(START + 1, START)).toBe(true)
    expect(isPaused(START, START)).toBe(false)
    expect(isPaused(START + 6 * HOUR, START)).toBe(true)
    expect(isPaused(START + 6 * HOUR + 1, START)).toBe(false)
  })
})
