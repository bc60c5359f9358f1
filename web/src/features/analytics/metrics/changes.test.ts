/** What cards and charts say of changes, and what they do not compare. */
import type { MetricHistoryEntry } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { engagementChange, followersChange, plainChange } from './rules/card-changes.ts'
import { comparableBefore, engagementText, growthText, pickSeries } from './rules/ranges.ts'

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

describe('what a chart says above itself', () => {
  const FROM = '2026-10-22'
  const history = [entry('2026-10-22', 192_960, 5.7), entry('2026-10-23', null), entry('2026-11-20', 204_900, 6.1)]
  test('growth from the last known value before the first day', () => {
    const known = [entry('2026-10-19', 192_000, 5), entry('2026-10-21', 192_900), ...history]
    expect(growthText(known, FROM)).toBe('+12,000 since Oct 21')
    expect(engagementText(known, FROM, 0)).toBe('+1.1 points since Oct 19')
    expect(growthText(known.slice(0, 2), FROM)).toBeNull()
    const changed = { ...entry('2026-10-22', 192_960), isCountsBreak: true }
    expect(growthText([...known.slice(0, 2), changed, ...history.slice(1)], FROM)).toBe('+11,940 since Oct 22')
    expect(growthText([{ ...entry('2026-10-21', 1), isCountsBreak: true }], FROM)).toBeNull()
  })
  test('growth between the first and the last known value', () => {
    expect(growthText(history, FROM)).toBe('+11,940 since Oct 22')
    expect(growthText([entry('2025-12-31', 10), entry('2026-01-01', 8)], '2025-12-31')).toBe('−2 since Dec 31, 2025')
    expect(growthText(history.slice(0, 2), FROM)).toBeNull()
    expect(growthText([], FROM)).toBeNull()
  })
  test('days without data first, else the change in points', () => {
    expect(engagementText(history, FROM, 3)).toBe('3 days without data')
    expect(engagementText(history, FROM, 1)).toBe('1 day without data')
    expect(engagementText(history, FROM, 0)).toBe('+0.4 points since Oct 22')
    expect(engagementText([], FROM, 0)).toBeNull()
  })
  test('nothing across a change of source or method: it begins there, or only names it', () => {
    const [first, , last] = history as [MetricHistoryEntry, MetricHistoryEntry, MetricHistoryEntry]
    const graph = { ...last, isCountsBreak: true, isEngagementBreak: true }
    expect(growthText([first, graph], FROM)).toBe('New source since Nov 20')
    expect(engagementText([first, graph], FROM, 0)).toBe('New source since Nov 20')
    expect(engagementText([first, { ...last, isEngagementBreak: true }], FROM, 0)).toBe('New method since Nov 20')
    const next = { ...entry('2026-11-21', 204_950, 6.3), isCountsBreak: false }
    expect(growthText([first, graph, next], FROM)).toBe('+50 since Nov 20')
    expect(engagementText([first, graph, next], FROM, 0)).toBe('+0.2 points since Nov 20')
    expect(pickSeries([first, graph, next], 'followers')).toEqual([204_900, 204_950])
    expect(pickSeries([first, { ...last, isEngagementBreak: true }, next], 'followers')).toHaveLength(3)
  })
})

describe('changes on the cards', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const week = { as: 'week' } as const
  const others = [
    { as: 'since', moment: '2026-10-01T12:00:00.000Z' },
    { as: 'outdated', moment: '2026-02-24T12:00:00.000Z' },
    { as: 'broken', moment: '2026-11-19T12:00:00.000Z' },
  ] as const
  test.each([
    [3_406, '+3.4K this week', 'good'],
    [-41, '−41 this week', 'bad'],
    [0, '+0 this week', 'neutral'],
    [null, 'No change data', 'neutral'],
  ])('followers %s', (change, text, tone) => expect(followersChange(change, week, now)).toEqual({ text, tone }))
  test.each([
    [-2, false, '2 fewer this week'],
    [5, true, '5 new this week'],
    [1_205, false, '1.2K more this week'],
    [0, true, 'No change this week'],
    [null, true, 'No change data'],
  ])('following or posts %s', (change, isNew, text) => {
    expect(plainChange(change, isNew, week, now)).toEqual({ text, tone: 'neutral' })
  })
  test.each([
    [12.2, '12.2% change', 'good'],
    [-1.2, '−1.2% change', 'bad'],
    [0.04, '0% change', 'neutral'],
    [null, 'No change data', 'neutral'],
  ])('engagement %s', (change, text, tone) =>
    expect(engagementChange(change, week, false, now)).toEqual({ text, tone }),
  )
  test('that are none of this week have their day and no tone', () => {
    const texts = (tell: (telling: (typeof others)[number]) => { text: string; tone: string }) =>
      others.map((telling) => {
        const { text, tone } = tell(telling)
        expect(tone).toBe('neutral')
        return text
      })
    expect(texts((telling) => followersChange(-3_406, telling, now))).toEqual([
      '−3.4K since Oct 1',
      'as of Feb 24',
      'New source since Nov 19',
    ])
    expect(texts((telling) => plainChange(5, true, telling, now))[0]).toBe('+5 since Oct 1')
    expect(texts((telling) => engagementChange(379.8, telling, false, now))).toEqual([
      '379.8% since Oct 1',
      'as of Feb 24',
      'New method since Nov 19',
    ])
  })
})

describe('the period before', () => {
  const days = [entry('2026-10-20', 90), entry('2026-10-21', 91), entry('2026-10-22', 92), entry('2026-10-23', 93)]
  const breakAt = (at: number) => days.map((day, index) => ({ ...day, isCountsBreak: index === at }))
  test('is what is known of the days before', () => {
    expect(comparableBefore(days, '2026-10-22', 'followers').map(({ date }) => date)).toEqual([
      '2026-10-20',
      '2026-10-21',
    ])
  })
  test('begins at a change of source, and is not drawn when one lies behind it', () => {
    expect(comparableBefore(breakAt(1), '2026-10-22', 'followers').map(({ date }) => date)).toEqual(['2026-10-21'])
    expect(comparableBefore(breakAt(2), '2026-10-22', 'followers')).toEqual([])
    expect(comparableBefore(breakAt(3), '2026-10-22', 'followers')).toEqual([])
    expect(comparableBefore(breakAt(3), '2026-10-22', 'engagementRate')).toHaveLength(2)
  })
})
