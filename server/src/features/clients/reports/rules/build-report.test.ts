/** What a report says of figures that are missing, of another source, or of some accounts only. */
import { describe, expect, test } from 'vitest'
import { dayFromText } from '#platform/calendar.ts'
import { ACCOUNT, analysisWith, FROM, moveOf, readings, TO, withBreaks } from '../../../../testing/report-input.ts'
import { firstSentence, say, sectionOf, steady, tilesOf, WHOLE } from '../../../../testing/report-sections.ts'
import type { AccountInput } from './input.ts'

const leadOf = (history: AccountInput['history']) =>
  say(sectionOf('growth', { accounts: [{ ...ACCOUNT, history }] }).lead)

describe('across a change of source', () => {
  test('no day has a change, and no line of the period before is drawn', () => {
    const history = withBreaks(steady(62, TO - 61), '2026-09-10', '2026-10-20')
    const { tables, drawing } = sectionOf('growth', { accounts: [{ ...ACCOUNT, history }] })
    const changes = tables[0]?.rows.map(([day, , change]) => [day?.text, change?.value])
    expect(changes).toContainEqual(['Oct 19, 2026', 10])
    expect(changes).toContainEqual(['Oct 20, 2026', null])
    expect(changes).toContainEqual(['Oct 21, 2026', 10])
    expect(drawing).toMatchObject({ kind: 'line', line: { breaks: [19] }, previous: { breaks: [9] } })
  })

  test('a move of the source before explains nothing', () => {
    const history = withBreaks(steady(31), '2026-10-20')
    const accounts = [{ ...ACCOUNT, history, ofPeriod: analysisWith([moveOf('2026-10-05', 100)]) }]
    expect(firstSentence({ accounts })).toBe('Since the source changed on Oct 20, followers grew by 110 to 1.3K.')
  })
})

describe('a change', () => {
  test('of a whole period counts from the day before it, and those of its days add up to it', () => {
    const accounts = [{ ...ACCOUNT, history: WHOLE }]
    expect(leadOf(WHOLE)).toBe('Followers grew by 310 to 1.3K.')
    expect(sectionOf('figures', { accounts }).tables[0]?.rows[0]?.map(({ text }) => text)).toEqual([
      'Followers',
      '1,310',
      '+310',
      'Sep 30, 2026 to Oct 31, 2026',
    ])
    for (const some of [accounts, [...accounts, { ...accounts[0], id: 2, username: 'other' }]] as AccountInput[][]) {
      const changes = sectionOf('growth', { accounts: some }).tables[0]?.rows.map(([, , change]) => change?.value)
      expect(changes).toEqual(Array.from({ length: 31 }, () => 10 * some.length))
    }
  })

  test('of an account that is read since the first day says so, and is in no sum', () => {
    const accounts = [
      { ...ACCOUNT, history: steady(31) },
      { ...ACCOUNT, id: 2, username: 'whole', history: WHOLE },
    ]
    expect(leadOf(steady(31))).toBe('Since Oct 1, the first day with figures, followers grew by 300 to 1.3K.')
    const [tile] = tilesOf(accounts.slice(0, 1))
    expect(tile?.change).toBe('+300 since Oct 1')
    expect(tilesOf(accounts)[0]?.change).toBe('+310, of 1 account')
    const { rows = [] } = sectionOf('figures', { accounts }).tables[0] ?? {}
    expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(['+300', 'since Oct 1']))
    expect(rows[1]?.at(-1)).toEqual({ text: '', value: null })
  })

  test('of the period before is named only where it is of all its days', () => {
    const september = dayFromText('2026-09-01')
    const tileSince = (from: number) => tilesOf([{ ...ACCOUNT, history: steady(TO - from + 1, from) }])[0]?.change
    expect(tileSince(september - 1)).toBe('+310, was +300')
    expect(tileSince(september)).toBe('+310')
  })

  test('of the rate says since when it is, where that is not the whole period', () => {
    const rate = (history: AccountInput['history']) => tilesOf([{ ...ACCOUNT, history }])[3]?.change
    expect(rate(WHOLE)).toBe('+0.10 points')
    expect(rate(steady(27, FROM + 4))).toBe('+0.10 points since Oct 5')
  })
})

describe('without a change', () => {
  test('no reading in the period, one reading, and a source that changed on the last day have different sentences', () => {
    expect(leadOf(steady(5, FROM - 9))).toBe(
      'Followers were not read in this period: the last figure is 1.0K of Sep 26, 2026.',
    )
    expect(leadOf(steady(1, FROM + 4))).toBe('Followers were read on one day of this period: 1.0K on Oct 5, 2026.')
    expect(leadOf(withBreaks(steady(31), '2026-10-31'))).toBe(
      'The source changed on Oct 31, 2026: 1.3K followers on that day, with nothing of this source to compare with.',
    )
  })
})

test('a growth that reads as nothing has no sign', () => {
  const history = readings(
    Array.from({ length: 32 }, (_, at) => 100_000 + at),
    FROM - 1,
  )
  const accounts = [
    { ...ACCOUNT, history },
    { ...ACCOUNT, id: 2, history: WHOLE },
  ]
  const growths = sectionOf('figures', { accounts }).tables[0]?.rows.map((cells) => cells[3]?.text)
  expect(growths).toEqual(['0.0%', '+31.0%', ''])
})

describe('posts', () => {
  const buildHistory = (days: number, from: number) =>
    steady(days, from).map((entry, at) => ({ ...entry, posts: at * 2 }))
  const unknown = { ...ACCOUNT, posts: [], knowsPostsBefore: false }
  const tile = (accounts: AccountInput[]) => tilesOf(accounts)[2]

  test('that are not known are counted by the profile, over the whole period only', () => {
    expect(tile([{ ...unknown, history: buildHistory(62, FROM - 31) }])).toMatchObject({
      text: '62',
      change: '2 more than in September',
    })
    expect(tile([{ ...unknown, history: buildHistory(32, FROM - 1) }])).toMatchObject({
      text: '62',
      change: 'Posts before are not known',
    })
    expect(tile([{ ...unknown, history: buildHistory(31, FROM) }])).toMatchObject({ text: 'Not known' })
    // Known ones that do not reach back to the first day are not all.
    const latest = { ...ACCOUNT, knowsPostsBefore: false, posts: ACCOUNT.posts.slice(5) }
    expect(tile([{ ...latest, history: buildHistory(32, FROM - 1) }])).toMatchObject({ text: '62' })
    expect(tile([{ ...ACCOUNT, history: buildHistory(32, FROM - 1) }])).toMatchObject({ text: '12' })
  })

  test('that nothing says anything of are those of one account, or of several', () => {
    expect(tile([unknown])?.change).toBe('Its posts are not known')
    expect(tile([unknown, { ...unknown, id: 2 }])?.change).toBe('Their posts are not known')
  })
})

describe('the first sentence', () => {
  const buildWithMove = (move: number): AccountInput[] => [
    { ...ACCOUNT, history: WHOLE, ofPeriod: analysisWith([moveOf('2026-10-12', move)]) },
  ]

  test('a move is a part of the change, unless it is larger', () => {
    expect(firstSentence({ accounts: buildWithMove(200) })).toBe(
      'Followers grew by 310 to 1.3K. Of these, 200 came around Oct 12, after one post.',
    )
    expect(firstSentence({ accounts: buildWithMove(1_604) })).toBe(
      'Followers grew by 310 to 1.3K. Around Oct 12, 1,604 came, after one post; others left.',
    )
  })

  test('a sum says of how many accounts it is', () => {
    const whole = { ...ACCOUNT, id: 2, username: 'whole', history: WHOLE }
    const accounts = [whole, { ...ACCOUNT, history: steady(3, FROM - 1) }]
    expect(firstSentence({ accounts })).toBe('1 of 2 accounts gained 310 followers; 1 has 1.3K.')
    expect(firstSentence({ accounts: [whole, { ...whole, id: 3 }] })).toBe(
      '2 accounts gained 620 followers and have 2.6K together.',
    )
    const subject = { kind: 'company', name: 'Harbour Group' } as const
    expect(firstSentence({ accounts: [whole], subject })).toBe('1 account gained 310 followers and has 1.3K.')
  })
})

describe('of many accounts', () => {
  const some = (asked: number, all: number): AccountInput[] =>
    Array.from({ length: all }, (_, id) => ({
      ...ACCOUNT,
      id,
      username: `account${id}`,
      ofPeriod: id < asked ? analysisWith() : null,
      ofYear: id < asked ? analysisWith() : null,
    }))

  test.each(['moves', 'posting', 'formats', 'posts'] as const)('%s says how many accounts were asked', (kind) => {
    expect(sectionOf(kind, { accounts: some(50, 53) }).caption).toMatch(/Asked of the 50 largest accounts\.$/)
    expect(sectionOf(kind, { accounts: some(50, 50) }).caption ?? '').not.toContain('Asked of')
  })

  test('accounts that were not asked are not among those without a difference', () => {
    const [best, ...others] = some(50, 53)
    if (!best?.ofYear) throw new Error('The first was asked')
    const found = {
      ...best,
      ofYear: { ...best.ofYear, formats: { ...best.ofYear.formats, verdict: 'found' as const } },
    }
    expect(sectionOf('formats', { accounts: [found, ...others] }).caption).toContain(
      'In 49 other accounts no difference',
    )
  })

  test('without any account nothing is said about how followers moved', () => {
    const subject = { kind: 'company', name: 'Empty' } as const
    expect(say(sectionOf('moves', { accounts: [], subject }).lead)).toBe('There is nothing to compare yet.')
  })
})
