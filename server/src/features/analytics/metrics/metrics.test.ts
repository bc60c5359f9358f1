/** Figures over time (D12, D14, D15, D16), through the routes. The arithmetic alone is in `metrics.rules.test.ts`. */

import type { MetricHistoryEntry } from '@tangelo/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, measured } from '../../../testing/measured.ts'
import { stored } from '../../../testing/stored.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { formWith, type Person, sharedWorld, type World, world } from '../../../testing/world.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'
import { sumsOf } from './metrics.store.ts'
import { bringAllUpToDate } from './service/latest-figures.ts'

const shared = sharedWorld({ accounts: ['own'] })

/** Rows `username,date,followers,engagement_rate`; a date may be a moment. */
async function bring(here: World, ...rows: string[]) {
  const table = ['username,date,followers,engagement_rate', ...rows].join('\n')
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(table))
  expect(res.json()).toMatchObject({ snapshots: rows.length, refused: [] })
}

const latest = async (here: World, id = 1) => (await here.ask('admin', 'GET', `/api/accounts/${id}/metrics`)).json()

const typeIn = (here: World, body: object, id = 1) => here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, body)

async function history(here: World, query = '?from=2020-01-01', who: Person = 'basic'): Promise<MetricHistoryEntry[]> {
  const res = await here.ask(who, 'GET', `/api/accounts/1/metrics/history${query}`)
  expect(res.statusCode).toBe(200)
  return res.json()
}

const byDay = (entries: MetricHistoryEntry[]) => entries.map(({ date, followers }) => [date, followers])

describe('the change since a week ago', () => {
  test.each<[string, string[], number | null]>([
    ['is unknown after one reading', ['own,2026-11-20T08:00:00Z,150,'], null],
    ['is unknown within a week', ['own,2026-11-20T08:00:00Z,150,', 'own,2026-11-13T08:00:01Z,120,'], null],
    ['counts from exactly seven days before', ['own,2026-11-20T08:00:00Z,150,', 'own,2026-11-13T08:00:00Z,120,'], 30],
    [
      'counts from the last reading before that',
      ['own,2026-11-20T08:00:00Z,150,', 'own,2026-11-14,149,', 'own,2026-11-12,140,', 'own,2026-11-01,90,'],
      10,
    ],
    ['may reach back for months', ['own,2026-11-20,150,', 'own,2025-01-01,200,'], -50],
    ['counts from the latest reading, not from now', ['own,2026-06-20,150,', 'own,2026-06-01,100,'], 50],
    [
      'does not depend on the order in the file',
      ['own,2026-11-01,90,', 'own,2026-11-20,150,', 'own,2026-11-12,140,'],
      10,
    ],
  ])('%s', async (_, rows, expected) => {
    const here = await world({ accounts: ['own'] })
    await bring(here, ...rows)
    expect((await latest(here)).followerChange).toBe(expected)
  })

  test('is found behind many readings of one week', async () => {
    const here = await world({ accounts: ['own'] })
    const hourly = Array.from({ length: 40 }, (_, hour) => {
      const moment = new Date(Date.UTC(2026, 10, 18, hour)).toISOString()
      return `own,${moment},${200 + hour},`
    })
    await bring(here, 'own,2026-11-05,100,', ...hourly)
    expect(await latest(here)).toMatchObject({ followers: 239, followerChange: 139, followersTrend: [223, 239] })
  })

  test('of the engagement rate is in percent of the old rate', async () => {
    const here = await world({ accounts: ['own', 'zero', 'unknown'] })
    await bring(here, 'own,2026-11-01,100,2', 'own,2026-11-20,100,3', 'zero,2026-11-01,100,0', 'zero,2026-11-20,100,3')
    await bring(here, 'unknown,2026-11-01,100,', 'unknown,2026-11-20,100,3')
    expect((await latest(here, 1)).engagementRateChange).toBe(50)
    expect((await latest(here, 2)).engagementRateChange).toBeNull()
    expect((await latest(here, 3)).engagementRateChange).toBeNull()
  })

  test('from a rate next to nothing is unknown, and the lists still answer', async () => {
    const here = await world({ accounts: ['own'] })
    await typeIn(here, { followers: 100, engagementRate: 5e-324, date: '2026-11-01' })
    expect((await typeIn(here, { followers: 100, engagementRate: 5 })).json().engagementRateChange).toBeNull()
    for (const url of ['/api/accounts', '/api/accounts/1', '/api/metrics/global'])
      expect((await here.ask('basic', 'GET', url)).statusCode).toBe(200)
  })

  test('stands beside the account too', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-11-01,90,1', 'own,2026-11-20,150,1.5')
    const figures = {
      profilePicture: null,
      bioText: null,
      followers: 150,
      followerChange: 60,
      following: null,
      followingChange: null,
      posts: null,
      postsChange: null,
      engagementRate: 1.5,
      engagementRateChange: 50,
      comparedWith: '2026-11-01T00:00:00.000Z',
      countsBrokenAt: null,
      engagementBrokenAt: null,
      followersTrend: [90, 150],
    }
    expect(await latest(here)).toEqual({ ...figures, lastUpdated: '2026-11-20T00:00:00.000Z', source: 'import' })
    const { account, metrics } = (await here.ask('basic', 'GET', '/api/accounts/1')).json()
    expect(metrics).toEqual(figures)
    expect(account).toMatchObject({ metrics: figures, lastUpdated: '2026-11-20T00:00:00.000Z', source: 'import' })
    const [listed] = (await here.ask('basic', 'GET', '/api/accounts')).json()
    expect(listed).toEqual({ ...account, isStale: false, refresh: { interval: 'daily', everyDays: 1 } })
  })
})

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

describe('typing in figures', () => {
  test('stores them for now and answers the new figures', async () => {
    const here = await world({ accounts: ['own'] })
    const res = await typeIn(here, { followers: 150, following: 12, posts: 3, engagementRate: 2.5 })
    expect(res.statusCode).toBe(201)
    expect(res.json()).toMatchObject({
      followers: 150,
      following: 12,
      posts: 3,
      engagementRate: 2.5,
      followersTrend: [150],
    })
    expect(await latest(here)).toMatchObject({ lastUpdated: '2026-11-20T09:00:00.000Z', source: 'import' })
  })

  test('for a past day changes the history, and the latest figures only by comparison', async () => {
    const here = await world({ accounts: ['own'] })
    await typeIn(here, { followers: 150 })
    const res = await typeIn(here, { followers: 110, date: '2026-11-10' })
    expect(res.json()).toMatchObject({ followers: 150, followerChange: 40, followersTrend: [110, 150] })
    expect(byDay(await history(here))).toEqual([
      ['2026-11-10', 110],
      ['2026-11-20', 150],
    ])
  })

  test('again corrects the day, and taking the correction back has the last word', async () => {
    const here = await world({ accounts: ['own'] })
    for (const followers of [100, 200, 100]) {
      await typeIn(here, { followers, date: '2026-11-10' })
      expect(byDay(await history(here))).toEqual([['2026-11-10', followers]])
      expect((await latest(here)).followers).toBe(followers)
      here.clock.moveBy(60_000)
    }
  })

  test('takes null for what is not known', async () => {
    const here = await world({ accounts: ['own'] })
    const res = await typeIn(here, { followers: 0, following: null, posts: null, engagementRate: null })
    expect(res.json()).toMatchObject({ followers: 0, following: null, posts: null, engagementRate: null })
  })

  test.each([
    ['nothing', {}, { followers: 'must be a whole number' }],
    ['negative followers', { followers: -1 }, { followers: 'cannot be negative' }],
    ['text', { followers: 'many' }, { followers: 'must be a whole number' }],
    ['digits as text', { followers: '12' }, { followers: 'must be a whole number' }],
    ['half a follower', { followers: 1.5 }, { followers: 'must be a whole number' }],
    ['null followers', { followers: null }, { followers: 'must be a whole number' }],
    ['more than there are people', { followers: 100_000_000_001 }, { followers: 'is larger than any account has' }],
    ['negative posts', { followers: 1, posts: -3 }, { posts: 'cannot be negative' }],
    ['a negative rate', { followers: 1, engagementRate: -0.1 }, { engagementRate: 'cannot be negative' }],
    ['a rate in words', { followers: 1, engagementRate: '3 %' }, { engagementRate: 'must be a number' }],
    [
      'a rate out of this world',
      { followers: 1, engagementRate: 100_001 },
      { engagementRate: 'must be at most 100000' },
    ],
    ['tomorrow', { followers: 1, date: '2026-11-21' }, { date: 'is in the future' }],
    ['a day before Instagram', { followers: 1, date: '2010-10-05' }, { date: 'is before Instagram began' }],
    ['a day that never was', { followers: 1, date: '2026-02-30' }, { date: 'must be a day like 2026-11-20' }],
    ['a moment', { followers: 1, date: '2026-11-10T10:00:00Z' }, { date: 'must be a day like 2026-11-20' }],
    ['an empty day', { followers: 1, date: '' }, { date: 'must be a day like 2026-11-20' }],
    ['an unknown field', { followers: 1, likes: 4 }, { likes: 'is not a field of this request' }],
  ])('with %s is refused, and nothing is stored', async (_, body, fields) => {
    const here = await shared()
    const before = await stored(here.database)
    const res = await typeIn(here, body)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false, fields })
    expect(await stored(here.database)).toEqual(before)
  })

  test('takes the largest account and the first day', async () => {
    const here = await world({ accounts: ['own'] })
    expect((await typeIn(here, { followers: 100_000_000_000, date: '2010-10-06' })).statusCode).toBe(201)
    expect((await typeIn(here, { followers: 100_000_000_000 })).statusCode).toBe(201)
    expect((await here.ask('basic', 'GET', '/api/metrics/global')).json().followers).toBe(100_000_000_000)
  })
})

describe('the sums over all accounts', () => {
  const sums = async (here: World, who: Person) => (await here.ask(who, 'GET', '/api/metrics/global')).json()
  const NOTHING = {
    accounts: 0,
    outdated: 0,
    followers: 0,
    followerChange: null,
    posts: 0,
    averageEngagementRate: null,
    lastUpdated: null,
  }

  test('without accounts are zero, and what is unknown is null', async () => {
    const empty = await world()
    for (const who of ['admin', 'pro', 'loner'] as const) expect(await sums(empty, who)).toEqual(NOTHING)
    expect(await sums(await shared(), 'pro')).toEqual({ ...NOTHING, accounts: 1 })
    expect(await sums(await shared(), 'loner')).toEqual(NOTHING)
  })

  test('take in the accounts that the viewer may see, each figure over those that know it', async () => {
    const here = await world({ accounts: ['own', 'other', 'silent', { username: 'foreign', companyId: 2 }] })
    await bring(here, 'own,2026-11-12,90,', 'own,2026-11-19,100,2', 'other,2026-11-18,40,')
    await typeIn(here, { followers: 40, posts: 12, engagementRate: 4 }, 2)
    await typeIn(here, { followers: 1_000, posts: 5, engagementRate: 0 }, 4)
    expect(await sums(here, 'basic')).toEqual({
      accounts: 3,
      outdated: 0,
      followers: 140,
      followerChange: 10,
      posts: 12,
      averageEngagementRate: 3,
      lastUpdated: '2026-11-20T09:00:00.000Z',
    })
    expect(await sums(here, 'foreigner')).toMatchObject({ accounts: 1, followers: 1_000, averageEngagementRate: 0 })
    expect(await sums(here, 'admin')).toMatchObject({ accounts: 4, followers: 1_140, averageEngagementRate: 2 })
    expect(await sums(here, 'loner')).toEqual(NOTHING)
  })

  test('leave out a file that ended nine months ago, and report that', async () => {
    const here = await world({ accounts: ['own', 'other', 'empty'] })
    await bring(here, 'own,2026-02-17,1000,1.5', 'own,2026-02-24,1029,1.7')
    const stale = { accounts: 3, outdated: 1, followers: 0, followerChange: null, averageEngagementRate: null }
    expect(await sums(here, 'basic')).toMatchObject({ ...stale, lastUpdated: '2026-02-24T00:00:00.000Z' })
    await bring(here, 'other,2026-11-13,50,4', 'other,2026-11-20,57,5')
    expect(await sums(here, 'basic')).toMatchObject({
      ...stale,
      followers: 57,
      followerChange: 7,
      averageEngagementRate: 5,
    })
    // Each account still has its own figures, with their date.
    expect(await latest(here)).toMatchObject({
      followers: 1029,
      followerChange: 29,
      lastUpdated: '2026-02-24T00:00:00.000Z',
      comparedWith: '2026-02-17T00:00:00.000Z',
    })
  })

  test('drop an account the moment its figures are a week old', async () => {
    const here = await world({ accounts: ['own'], session: { idleMs: 30 * DAY, maxMs: 30 * DAY } })
    await bring(here, 'own,2026-11-13,50,', 'own,2026-11-20,57,')
    for (const [moved, followers] of [
      [0, 57],
      [6 * 24 * HOUR, 57],
      [15 * HOUR, 57],
      [60_000, 0],
    ] as const) {
      here.clock.moveBy(moved)
      expect(await sums(here, 'basic')).toMatchObject({ followers, outdated: followers === 0 ? 1 : 0 })
    }
  })

  test('count a change only where it is one of this week', async () => {
    const here = await world({ accounts: ['own', 'other'] })
    await bring(here, 'own,2026-11-13,50,', 'own,2026-11-20,57,', 'other,2026-11-10,10,', 'other,2026-11-20,1000,')
    expect(await sums(here, 'basic')).toMatchObject({ followers: 1_057, followerChange: 7, outdated: 0 })
    // Two missed daily readings: the ninth day still counts.
    await typeIn(here, { followers: 15, date: '2026-11-11' }, 2)
    expect(await sums(here, 'basic')).toMatchObject({ followerChange: 7 + 985 })
  })
})

describe('a change of source or method', () => {
  const provenanceOf = async (here: World) =>
    (await here.ask('basic', 'GET', '/api/accounts/1/metrics/provenance')).json()

  /** A profile with posts, whose rate is computed: (2 × 30 likes and 2 × 10 comments) / 1,000 followers. */
  const profile = (timestamp: string) =>
    JSON.stringify([
      {
        username: 'own',
        fullName: 'Own',
        followersCount: 1_000,
        followsCount: 5,
        postsCount: 2,
        timestamp,
        latestPosts: [1, 2].map((id) => ({ id: `${id}`, type: 'Image', likesCount: 30, commentsCount: 10 })),
      },
    ])

  test('from a stated rate to one computed from posts leaves no percentage, and says since when', async () => {
    const here = await world({ accounts: ['own'] })
    await bring(here, 'own,2026-11-11,900,1.5', 'own,2026-11-12,910,1.5')
    const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(profile('2026-11-20T08:00:00.000Z')))
    expect(res.json()).toMatchObject({ snapshots: 1, refused: [] })
    const figures = await latest(here)
    expect(figures).toMatchObject({
      engagementRate: 4,
      engagementRateChange: null,
      engagementBrokenAt: figures.lastUpdated,
      // A file is a file: its followers are of one kind.
      countsBrokenAt: null,
      followerChange: 90,
    })
    expect(await provenanceOf(here)).toMatchObject({ engagementBrokenAt: figures.lastUpdated, countsBrokenAt: null })
    expect(
      (await history(here)).map((entry) => [entry.engagementMethod, entry.isCountsBreak, entry.isEngagementBreak]),
    ).toEqual([
      ['stated', false, false],
      ['stated', false, false],
      ['computed', false, true],
    ])
    expect((await integrityCheckService(here).run()).mismatches).toEqual([])
  })

  test('from a file to the Graph API breaks followers too, until a week of the new source is there', async () => {
    const here = await measured({ accounts: ['nasa'] })
    await here.ask(
      'admin',
      'POST',
      '/api/accounts/import',
      formWith('username,date,followers,engagement_rate\nnasa,2026-11-01,5,1\nnasa,2026-11-18,7,1\n'),
    )
    expect(await latest(here)).toMatchObject({ followerChange: 2, followersTrend: [5, 7] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const first = await latest(here)
    expect(first).toMatchObject({
      source: 'graph',
      followerChange: null,
      followingChange: null,
      postsChange: null,
      engagementRateChange: null,
      comparedWith: '2026-11-01T00:00:00.000Z',
      countsBrokenAt: first.lastUpdated,
      engagementBrokenAt: first.lastUpdated,
      followersTrend: [first.followers],
    })
    expect((await here.ask('admin', 'GET', '/api/metrics/global')).json()).toMatchObject({ followerChange: null })
    expect((await history(here)).map(({ isCountsBreak }) => isCountsBreak)).toEqual([false, false, true])
    await here.round(5 * DAY)
    expect(await latest(here)).toMatchObject({ followerChange: null, countsBrokenAt: first.lastUpdated })
    await here.round(4 * DAY)
    const later = await latest(here)
    expect(later).toMatchObject({ countsBrokenAt: null, engagementBrokenAt: null })
    expect(later.followerChange).toEqual(expect.any(Number))
    expect((await integrityCheckService(here).run()).mismatches).toEqual([])
  })

  test('that was taken back within the week still breaks the series', async () => {
    const here = await measured({ accounts: ['nasa'] })
    // The first round takes the name in, the next one reads it.
    await here.round()
    await here.round(DAY)
    here.clock.moveBy(3 * DAY)
    await typeIn(here, { followers: 3 })
    await here.round(5 * DAY)
    expect(await latest(here)).toMatchObject({ followerChange: null, countsBrokenAt: expect.any(String) })
    expect((await history(here, '')).map(({ isCountsBreak }) => isCountsBreak)).toEqual([false, true, true])
    expect((await integrityCheckService(here).run()).mismatches).toEqual([])
  })
})

test('figures that are behind their snapshots after a crash are brought up to date at the next start', async () => {
  const here = await world({ accounts: ['own', 'other'] })
  await bring(here, 'own,2026-11-01,90,1', 'own,2026-11-19,100,2')
  await typeIn(here, { followers: 7 }, 2)
  const right = await stored(here.database, 'accounts')
  // As a crash between the two leaves it: the snapshots are there, the figures are those of before.
  await here.database.queries
    .updateTable('accounts')
    .set({ followers: null, follower_change: null, followers_trend: '[]', sort_followers: -1, figures_due: 1 })
    .execute()
  await bringAllUpToDate(here.database)
  // What was cached of them until now counts no more.
  const withNextRevision = right.accounts?.map((row) => ({ ...row, data_revision: Number(row.data_revision) + 1 }))
  expect(await stored(here.database, 'accounts')).toEqual({ accounts: withNextRevision })
})

if (testEngine === 'sqlite')
  test.each([
    { scope: 'all' as const },
    { scope: [1] },
    { scope: 'all' as const, source: 'graph' as const },
    { scope: [1], source: 'import' as const },
  ])(
    'the sums of companies $scope and source $source are read from their index and not from the accounts',
    async (filter) => {
      const { database } = await world()
      const { sql: text, parameters } = sumsOf(database.queries, 1_700_000_000_000, filter).compile()
      const values = parameters.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
      const plan = sql<{
        detail: string
      }>`${sql.raw(`explain query plan ${text.replaceAll('?', () => values.shift() ?? '')}`)}`
      const { rows } = await plan.execute(database.queries)
      expect(rows.map(({ detail }) => detail).join()).toContain('COVERING INDEX accounts_sums')
    },
  )
