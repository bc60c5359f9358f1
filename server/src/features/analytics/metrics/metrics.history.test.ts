/** Figures day by day (D15), through the routes, and on which day a moment falls. */
import { describe, expect, test } from 'vitest'
import { bring, byDay, history, latest, typeIn } from '../../../testing/account-figures.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own'] })

describe('the history', () => {
  test('answers each day with data, oldest first, and leaves the others out', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-11-18,130,2.5', 'own,2026-11-10,100,')
    const none = {
      following: null,
      posts: null,
      source: 'import',
      engagementMethod: 'stated',
      isCountsBreak: false,
      isEngagementBreak: false,
    }
    expect(await history(here, '')).toEqual([
      { date: '2026-11-10', followers: 100, engagementRate: null, ...none },
      { date: '2026-11-18', followers: 130, engagementRate: 2.5, ...none },
    ])
  })

  test('is empty for an account without figures', async () => {
    expect(await history(await shared())).toEqual([])
  })

  test('covers 30 days by default: today and the 29 before it', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-10-21,1,', 'own,2026-10-22,2,', 'own,2026-11-20,3,')
    expect(byDay(await history(here, ''))).toEqual([
      ['2026-10-22', 2],
      ['2026-11-20', 3],
    ])
  })

  test('takes both ends in, and either end may be left out', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-09-01,1,', 'own,2026-09-30,2,', 'own,2026-10-01,3,', 'own,2026-11-01,4,')
    const days = async (query: string) => byDay(await history(here, query)).map(([day]) => day)
    expect(await days('?from=2026-09-30&to=2026-10-01')).toEqual(['2026-09-30', '2026-10-01'])
    expect(await days('?from=2026-10-01&to=2026-10-01')).toEqual(['2026-10-01'])
    expect(await days('?from=2026-10-01')).toEqual(['2026-10-01', '2026-11-01'])
    expect(await days('?to=2026-10-01')).toEqual(['2026-09-30', '2026-10-01'])
    expect(await days('?from=2016-11-20&to=2026-11-20')).toHaveLength(4)
    expect(await days('?from=0001-01-01&to=9999-12-31')).toHaveLength(4)
    expect(await days('?from=2026-12-01&to=2026-12-31')).toEqual([])
  })

  test('has the last known days before it where it is asked for them, with what breaks the series there', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-10-01,1,1.5', 'own,2026-10-05,2,', 'own,2026-11-01,3,', 'own,2026-11-02,4,2.5')
    const days = async (query: string) => byDay(await history(here, query)).map(([day]) => day)
    const november = '?from=2026-11-01&to=2026-11-20'
    expect(await days(november)).toEqual(['2026-11-01', '2026-11-02'])
    expect(await days(`${november}&withBefore=false`)).toEqual(['2026-11-01', '2026-11-02'])
    const withBefore = ['2026-10-01', '2026-10-05', '2026-11-01', '2026-11-02']
    expect(await days(`${november}&withBefore=true`)).toEqual(withBefore)
    expect(await days('?from=2026-11-02&withBefore=true')).toEqual(['2026-10-01', '2026-11-01', '2026-11-02'])
    expect(await days('?from=2026-10-01&to=2026-10-05&withBefore=true')).toEqual(['2026-10-01', '2026-10-05'])
    expect(await days('?from=2026-11-10&withBefore=true')).toEqual(['2026-11-02'])
  })

  test('keeps the last entry of a day, and of two at one moment the one recorded later', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-11-18T20:00:00Z,130,', 'own,2026-11-18T08:00:00Z,100,')
    expect(byDay(await history(here))).toEqual([['2026-11-18', 130]])
    here.clock.moveBy(1)
    await bring(here, 'own,2026-11-18T20:00:00Z,131,')
    expect(byDay(await history(here))).toEqual([['2026-11-18', 131]])
    here.clock.moveBy(1)
    await bring(here, 'own,2026-11-18T10:00:00Z,999,')
    expect(byDay(await history(here))).toEqual([['2026-11-18', 131]])
  })

  test.each([
    ['from after to', 'from=2026-11-02&to=2026-11-01', { from: 'must not be after to' }],
    ['from after today', 'from=2026-11-21', { from: 'must not be after to' }],
    ['no day', 'from=yesterday', { from: 'must be a day like 2026-11-20' }],
    ['a moment', 'to=2026-11-20T00:00:00Z', { to: 'must be a day like 2026-11-20' }],
    ['a day that never was', 'from=2026-02-30', { from: 'must be a day like 2026-11-20' }],
    ['an empty day', 'from=', { from: 'must be a day like 2026-11-20' }],
    ['two of one', 'from=2026-11-01&from=2026-11-02', { from: 'must be a day like 2026-11-20' }],
    ['an unknown word', 'days=7', { days: 'is not a field of this request' }],
  ])('with %s is refused', async (_, query, fields) => {
    const { ask } = await shared()
    const res = await ask('basic', 'GET', `/api/accounts/1/metrics/history?${query}`)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false, fields })
  })
})

describe("the company's time zone", () => {
  const inZone = async (timeZone: string) => {
    const here = await world({ accounts: ['own'] })
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone })
    return here
  }

  test.each([
    [
      'Pacific/Auckland',
      ['2026-11-18T10:59:59Z', '2026-11-18T11:00:00Z', '2026-11-19T10:59:59Z'],
      [
        ['2026-11-18', 0],
        ['2026-11-19', 2],
      ],
    ],
    [
      'America/New_York',
      // The day on which summer ends there has 25 hours: 04:00Z to 05:00Z of the next day.
      ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'],
      [
        ['2026-10-31', 0],
        ['2026-11-01', 2],
        ['2026-11-02', 3],
      ],
    ],
    [
      'Asia/Kolkata',
      ['2026-11-18T18:29:59Z', '2026-11-18T18:30:00Z'],
      [
        ['2026-11-18', 0],
        ['2026-11-19', 1],
      ],
    ],
  ])('%s decides on which day a moment falls', async (timeZone, moments, expected) => {
    const here = await inZone(timeZone)
    await bring(here, ...moments.map((moment, at) => `own,${moment},${at},`))
    expect(byDay(await history(here))).toEqual(expected)
    for (const [day, followers] of expected)
      expect(byDay(await history(here, `?from=${day}&to=${day}`))).toEqual([[day, followers]])
  })

  test('leaves a day that a file names as it is', async () => {
    for (const timeZone of ['Pacific/Auckland', 'America/New_York']) {
      const here = await inZone(timeZone)
      await bring(here, 'own,2026-11-18,5,')
      expect(byDay(await history(here))).toEqual([['2026-11-18', 5]])
    }
  })

  test('decides what today is', async () => {
    // It is 2026-11-20, 09:00 in UTC.
    const ahead = await inZone('Pacific/Kiritimati')
    expect((await typeIn(ahead, { followers: 7 })).statusCode).toBe(201)
    expect(byDay(await history(ahead, ''))).toEqual([['2026-11-20', 7]])
    ahead.clock.moveBy(60 * 60_000)
    expect((await typeIn(ahead, { followers: 8, date: '2026-11-21' })).statusCode).toBe(201)
    expect(byDay(await history(ahead, ''))).toEqual([
      ['2026-11-20', 7],
      ['2026-11-21', 8],
    ])

    const behind = await inZone('Pacific/Midway')
    expect((await typeIn(behind, { followers: 7, date: '2026-11-20' })).statusCode).toBe(400)
    await typeIn(behind, { followers: 7 })
    expect(byDay(await history(behind, ''))).toEqual([['2026-11-19', 7]])
  })

  test.each(['Pacific/Auckland', 'America/New_York'])(
    'in %s makes a typed-in figure the last word on its own day, and on no other',
    async (timeZone) => {
      const here = await inZone(timeZone)
      // Each six hours of three days: in any zone, several are on each of its days.
      const readings = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, 10, 16, at * 6)).toISOString())
      await bring(here, ...readings.map((moment, at) => `own,${moment},${100 + at},`))
      const before = await history(here)
      await typeIn(here, { followers: 5, date: '2026-11-17' })
      expect(await history(here)).toEqual(
        before.map((entry) => (entry.date === '2026-11-17' ? { ...entry, followers: 5 } : entry)),
      )
      expect((await latest(here)).followers).toBe(111)
    },
  )
})
