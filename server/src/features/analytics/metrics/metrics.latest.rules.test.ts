/** The latest figures, their change since a week before, and across which sources there is none. */
import { assert, constant, double, integer, oneof, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followersTrend, latestFigures } from './metrics.rules.ts'
import { breaksOf, type Snapshot } from './rules/kinds.ts'

const figure = oneof(constant(null), integer({ min: 0, max: 100_000_000_000 }))

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

test('the trend holds the followers of the last 14 days that know them', () => {
  const days = Array.from({ length: 20 }, (_, day) => snapshot({ day, followers: day === 18 ? null : day * 10 }))
  expect(followersTrend(days)).toEqual([50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 190])
  expect(followersTrend([])).toEqual([])
})
