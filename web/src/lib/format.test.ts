/** Figures and rates as the specification words them (§9), in tables and in laws. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatChange,
  formatExactPercent,
  formatPercent,
  formatPercentChange,
  formatRaw,
  formatSigned,
  formatWhole,
  shorten,
  toneOf,
} from './format.ts'

const figures = fc.integer({ min: 0, max: 100_000_000_000 })

describe('shortening', () => {
  test.each([
    [undefined, '0'],
    [null, '0'],
    [Number.NaN, '0'],
    [Number.POSITIVE_INFINITY, '0'],
    [0, '0'],
    [-0.4, '0'],
    [7, '7'],
    [999, '999'],
    [999.6, '1.0K'],
    [1_000, '1.0K'],
    [1_049, '1.0K'],
    [1_050, '1.1K'],
    [1_450, '1.5K'],
    [612_400, '612.4K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [1_000_000, '1.0M'],
    [96_300_000, '96.3M'],
    [999_949_999, '999.9M'],
    [999_950_000, '1.0B'],
    [2_500_000_000, '2.5B'],
    [100_000_000_000, '100.0B'],
    [8_240, '8.2K'],
    [-318_200, '−318.2K'],
    [-12, '−12'],
  ])('%s reads %s', (value, text) => expect(shorten(value)).toBe(text))

  const UNIT: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 }
  const readBack = (text: string) => Number.parseFloat(text.replace('−', '-')) * (UNIT[text.at(-1) ?? ''] ?? 1)

  test('law: what is read is within half a tenth of its unit', () => {
    fc.assert(
      fc.property(figures, (value) => {
        const text = shorten(value)
        const unit = UNIT[text.at(-1) ?? '']
        expect(Math.abs(readBack(text) - value)).toBeLessThanOrEqual(unit ? unit * 0.05 * (1 + 1e-9) : 0)
      }),
    )
  })
  test('law: the number before the unit has at most four digits', () => {
    fc.assert(
      fc.property(figures, (value) => {
        expect(shorten(value)).toMatch(/^(\d{1,3}|\d{1,3}\.\d[KMB])$/)
      }),
    )
  })
  test('law: a larger figure never reads smaller', () => {
    fc.assert(
      fc.property(figures, figures, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        expect(readBack(shorten(small))).toBeLessThanOrEqual(readBack(shorten(large)))
      }),
    )
  })
})

describe('figures', () => {
  test.each([
    [undefined, '0'],
    [12.9, '12'],
    [-0.5, '-1'],
    [1_284, '1284'],
  ])('raw: %s reads %s', (value, text) => expect(formatRaw(value)).toBe(text))
  test.each([
    [2_147_000, '2,147,000'],
    [-0, '0'],
    [undefined, '0'],
  ])('whole: %s reads %s', (value, text) => expect(formatWhole(value)).toBe(text))
  test.each([
    [4_812, '+4,812'],
    [-318, '−318'],
    [0, '+0'],
  ])('signed: %s reads %s', (value, text) => expect(formatSigned(value)).toBe(text))
  test.each([
    [12_790, '+12.8K'],
    [6_300, '+6.3K'],
    [-9_400, '−9.4K'],
    [-999, '−999'],
    [0, '+0'],
  ])('a change of %s, shortened from 1,000 on, reads %s', (value, text) => expect(formatChange(value)).toBe(text))
})

describe('rates', () => {
  test.each([
    [6.7, '6.7%'],
    [5.972, '6.0%'],
    [0.049, '0.0%'],
    [-0.04, '0.0%'],
    [100, '100.0%'],
    [null, '0.0%'],
    [undefined, '0.0%'],
    [Number.NaN, '0.0%'],
  ])('%s reads %s', (value, text) => expect(formatPercent(value)).toBe(text))
  test.each([
    [12.2, '12.2%'],
    [-6.4, '−6.4%'],
    [4, '4%'],
    [0, '0%'],
    [-0.04, '0%'],
  ])('a change of %s reads %s', (value, text) => expect(formatPercentChange(value)).toBe(text))
  test.each([
    [0.1, 'good'],
    [-0.1, 'bad'],
    [0, 'neutral'],
    [0.04, 'neutral'],
    [null, 'neutral'],
    [undefined, 'neutral'],
  ])('a change of %s is %s', (value, tone) => expect(toneOf(value)).toBe(tone))
})

test.each([
  [6.7, '6.7%'],
  [6.719, '6.72%'],
  [0.013_04, '0.013%'],
  [0.5, '0.5%'],
  [0, '0%'],
  [125.5, '125.5%'],
  [null, '0.0%'],
  [Number.NaN, '0.0%'],
])('the exact rate %s reads %s', (value, text) => expect(formatExactPercent(value)).toBe(text))

test.each([
  [340, '340 bytes'],
  [812_400, '812 kB'],
  [1_440_000, '1.4 MB'],
  [1_200_000_000, '1.2 GB'],
])('%i bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
