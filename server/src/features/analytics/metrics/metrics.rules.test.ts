/** One entry per day, and the fingerprint of figures. */
import { array, assert, constant, double, integer, oneof, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint, onePerDay } from './metrics.rules.ts'

const figure = oneof(constant(null), integer({ min: 0, max: 100_000_000_000 }))

describe('one entry per day', () => {
  test('keeps the last of each day, and the days in order', () => {
    expect(
      onePerDay([
        { day: 2, name: 'a' },
        { day: 1, name: 'b' },
        { day: 2, name: 'c' },
        { day: 1, name: 'd' },
      ]),
    ).toEqual([
      { day: 1, name: 'd' },
      { day: 2, name: 'c' },
    ])
  })

  const entries = array(record({ day: integer({ min: -5, max: 5 }), value: integer() }))

  test('has each day once, in order, all days there are, and changes nothing the second time', () => {
    assert(
      property(entries, (given) => {
        const days = onePerDay(given).map(({ day }) => day)
        expect(days).toEqual([...new Set(given.map(({ day }) => day))].sort((a, b) => a - b))
        expect(onePerDay(onePerDay(given))).toEqual(onePerDay(given))
      }),
    )
  })

  test('does not depend on the order in which other days come', () => {
    assert(
      property(shuffledSubarray([0, 1, 2, 3, 4, 5, 6]), (days) => {
        const given = days.map((day) => ({ day }))
        expect(onePerDay(given)).toEqual(onePerDay(given.toReversed()))
      }),
    )
  })
})

describe('the fingerprint', () => {
  const figures = record({
    followers: figure,
    following: figure,
    posts: figure,
    engagementRate: oneof(constant(null), double()),
  })

  test('is a whole number that any store keeps exactly, the same for the same figures', () => {
    assert(
      property(figures, (given) => {
        expect(Number.isSafeInteger(fingerprint(given))).toBe(true)
        expect(fingerprint({ ...given })).toBe(fingerprint(given))
      }),
    )
  })

  test('distinguishes null, zero, and a value in another place', () => {
    const nothing = { followers: null, following: null, posts: null, engagementRate: null }
    const prints = [
      nothing,
      { ...nothing, followers: 0 },
      { ...nothing, following: 0 },
      { ...nothing, posts: 0 },
      { ...nothing, engagementRate: 0 },
      { ...nothing, followers: 1, following: 2 },
      { ...nothing, followers: 12 },
    ].map((given) => fingerprint(given))
    expect(new Set(prints).size).toBe(7)
    expect(fingerprint(nothing, 5)).not.toBe(fingerprint(nothing))
    expect(fingerprint(nothing, 5)).not.toBe(fingerprint(nothing, 6))
  })
})
