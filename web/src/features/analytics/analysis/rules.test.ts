/** How answers are set and scaled. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAnalysis } from '../../../testing/analysis.ts'
import { withoutDifference } from '../../../testing/analysis-without-results.ts'
import { type PeriodName, periodDays, yearBefore } from './rules/period.ts'
import { dayReached, powerCurve, weeksUntil } from './rules/power.ts'
import { effectScale, multipleScale } from './rules/scale.ts'
import { leadOf, splitSentence } from './rules/sentence.ts'
import { formatEffect, formatMultiple, formatRange } from './rules/words.ts'

const TO = '2026-11-20'
const strongIn = (text: string): string[] =>
  splitSentence(text).flatMap(({ text: part, tone }) => (tone === 'strong' ? [part] : []))

describe('a sentence', () => {
  test('of a finding has its effect in bold, its range quieter, and what was not found below it', () => {
    const { lead, rest } = leadOf(anAnalysis(TO).posting.sentence)
    expect(rest).toBe('No weekday differs from the others beyond chance.')
    expect(splitSentence(lead)).toEqual([
      { text: 'Posts between ', tone: 'plain' },
      { text: '18:00 and 22:00', tone: 'strong' },
      { text: ' got ', tone: 'plain' },
      { text: '35% more likes', tone: 'strong' },
      { text: ' ', tone: 'plain' },
      { text: '(likely 12 to 61%)', tone: 'range' },
      { text: ', from 41 of 180 posts.', tone: 'plain' },
    ])
  })
  test('two findings are both said first', () => {
    const hours = 'Posts between 18:00 and 22:00 got 35% more likes (likely 12 to 61%), from 41 of 180 posts.'
    const days = 'Posts on Sundays got 20% fewer likes (likely 8 to 31%), from 26 of 180 posts.'
    expect(leadOf(`${hours} ${days}`)).toEqual({ lead: `${hours} ${days}`, rest: '' })
    expect(strongIn(days)).toEqual(['Sundays', '20% fewer likes'])
  })
  test.each([
    [
      'No difference can be shown yet: with 60 posts only effects above about 80% would show.',
      'No difference can be shown yet',
    ],
    ['Too few posts to compare times: 38 of the 60 posts needed are here.', 'Too few posts to compare times'],
    [
      'Followers rose by 1,140 (5.1%) in one day, and nothing we hold explains it.',
      '1,140 (5.1%)|nothing we hold explains it',
    ],
    ['Followers stayed at 24.6K.', '24.6K'],
    ['Since Apr 1, followers grew by 4,017 to 24.6K, 1,109 more than before.', '4,017 to 24.6K'],
    ['9 of 180 posts reached more than twice that, 6 of them carousels.', '9 of 180 posts|6 of them carousels'],
    [
      'When the hour makes no difference, one appears in about 5 of 100 accounts.',
      'no difference|about 5 of 100 accounts',
    ],
    ['A sentence of another kind.', ''],
  ])('%s', (text, strong) => expect(strongIn(text).join('|')).toBe(strong))
  test('law: nothing of it is lost', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          splitSentence(text)
            .map(({ text: part }) => part)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('figures', () => {
  test.each([
    [0.354, '+35%'],
    [-0.081, '−8%'],
    [0.001, '0%'],
    [-0.001, '0%'],
    [12.5, '+1,250%'],
  ])('%d is %s', (ratio, text) => expect(formatEffect(ratio)).toBe(text))
  test('a range has its sign at each end', () => {
    expect(formatRange(-0.14, 0.26)).toBe('−14 to 26%')
    expect(formatRange(-0.001, 0.001)).toBe('0 to 0%')
  })
  test('multiples have two digits that matter', () => {
    expect([4.12, 0.312, 0.9, 12.4, 1].map(formatMultiple)).toEqual(['4.1', '0.31', '0.9', '12', '1.0'])
  })
})

describe('scales', () => {
  test('one for all rows, with round steps on both sides of as usual', () => {
    const { ticks, at } = effectScale(anAnalysis(TO).posting.cells)
    expect(ticks).toEqual([-0.2, 0, 0.2, 0.4, 0.6])
    expect(at(-0.26)).toBeGreaterThan(0)
    expect(at(0.61)).toBeLessThan(100)
    expect(effectScale(withoutDifference(TO).posting.cells).ticks).toEqual([-0.4, 0, 0.4, 0.8])
  })
  test('law: every interval lies on it, and as usual is always named', () => {
    const interval = fc.record({
      low: fc.double({ min: -1, max: 0, noNaN: true }),
      high: fc.double({ min: 0, max: 50, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 8 }), (rows) => {
        const { ticks, at } = effectScale(rows)
        expect(ticks).toContain(0)
        expect(ticks.length).toBeLessThanOrEqual(6)
        for (const { low, high } of rows)
          for (const end of [low, high]) expect(at(end)).toSatisfy((x: number) => x >= 0 && x <= 100)
      }),
    )
  })
  test('multiples lie on a log scale: half as far as twice', () => {
    const { at, ticks } = multipleScale([{ multiple: 4.1, low: 0.7, high: 1.4 }])
    expect(ticks).toEqual([0.5, 1, 2, 4])
    expect(at(1) - at(0.5)).toBeCloseTo(at(2) - at(1), 6)
    expect(at(0)).toBe(0)
  })
})

describe('periods and pace', () => {
  test('a year ends today, and the year before is as long', () => {
    const year = periodDays('year', TO)
    expect(year).toEqual({ from: '2025-11-21', to: TO })
    expect(yearBefore(year)).toEqual({ from: '2024-11-21', to: '2025-11-20' })
  })
  test('more posts come at the pace since the first of them, unless that takes too long', () => {
    const since = (firstPost: string | null, name: PeriodName = 'year') => ({ ...periodDays(name, TO), firstPost })
    const year = since('2025-11-21')
    expect(dayReached(year, 60, 60)).toBe('2027-11-20')
    expect(dayReached(year, 2, 400)).toBeNull()
    expect(weeksUntil(since(null, '90'), 38, 22)).toBe(8)
    expect(weeksUntil(year, 0, 60)).toBeNull()
    // 60 posts in 60 days: the year before is not counted.
    expect(dayReached(since('2026-09-22'), 60, 60)).toBe('2027-01-19')
    expect(weeksUntil(since('2026-10-24'), 28, 28)).toBe(4)
  })
  test('four times the posts show half the log effect', () => {
    const curve = powerCurve({ effect: 0.8, goal: 0.35, morePosts: 180 }, 60)
    expect(curve[0]).toEqual({ posts: 60, effect: expect.closeTo(0.8, 6) })
    expect(Math.log1p(curve.at(-1)?.effect ?? 0)).toBeCloseTo(
      Math.log1p(0.8) / Math.sqrt((curve.at(-1)?.posts ?? 0) / 60),
      6,
    )
  })
})
