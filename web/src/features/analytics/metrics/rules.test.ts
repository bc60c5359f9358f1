/** What ranges and typed figures mean. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { chartDays, customRangeError, dayRange, pickSeries, thinOut } from './rules/ranges.ts'
import { figuresFrom, findTypedErrors } from './rules/typed-figures.ts'

const today = '2026-11-20'
const entry = (date: string, followers: number | null, engagementRate: number | null = null): MetricHistoryEntry => ({
  date,
  followers,
  following: null,
  posts: null,
  engagementRate,
  source: 'import',
  engagementMethod: 'stated',
  isCountsBreak: false,
  isEngagementBreak: false,
})

describe('ranges', () => {
  test.each([
    [{}, '2026-10-22', 'Last 30 days'],
    [{ range: '7' as const }, '2026-11-14', 'Last 7 days'],
    [{ range: '90' as const }, '2026-08-23', 'Last 90 days'],
    [{ range: 'year' as const }, '2025-11-21', 'Last year'],
    [{ range: 'all' as const }, addDays(today, -3_659), 'All time'],
  ])('%j begins on %s: %s', (search, from, heading) => {
    expect(dayRange(search, today)).toMatchObject({ from, to: today, heading })
  })
  test('a range of its own says its days, with the years that matter', () => {
    const given = { range: 'custom' as const, from: '2026-10-01', to: '2026-11-20' }
    expect(dayRange(given, today)).toEqual({
      name: 'custom',
      from: '2026-10-01',
      to: '2026-11-20',
      heading: 'Oct 1 to Nov 20, 2026',
      open: false,
    })
    expect(dayRange({ ...given, from: '2025-12-31' }, today).heading).toBe('Dec 31, 2025 to Nov 20, 2026')
  })
  test.each([
    ['2026-11-20', '2026-11-01', 'From must not be after To.'],
    ['', '2026-11-01', 'Choose both days.'],
    ['2026-02-30', '2026-11-01', 'Choose both days.'],
    ['2010-01-01', '2026-11-01', 'At most ten years can be shown at once.'],
    ['2026-11-01', '2026-11-01', undefined],
  ])('from %j to %j: %j', (from, to, error) => {
    expect(customRangeError(from, to)).toBe(error)
    if (error) expect(dayRange({ range: 'custom', from, to }, today).heading).toBe('Last 30 days')
  })
  test('All spans the days that have data', () => {
    const history = [entry('2025-01-03', 5), entry('2026-11-18', 7)]
    expect(chartDays(dayRange({ range: 'all' }, today), history)).toEqual({ from: '2025-01-03', to: '2026-11-18' })
    expect(chartDays(dayRange({}, today), history)).toEqual({ from: '2026-10-22', to: today })
  })
})

describe('small lines', () => {
  test('show known values only', () => {
    expect(
      pickSeries([entry('2026-11-01', 1), entry('2026-11-02', null), entry('2026-11-03', 3)], 'followers'),
    ).toEqual([1, 3])
  })
  test('are thinned evenly and keep both ends', () => {
    const values = Array.from({ length: 365 }, (_, index) => index)
    const thin = thinOut(values, 14)
    expect(thin).toHaveLength(14)
    expect(thin[0]).toBe(0)
    expect(thin.at(-1)).toBe(364)
    expect(thinOut([1, 2], 14)).toEqual([1, 2])
  })
})

describe('typed figures', () => {
  const typed = { followers: '204,900', following: '', posts: '', engagementRate: '', date: '' }
  test('separators, spaces and a percent sign are understood', () => {
    const full = { followers: '204 900', following: '1,412', posts: '518', engagementRate: '6,7 %', date: '2026-11-01' }
    expect(findTypedErrors(full, today)).toEqual({})
    expect(figuresFrom(full, today)).toEqual({
      followers: 204_900,
      following: 1_412,
      posts: 518,
      engagementRate: 6.7,
      date: '2026-11-01',
    })
  })
  test('what is empty, and a day that is today, stay out of the request', () => {
    expect(figuresFrom({ ...typed, date: today }, today)).toEqual({ followers: 204_900 })
  })
  test.each([
    [{ followers: '' }, { followers: 'Followers is required' }],
    [{ followers: '12.5' }, { followers: 'Enter a whole number, like 204900' }],
    [{ followers: '-3' }, { followers: 'Enter a whole number, like 204900' }],
    [{ followers: '204.9K' }, { followers: 'Enter a whole number, like 204900' }],
    [{ followers: '100000000001' }, { followers: 'This is more than any account has' }],
    [{ posts: 'many' }, { posts: 'Enter a whole number, like 204900' }],
    [{ engagementRate: 'high' }, { engagementRate: 'Enter a percentage, like 6.7' }],
    [{ date: '2026-11-21' }, { date: 'The day cannot be in the future' }],
    [{ date: '2026-02-30' }, { date: 'Enter a day' }],
  ])('%j: %j', (change, errors) => expect(findTypedErrors({ ...typed, ...change }, today)).toEqual(errors))
})
