/** Figures that a person types in, through the routes: of now or of a past day, corrected and taken back. */
import { describe, expect, test } from 'vitest'
import { byDay, history, latest, typeIn } from '../../../testing/account-figures.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own'] })

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
    const before = await readTables(here.database)
    const res = await typeIn(here, body)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false, fields })
    expect(await readTables(here.database)).toEqual(before)
  })

  test('takes the largest account and the first day', async () => {
    const here = await world({ accounts: ['own'] })
    expect((await typeIn(here, { followers: 100_000_000_000, date: '2010-10-06' })).statusCode).toBe(201)
    expect((await typeIn(here, { followers: 100_000_000_000 })).statusCode).toBe(201)
    expect((await here.ask('basic', 'GET', '/api/metrics/global')).json().followers).toBe(100_000_000_000)
  })
})
