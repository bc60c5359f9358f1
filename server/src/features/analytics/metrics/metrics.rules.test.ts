import { array, assert, constant, double, integer, oneof, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint, followersTrend, latestFigures, onePerDay } from './metrics.rules.ts'
import { engagementInputs, engagementRate } from './rules/engagement.ts'
import { breaksOf, type Snapshot } from './rules/kinds.ts'

const post = (likes: number | null, comments: number | null) => ({ likes, comments })

const rateOf = (posts: { likes: number | null; comments: number | null }[], followers: number | null) =>
  engagementRate(engagementInputs(posts), followers)

const figure = oneof(constant(null), integer({ min: 0, max: 100_000_000_000 }))
const posts = array(record({ likes: figure, comments: figure }), { maxLength: 20 })

describe('the engagement rate', () => {
  test.each([
    ['means of likes and comments', [post(10, 2), post(20, 4)], 1_000, 1.8],
    ['hidden likes left out, not counted as zero', [post(10, 2), post(null, 4)], 1_000, 1.3],
    ['unknown comments left out', [post(10, null), post(20, 4)], 1_000, 1.9],
    ['no known comments at all', [post(10, null), post(20, null)], 1_000, 1.5],
    ['likes of zero are known', [post(0, 0), post(10, 0)], 1_000, 0.5],
    ['nothing but zeros', [post(0, 0)], 1_000, 0],
    ['only hidden likes', [post(null, 4)], 1_000, null],
    ['no posts', [], 1_000, null],
    ['no followers', [post(10, 2)], 0, null],
    ['unknown followers', [post(10, 2)], null, null],
    ['above a hundred percent', [post(30, 0)], 10, 300],
  ])('%s', (_, given, followers, expected) => {
    const rate = rateOf(given, followers)
    if (expected === null) expect(rate).toBeNull()
    else expect(rate).toBeCloseTo(expected, 12)
  })

  test('looks at the first twelve posts only', () => {
    const twelve = Array.from({ length: 12 }, () => post(10, 0))
    expect(rateOf([...twelve, post(1_000_000, 1_000_000)], 1_000)).toBe(1)
    expect(engagementInputs([...twelve, post(7, 7)])).toEqual({
      likesSum: 120,
      likesKnown: 12,
      commentsSum: 0,
      commentsKnown: 12,
    })
  })

  test('is never NaN, infinite or negative', () => {
    assert(
      property(posts, figure, (given, followers) => {
        const rate = rateOf(given, followers)
        expect(rate === null || (Number.isFinite(rate) && rate >= 0)).toBe(true)
      }),
    )
  })

  test('does not depend on the order of the posts, nor on posts of which nothing is known', () => {
    assert(
      property(
        array(record({ likes: figure, comments: figure }), { maxLength: 6 }),
        figure,
        integer(),
        (given, followers, turn) => {
          const at = given.length === 0 ? 0 : Math.abs(turn) % given.length
          const turned = [...given.slice(at), ...given.slice(0, at)]
          expect(rateOf(turned, followers)).toBe(rateOf(given, followers))
          expect(rateOf([post(null, null), ...given, post(null, null)], followers)).toBe(rateOf(given, followers))
        },
      ),
    )
  })

  test('halves when the followers double', () => {
    assert(
      property(posts, integer({ min: 1, max: 1_000_000 }), (given, followers) => {
        const rate = rateOf(given, followers)
        expect(rateOf(given, followers * 2)).toBe(rate === null ? null : rate / 2)
      }),
    )
  })
})

const snapshot = (of: Partial<Snapshot>): Snapshot => ({
  capturedAt: 0,
  day: 0,
  followers: null,
  following: null,
  posts: null,
  engagementRate: null,
  source: 'import',
  likesKnown: null,
  ...of,
})

describe('the latest figures', () => {
  test('are compared with those of a week before', () => {
    const latest = snapshot({ capturedAt: 9, followers: 150, following: 20, posts: 7, engagementRate: 3 })
    const base = snapshot({ capturedAt: 2, followers: 120, following: 25, posts: 7, engagementRate: 2 })
    expect(latestFigures(latest, base, [latest])).toEqual({
      capturedAt: 9,
      followers: 150,
      following: 20,
      posts: 7,
      engagementRate: 3,
      followerChange: 30,
      followingChange: -5,
      postsChange: 0,
      engagementRateChange: 50,
      comparedAt: 2,
      countsBrokenAt: null,
      rateBrokenAt: null,
    })
  })

  test('know no change without a base, and none of what either moment does not know', () => {
    const latest = snapshot({ followers: 150, engagementRate: 3 })
    const nothing = { followerChange: null, followingChange: null, postsChange: null, engagementRateChange: null }
    expect(latestFigures(latest, undefined, [latest])).toMatchObject(nothing)
    expect(latestFigures(latest, snapshot({}), [latest])).toMatchObject(nothing)
    expect(
      latestFigures(snapshot({}), snapshot({ followers: 1, following: 1, posts: 1, engagementRate: 1 }), []),
    ).toMatchObject(nothing)
  })

  test.each([
    [3, 0, null],
    [0, 0, null],
    [0, 4, -100],
    [6, 4, 50],
    [100, Number.MIN_VALUE, null],
  ])('the rate %d after %d is a change of %j percent', (now, before, expected) => {
    const { engagementRateChange } = latestFigures(
      snapshot({ engagementRate: now }),
      snapshot({ engagementRate: before }),
      [],
    )
    expect(engagementRateChange).toBe(expected)
  })

  test('are never NaN or infinite', () => {
    const anyRate = oneof(constant(null), double({ min: 0, max: 100_000, noNaN: true }))
    assert(
      property(figure, anyRate, figure, anyRate, (followers, rate, followersBefore, rateBefore) => {
        const figures = latestFigures(
          snapshot({ followers, engagementRate: rate }),
          snapshot({ followers: followersBefore, engagementRate: rateBefore }),
          [],
        )
        for (const value of Object.values(figures)) expect(value === null || Number.isFinite(value)).toBe(true)
      }),
    )
  })
})

describe('what may be compared', () => {
  const graph = { source: 'graph', likesKnown: 12 } as const
  const apify = { source: 'apify', likesKnown: 12 } as const
  const file = { source: 'import', likesKnown: null } as const
  const dataSet = { source: 'import', likesKnown: 12 } as const
  const sample = { source: 'sample', likesKnown: null } as const

  test.each<[string, Partial<Snapshot>, Partial<Snapshot>, boolean, boolean]>([
    ['the same source', graph, graph, false, false],
    ['two live sources read the same counters, but other posts', graph, apify, false, true],
    ['a file, then a live source', file, graph, true, true],
    ['a live source, then a figure typed in', apify, file, true, true],
    ['a stated rate, then one computed from posts, both from files', file, dataSet, false, true],
    ['two stated rates', file, file, false, false],
    ['sample data, then a file', sample, file, true, true],
    ['no likes known, but computed', { ...graph, likesKnown: 0 }, graph, false, false],
  ])('%s', (_, before, after, breaksCounts, breaksRate) => {
    const base = snapshot({ ...before, followers: 100, following: 10, posts: 1, engagementRate: 2 })
    const latest = snapshot({
      ...after,
      day: 8,
      capturedAt: 8,
      followers: 90,
      following: 12,
      posts: 2,
      engagementRate: 3,
    })
    const counts = breaksCounts
      ? { followerChange: null, followingChange: null, postsChange: null, countsBrokenAt: 8 }
      : { followerChange: -10, followingChange: 2, postsChange: 1, countsBrokenAt: null }
    const rate = breaksRate
      ? { engagementRateChange: null, rateBrokenAt: 8 }
      : { engagementRateChange: 50, rateBrokenAt: null }
    expect(latestFigures(latest, base, [latest])).toMatchObject({ ...counts, ...rate })
    expect(breaksOf([base, latest])).toMatchObject([
      { isCountsBreak: false, isEngagementBreak: false },
      { isCountsBreak: breaksCounts, isEngagementBreak: breaksRate },
    ])
    expect(followersTrend([base, latest])).toEqual(breaksCounts ? [90] : [100, 90])
  })

  test('is what the last reading of a day says, and a rate that is not known breaks nothing', () => {
    const at = (day: number, kind: Partial<Snapshot>, engagementRate: number | null = 2) =>
      snapshot({ ...kind, day, capturedAt: day, followers: 100, engagementRate })
    const latest = at(9, graph)
    expect(
      latestFigures(latest, at(1, graph), [at(4, file), { ...at(4, graph), capturedAt: 5 }, latest]),
    ).toMatchObject({
      followerChange: 0,
      engagementRateChange: 0,
    })
    expect(latestFigures(latest, at(1, graph), [at(4, file, null), latest])).toMatchObject({
      countsBrokenAt: 9,
      rateBrokenAt: null,
    })
    expect(latestFigures(at(9, graph, null), at(1, file), [at(9, graph, null)]).rateBrokenAt).toBeNull()
    expect(latestFigures(latest, undefined, [at(4, file), latest])).toMatchObject({
      countsBrokenAt: null,
      comparedAt: null,
    })
  })
})

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

test('the trend holds the followers of the last 14 days that know them', () => {
  const days = Array.from({ length: 20 }, (_, day) => snapshot({ day, followers: day === 18 ? null : day * 10 }))
  expect(followersTrend(days)).toEqual([50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 190])
  expect(followersTrend([])).toEqual([])
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
