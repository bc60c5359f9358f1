/** Days of a line chart: as wide as each other, and labelled as there is room. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { buildGeometry } from '../testing/chart-input.ts'
import { labelDays, pickLabelledDays } from './chart-axes.ts'
import { onePointPerDay } from './chart-points.ts'

describe('days', () => {
  test.each([
    ['clocks go forward', '2026-03-27'],
    ['clocks go back', '2026-10-23'],
    ['a year ends', '2025-12-29'],
    ['a leap day', '2028-02-26'],
  ])('every day is as wide as the next when %s', (_, from) => {
    const xs = buildGeometry([1, 2, 3, 4, 5, 6], { from }).placed.map((point) => point.x)
    const widths = xs.slice(1).map((x, index) => x - (xs[index] ?? 0))
    for (const width of widths) expect(width).toBeCloseTo(widths[0] ?? 0, 6)
  })
  test('the last entry of a day wins', () => {
    const points = [
      { day: '2026-11-02', value: 9 },
      { day: '2026-11-01', value: 1 },
      { day: '2026-11-01', value: 2 },
      { day: '2026-11-02', value: null },
    ]
    expect(onePointPerDay(points, '2026-11-01', '2026-11-02')).toEqual([{ day: '2026-11-01', value: 2 }])
  })
  test('labels carry the year only where the range spans several', () => {
    expect(buildGeometry([1, 2, 3]).xTicks.at(-1)?.label).toBe('Oct 24')
    const chart = buildGeometry([1, 2, 3], { from: '2025-12-31' })
    expect(chart.xTicks.at(-1)?.label).toBe('Jan 2, 2026')
  })
  test('a month is labelled by weeks, back from its last day', () => {
    expect(pickLabelledDays('2026-10-22', '2026-11-20', 8)).toEqual([
      '2026-10-23',
      '2026-10-30',
      '2026-11-06',
      '2026-11-13',
      '2026-11-20',
    ])
  })
  test('a year is labelled by firsts of months', () => {
    expect(pickLabelledDays('2025-11-21', '2026-11-20', 6)).toEqual([
      '2026-01-01',
      '2026-03-01',
      '2026-05-01',
      '2026-07-01',
      '2026-09-01',
      '2026-11-01',
    ])
  })
  test('months go by their name, with the year where it begins', () => {
    expect(labelDays('2025-11-21', '2026-11-20', 320).map(({ label }) => label)).toEqual([
      'Jan 2026',
      'Mar',
      'May',
      'Jul',
      'Sep',
      'Nov',
    ])
    expect(labelDays('2026-11-01', '2026-11-20', 100).map(({ label }) => label)).toEqual(['Nov 6', 'Nov 20'])
  })
  test('a month is named once, however wide the chart is', () => {
    const months = ['Jan 2026', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']
    expect(labelDays('2025-11-30', '2026-11-29', 1_700).map(({ label }) => label)).toEqual(['Dec', ...months])
  })
  test('law: labels fit their room, lie in the range and go forward', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_660 }), fc.integer({ min: 2, max: 12 }), (length, most) => {
        const to = addDays('2024-01-15', length)
        const days = pickLabelledDays('2024-01-15', to, most)
        expect(days.length).toBeLessThanOrEqual(Math.max(2, most))
        expect(days).toEqual([...days].sort())
        for (const day of days) expect(day >= '2024-01-15' && day <= to).toBe(true)
      }),
    )
  })
})
