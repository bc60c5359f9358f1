/** When a change is one of this week, and what is shown where it is none (D45). */
import { describe, expect, test } from 'vitest'
import { describeComparison, isOutdated } from './comparison.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const comparisonOf = (lastUpdated: string | null, comparedWith: string | null, brokenAt: string | null = null) =>
  describeComparison({ lastUpdated, comparedWith, brokenAt }, now)

describe('a change', () => {
  test.each([
    ['from a week before figures of today', '2026-11-20T08:00:00.000Z', '2026-11-13T08:00:00.000Z'],
    ['from a week before figures of six days ago', '2026-11-14T08:00:00.000Z', '2026-11-07T08:00:00.000Z'],
    ['from nine days before, after two missed readings', '2026-11-20T08:00:00.000Z', '2026-11-11T08:00:00.000Z'],
    ['of figures without anything to compare', '2026-11-20T08:00:00.000Z', null],
    ['of no figures', null, null],
  ])('%s is one of this week', (_, lastUpdated, comparedWith) => {
    expect(comparisonOf(lastUpdated, comparedWith)).toEqual({ as: 'week' })
  })

  test('from further back is shown with its day', () => {
    const moment = '2026-11-11T07:59:59.000Z'
    expect(comparisonOf('2026-11-20T08:00:00.000Z', moment)).toEqual({ as: 'since', moment })
  })

  test('across a change of source is none, and shown with the day of that change', () => {
    const moment = '2026-11-18T08:00:00.000Z'
    expect(comparisonOf('2026-11-20T08:00:00.000Z', '2026-11-13T08:00:00.000Z', moment)).toEqual({
      as: 'broken',
      moment,
    })
  })

  test('of a file that ended nine months ago is none: its figures are shown with their day', () => {
    const moment = '2026-02-24T00:00:00.000Z'
    expect(comparisonOf(moment, '2026-02-17T00:00:00.000Z')).toEqual({ as: 'outdated', moment })
    expect(comparisonOf(moment, '2026-02-17T00:00:00.000Z', '2026-02-20T00:00:00.000Z')).toEqual({
      as: 'outdated',
      moment,
    })
  })
})

test('figures are outdated once they are more than a week old', () => {
  expect(isOutdated('2026-11-13T09:00:00.000Z', now)).toBe(false)
  expect(isOutdated('2026-11-13T08:59:59.999Z', now)).toBe(true)
  expect(isOutdated(null, now)).toBe(false)
})
