import type { MetricHistoryEntry } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { anEntry } from '../../../../testing/accounts.ts'
import { sayApart, sayFastest } from './sentence.ts'
import { type AccountHistory, compareSeries, rankSeries } from './series.ts'

const TO = '2026-11-20'
const FROM = addDays(TO, -179)

interface Given {
  from?: string
  to?: string
  first: number
  last: number
  /** From this day on another source says three times as many. */
  breakAt?: string
}

function account(username: string, { from = FROM, to = TO, first, last, breakAt }: Given): AccountHistory {
  const history: MetricHistoryEntry[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const share = (Date.parse(day) - Date.parse(from)) / (Date.parse(to) - Date.parse(from) || 1)
    const isAfter = breakAt !== undefined && day >= breakAt
    const followers = Math.round(first + (last - first) * share) * (isAfter ? 3 : 1)
    history.push(anEntry(day, { followers, isCountsBreak: day === breakAt, source: isAfter ? 'graph' : 'import' }))
  }
  return { accountId: username.length, username, history }
}

const compare = (...accounts: AccountHistory[]) => compareSeries(accounts, FROM, TO)

test('the sentence says who grew fastest since when, and who is second', () => {
  const comparison = compare(
    account('harbour', { first: 1_000, last: 1_184 }),
    account('lemons', { first: 1_000, last: 1_261 }),
  )
  expect(sayFastest(comparison, 'indexed')).toBe(
    `*@lemons* grew fastest since May 25, by *26.1%*. *@harbour* is second with 18.4%.`,
  )
  expect(sayFastest(comparison, 'absolute')).toBe(
    '*@lemons* gained most since May 25: *261 followers*. *@harbour* is second with 184 followers.',
  )
  expect(sayApart(comparison, 'indexed')).toEqual([])
})

test('an account whose source changed is compared by itself, and no growth crosses the change', () => {
  const comparison = compare(
    account('harbour', { first: 1_000, last: 1_184 }),
    account('lemons', { first: 1_000, last: 1_261 }),
    account('stair', { first: 1_000, last: 1_100, breakAt: '2026-08-12' }),
  )
  const stair = comparison.series[2]
  expect(stair?.apart).toBe('break')
  expect(stair?.first?.day).toBe('2026-08-12')
  expect(stair?.growth).toBeLessThan(0.1)
  expect(sayFastest(comparison, 'indexed')).toContain('*@lemons* grew fastest')
  expect(sayApart(comparison, 'indexed')).toEqual([
    `@stair is not compared: its source changed on Aug 12 (+5.4% since then).`,
  ])
  expect(rankSeries(comparison, 'indexed').map(({ username }) => username)).toEqual(['lemons', 'harbour', 'stair'])
})

test('two accounts are compared since the change of source of one of them', () => {
  const comparison = compare(
    account('harbour', { first: 1_000, last: 1_184 }),
    account('stair', { first: 1_000, last: 1_100, breakAt: '2026-08-12' }),
  )
  expect(comparison.base).toBe('2026-08-12')
  expect(comparison.series.map(({ first }) => first?.day)).toEqual(['2026-08-12', '2026-08-12'])
  expect(sayFastest(comparison, 'indexed')).toContain('grew fastest since Aug 12')
  expect(sayApart(comparison, 'indexed')).toEqual(['Counted from Aug 12, when the source of @stair changed.'])
})

test('a source that is a few days old is not compared yet: the days before it are', () => {
  const breakAt = addDays(TO, -2)
  const comparison = compare(
    account('harbour', { first: 1_000, last: 1_184, breakAt }),
    account('lemons', { first: 1_000, last: 1_261, breakAt }),
  )
  expect(comparison.series.map(({ growth }) => Math.round((growth ?? 0) * 100))).toEqual([18, 26])
  expect(comparison.series[0]?.points.at(-1)).toMatchObject({ day: TO, index: null })
  expect(sayApart(comparison, 'indexed')).toEqual([
    'All of them are compared up to Nov 17: the source has changed since.',
  ])
})

test('accounts that begin late, end early or have no figures say so', () => {
  const comparison = compare(
    account('one', { first: 1_000, last: 1_100 }),
    account('second', { first: 1_000, last: 1_050 }),
    account('late', { from: '2026-10-01', first: 500, last: 600 }),
    account('ending', { to: '2026-09-02', first: 500, last: 600 }),
    { accountId: 9, username: 'nothing', history: [] },
  )
  expect(sayApart(comparison, 'indexed')).toEqual([
    `@late is not compared: its figures begin on Oct 1 (+20.0% since then).`,
    '@ending is not compared: its figures end on Sep 2.',
    '@nothing is not compared: it has too few figures in this period.',
  ])
})

test.each([
  [[1_000, 900], [1_000, 950], `None of them grew since May 25. *@bb* lost least, *5.0%*.`],
  [[1_000, 1_000], [1_000, 950], 'None of them grew since May 25.'],
  [[1_000, 1_100], [1_000, 950], `*@a* grew fastest since May 25, by *10.0%*. *@bb* fell by 5.0%.`],
  [
    [9_999, 10_001],
    [9_999, 9_998],
    `*@a* grew fastest since May 25, by *less than 0.1%*. *@bb* fell by less than 0.1%.`,
  ],
])('accounts that fell: %j and %j', ([first = 0, last = 0], [otherFirst = 0, otherLast = 0], sentence) => {
  const comparison = compare(account('a', { first, last }), account('bb', { first: otherFirst, last: otherLast }))
  expect(sayFastest(comparison, 'indexed')).toBe(sentence)
})

test('one account, none with figures, and one without followers', () => {
  expect(sayFastest(compare(account('a', { first: 100, last: 110 })), 'indexed')).toBe(
    `*@a* grew by *10.0%* since May 25. Add another account to compare it with.`,
  )
  expect(sayFastest(compare({ accountId: 1, username: 'a', history: [] }), 'indexed')).toBe(
    'None of these accounts has followers in this period.',
  )
  const empty = compare(account('a', { first: 0, last: 0 }))
  expect(empty.series[0]?.points.every(({ index }) => index === null)).toBe(true)
})
