/** Growth in words and bands, and a place among peers. */
import { describe, expect, test } from 'vitest'
import { dayFromText, dayToText } from '#platform/calendar.ts'
import { describeGrowth } from './rules/growth.ts'
import type { AnalysedDay } from './rules/input.ts'
import { placeAmong, sayPlace } from './rules/place.ts'
import { seededRandom } from './rules/random.ts'
import { estimateTrend } from './rules/trend.ts'

const TO = dayFromText('2026-11-20')
const YEAR_FROM = TO - 364

/** Readings of the days before `TO`, `perDay` followers more each day. */
const steadyDays = (count: number, perDay: number, changes: (day: AnalysedDay) => Partial<AnalysedDay> = () => ({})) =>
  Array.from({ length: count }, (_, at): AnalysedDay => {
    const day: AnalysedDay = { day: TO - count + 1 + at, followers: 10_000 + perDay * at, source: 'graph' }
    return { ...day, ...changes(day) }
  })

describe('Growth', () => {
  test('is compared with the year before', () => {
    const days = steadyDays(730, 10, ({ day }) =>
      day >= YEAR_FROM ? { followers: 13_640 + 12 * (day - YEAR_FROM) } : {},
    )
    const growth = describeGrowth(days, YEAR_FROM, TO)
    expect(growth.sentence).toBe('Followers grew by 4,368 to 18K, 728 more than in the year before.')
    expect(growth.span).toMatchObject({ from: dayToText(YEAR_FROM - 1), to: '2026-11-20', change: 4_368 })
    expect(growth.previous).toMatchObject({ from: dayToText(YEAR_FROM - 365), change: 3_640 })
  })

  test('begins after the last change of source, and is compared with the same months', () => {
    const broken = dayFromText('2026-04-01')
    const days = steadyDays(730, 10, ({ day }) => ({ source: day < broken ? 'import' : 'graph' }))
    const growth = describeGrowth(days, YEAR_FROM, TO)
    expect(growth.sentence).toBe(
      'Since the source changed on Apr 1, followers grew by 2,330 to 17.3K, as many as in the same months a year before.',
    )
    expect(growth.breaks).toEqual([{ day: '2026-04-01', from: 'import', to: 'graph' }])
    expect(growth.trend[0]?.day.localeCompare('2026-04-01')).toBeGreaterThan(0)
  })

  test('counts from the last reading before the period, which is named where it is more than two days older', () => {
    const week = [TO - 6, TO] as const
    const buildDays = (...hidden: number[]) => steadyDays(30, 10).filter(({ day }) => !hidden.includes(TO - day))
    expect(describeGrowth(buildDays(), ...week)).toMatchObject({
      sentence: 'Followers grew by 70 to 10.3K, as many as in the 7 days before.',
      span: { from: dayToText(TO - 7), change: 70, before: 10_220 },
      previous: { from: dayToText(TO - 14), to: dayToText(TO - 7), change: 70 },
    })
    expect(describeGrowth(buildDays(7, 8), ...week).span).toMatchObject({ from: dayToText(TO - 9), change: 90 })
    expect(describeGrowth(buildDays(7, 8), ...week).sentence).toMatch(/^Followers grew by 90 to 10\.3K/)
    expect(describeGrowth(buildDays(7, 8, 9), ...week)).toMatchObject({
      sentence: 'Since Nov 10, the last day with figures before, followers grew by 100 to 10.3K.',
      span: { from: dayToText(TO - 10), change: 100 },
      previous: null,
    })
  })

  test('is broken by a source that changed on the first day of the period', () => {
    const days = steadyDays(30, 10, ({ day }) => ({ source: day < TO - 6 ? 'import' : 'graph' }))
    expect(describeGrowth(days, TO - 6, TO)).toMatchObject({
      sentence: 'Since the source changed on Nov 14, followers grew by 60 to 10.3K, as many as in the 7 days before.',
      span: { from: dayToText(TO - 6), change: 60 },
      breaks: [{ day: dayToText(TO - 6), from: 'import', to: 'graph' }],
    })
  })

  test('says what is missing', () => {
    const days = steadyDays(60, -10)
    expect(describeGrowth(days, TO - 89, TO).sentence).toBe(
      'Since Sep 22, the first day with figures, followers fell by 590 to 9.4K. No figures of one source are held in the same stretch 90 days earlier to compare with.',
    )
    expect(describeGrowth(days, TO - 59, TO + 30).sentence).toContain('by Nov 20, the last day with figures')
    expect(describeGrowth([], TO - 89, TO)).toMatchObject({ span: null, previous: null, trend: [], breaks: [] })
    expect(describeGrowth([], TO - 89, TO).sentence).toBe('There is no reading in this period; growth needs two.')
    const changed = steadyDays(60, 10, ({ day }) => ({ source: day === TO ? 'graph' : 'import' }))
    expect(describeGrowth(changed, TO - 89, TO).sentence).toBe(
      'There is one reading since the source changed on Nov 20; growth needs two.',
    )
  })

  test('a period before that holds a change of source is not compared with', () => {
    const days = steadyDays(180, 10, ({ day }) => ({ source: day < TO - 120 ? 'import' : 'graph' }))
    expect(describeGrowth(days, TO - 89, TO)).toMatchObject({ previous: null })
  })

  test('has no share where it began with none', () => {
    const days = steadyDays(30, 1, ({ day }) => ({ followers: day - TO + 29 }))
    expect(describeGrowth(days, TO - 29, TO).span).toMatchObject({ before: 0, change: 29, share: null })
  })
})

describe('The trend', () => {
  /** Gains of 10 a day, later of 30, with even noise of ±60. */
  function changingDays(seed: number, change = 20, count = 365): AnalysedDay[] {
    const random = seededRandom(seed)
    let followers = 20_000
    return Array.from({ length: count }, (_, at) => {
      followers += 10 + (at >= count / 2 ? change : 0) + 120 * (random() - 0.5)
      return { day: START + at, followers: Math.round(followers), source: 'graph' }
    })
  }
  const START = 20_000

  test('holds the true rate in about 95 of 100 bands', () => {
    let held = 0
    let bands = 0
    for (let seed = 1; seed <= 40; seed++)
      for (const { low, high } of estimateTrend(changingDays(seed, 0))) {
        bands++
        held += Number(low <= 10 && 10 <= high)
      }
    expect(held / bands).toBeGreaterThan(0.91)
    expect(held / bands).toBeLessThan(0.98)
  })

  test('follows a slow change, and a single jump does not bend it', () => {
    const days = changingDays(3, 60)
    const trend = estimateTrend(days)
    expect(trend.at(4)?.high).toBeLessThan(trend.at(-5)?.low ?? 0)
    const jumped = days.map((day, at) => (at >= 90 ? { ...day, followers: day.followers + 3_000 } : day))
    const near = (points: typeof trend) => points.find(({ day }) => day >= START + 88)?.perDay ?? 0
    expect(Math.abs(near(estimateTrend(jumped)) - near(trend))).toBeLessThan(8)
  })

  test('has one point per week, none from fewer than fourteen days, and is always finite', () => {
    expect(estimateTrend(changingDays(1, 0, 14))).toEqual([])
    expect(estimateTrend(changingDays(1, 0, 29))).toHaveLength(4)
    const constant = changingDays(1, 0, 100).map((day) => ({ ...day, followers: 5 }))
    expect(estimateTrend(constant)).toSatisfy((points: typeof trend) =>
      points.every(({ perDay, low, high }) => perDay === 0 && low === 0 && high === 0),
    )
    const trend = estimateTrend(changingDays(1).filter((_, at) => at % 31 === 0))
    expect(trend).toEqual([])
  })
})

describe('A place among peers', () => {
  const others = Array.from({ length: 22 }, (_, at) => at)

  test('is an interval, wider than the place itself', () => {
    const place = placeAmong(12.5, others)
    expect(place).toMatchObject({ share: 13 / 22, median: 10.5, n: 22 })
    expect(place.low).toBeCloseTo(0.385, 3)
    expect(place.high).toBeCloseTo(0.768, 2)
    expect(sayPlace(place)).toBe('between the 38th and 77th percentile of 22 similar accounts')
  })

  test('is open to one side for the first and the last', () => {
    expect(sayPlace(placeAmong(-1, others))).toBe('below the 15th percentile of 22 similar accounts')
    expect(sayPlace(placeAmong(99, others), 'accounts of the group')).toBe(
      'above the 85th percentile of 22 accounts of the group',
    )
  })

  test('is anywhere when all have the same value', () => {
    expect(
      placeAmong(
        5,
        others.map(() => 5),
      ),
    ).toMatchObject({ share: 0.5, low: 0, high: 1 })
  })

  test('is not given among fewer than eight', () => {
    const place = placeAmong(3, [1, 2, 3, 4, 5])
    expect(place).toEqual({ share: null, low: null, high: null, median: 3, n: 5 })
    expect(sayPlace(place)).toBe('Too few similar accounts to compare: 5 of the 8 needed.')
    expect(placeAmong(3, [])).toMatchObject({ median: null, n: 0 })
  })
})
