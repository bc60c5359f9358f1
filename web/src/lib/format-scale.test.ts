/** Labels of a scale: as short as they can be, and never alike for different values. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatScale } from './format-scale.ts'

const figures = fc.integer({ min: 0, max: 100_000_000_000 })

describe('labels of a scale', () => {
  test.each([
    [
      [190_000, 196_000, 202_000, 208_000],
      ['190K', '196K', '202K', '208K'],
    ],
    [
      [1_000_000, 1_250_000, 1_500_000],
      ['1.00M', '1.25M', '1.50M'],
    ],
    [
      [204_880, 204_900, 204_920],
      ['204.88K', '204.90K', '204.92K'],
    ],
    [
      [96_300_020, 96_300_040],
      ['96,300,020', '96,300,040'],
    ],
    [
      [0, 500, 1_000],
      ['0', '500', '1,000'],
    ],
    [
      [0, 50_000],
      ['0', '50K'],
    ],
  ])('%j reads %j', (values, labels) => expect(formatScale(values)).toEqual(labels))
  test('law: different values never read alike', () => {
    fc.assert(
      fc.property(fc.uniqueArray(figures, { minLength: 2, maxLength: 4 }), (values) => {
        expect(new Set(formatScale(values)).size).toBe(values.length)
      }),
    )
  })
})
