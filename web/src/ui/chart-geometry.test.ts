/** The rules of a line chart: gaps are gaps, and a scale is readable. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildGeometry, input } from '../testing/chart-input.ts'
import { scaleSteps } from './chart-axes.ts'
import { chartGeometry, pointAt } from './chart-geometry.ts'

describe('nothing to draw', () => {
  test.each([
    ['no points', input([], { to: '2026-11-20' })],
    ['only unknown values', input([null, null])],
    ['no width yet', input([1, 2], { width: 0 })],
    ['a range turned round', input([1, 2], { to: '2026-10-01' })],
    [
      'points outside the range',
      input([1, 2], { from: '2026-10-22', to: '2026-10-23', points: [{ day: '2026-01-01', value: 1 }] }),
    ],
  ])('%s', (_, given) => expect(chartGeometry(given)).toBeNull())
})

describe('gaps', () => {
  test('days without data break the line; they are never zeros', () => {
    const chart = buildGeometry([5, 6, null, null, null, 6, 7, 6])
    expect(chart.lines).toHaveLength(2)
    expect(chart.gaps).toHaveLength(1)
    expect(chart.dots.map((dot) => dot.x)).toEqual([chart.placed[1]?.x, chart.placed[2]?.x])
    expect(chart.gaps[0]?.x).toBe(chart.placed[1]?.x)
    expect(chart.gaps[0]?.labelled).toBe(true)
    expect(chart.missing).toBe(3)
    expect(Math.max(...chart.placed.map((point) => point.y))).toBeLessThanOrEqual(chart.plot.bottom)
  })
  test('days that are absent are as missing as days that are null', () => {
    const absent = input([5, 6, 6, 7]).points.filter((_, index) => index !== 1)
    expect(chartGeometry(input([5, 6, 6, 7], { points: absent }))?.gaps).toEqual(buildGeometry([5, null, 6, 7]).gaps)
  })
  test('a day that stands alone is a dot without a line', () => {
    const chart = buildGeometry([null, 5, null, 6, 6])
    expect(chart.lines).toHaveLength(1)
    expect(chart.dots).toContainEqual(expect.objectContaining({ day: '2026-10-23' }))
  })
  test('a lone first day is seen too', () => {
    const chart = buildGeometry([5, null, null, 6])
    expect(chart.dots.map((dot) => dot.x)).toEqual(chart.placed.map((point) => point.x))
  })
  test('a history that begins late or ends early leaves the rest of the range empty', () => {
    const chart = buildGeometry([5, 6], {
      from: '2026-10-22',
      to: '2026-11-20',
      points: [{ day: '2026-11-01', value: 5 }],
    })
    expect(chart.gaps).toHaveLength(2)
    expect(chart.gaps[0]?.x).toBe(chart.plot.left)
    expect(chart.missing).toBe(29)
  })
  test('a short gap has no room for words', () => {
    expect(buildGeometry([...Array(100).fill(3), null, ...Array(100).fill(3)]).gaps[0]?.labelled).toBe(false)
  })
})

describe('one point, and all alike', () => {
  test('a single day lies in the middle, with its value beside it', () => {
    const chart = buildGeometry([42])
    expect(chart.placed[0]?.x).toBe((chart.plot.left + chart.plot.right) / 2)
    expect(chart.last?.label).toBe('42')
    expect(chart.gaps).toEqual([])
  })
  test('a flat line lies between the edges of its scale', () => {
    const chart = buildGeometry([7, 7, 7], { wholeNumbers: true })
    for (const point of chart.placed) {
      expect(point.y).toBeGreaterThan(chart.plot.top)
      expect(point.y).toBeLessThan(chart.plot.bottom)
    }
  })
  test('all zeros lie on the ground, and the scale does not go below', () => {
    const chart = buildGeometry([0, 0], { wholeNumbers: true })
    expect(chart.yTicks.at(0)?.label).toBe('0')
    expect(chart.placed[0]?.y).toBe(chart.plot.bottom)
  })
})

describe('the scale', () => {
  test.each([
    [192_960, 204_900, true, [190_000, 195_000, 200_000, 205_000]],
    [5.3, 6.8, false, [5, 6, 7]],
    [5, 6, true, [5, 6, 7]],
  ])('%d to %d', (low, high, whole, steps) => expect(scaleSteps(low, high, whole)).toEqual(steps))

  const figure = fc.integer({ min: 0, max: 100_000_000_000 })
  test('law: three or four even steps around every figure, whole for whole figures', () => {
    fc.assert(
      fc.property(figure, figure, (a, b) => {
        const steps = scaleSteps(Math.min(a, b), Math.max(a, b), true)
        expect(steps.length).toBeGreaterThanOrEqual(3)
        expect(steps.length).toBeLessThanOrEqual(4)
        expect(steps[0]).toBeLessThanOrEqual(Math.min(a, b))
        expect(steps.at(-1)).toBeGreaterThanOrEqual(Math.max(a, b))
        expect(steps.every((step) => Number.isInteger(step) && step >= 0)).toBe(true)
        expect(new Set(steps.slice(1).map((step, index) => step - (steps[index] ?? 0))).size).toBe(1)
      }),
    )
  })
  test('law: the same for rates', () => {
    const rate = fc.double({ min: 0, max: 1_000, noNaN: true })
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const steps = scaleSteps(Math.min(a, b), Math.max(a, b), false)
        expect(steps.length).toBeGreaterThanOrEqual(3)
        expect(steps.length).toBeLessThanOrEqual(4)
        expect(steps[0]).toBeLessThanOrEqual(Math.min(a, b) + 1e-6)
        expect(steps.at(-1)).toBeGreaterThanOrEqual(Math.max(a, b) - 1e-6)
      }),
    )
  })
})

describe('reading', () => {
  test('law: the pointer on a point finds this point', () => {
    const values = fc.array(fc.option(fc.integer({ min: 0, max: 1_000 })), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(values, (given) => {
        const chart = chartGeometry(input(given))
        for (const point of chart?.placed ?? []) expect(chart && pointAt(chart, point.x)).toEqual(point)
      }),
      { numRuns: 30 },
    )
  })
  test('in the middle of a gap there is nothing to read', () => {
    const chart = buildGeometry([5, 6, null, null, null, null, 6, 7])
    const gap = chart.gaps[0]
    expect(pointAt(chart, (gap?.x ?? 0) + (gap?.width ?? 0) / 2)).toBeNull()
  })
})
