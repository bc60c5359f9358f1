/** The calendar over HTTP: the days of items in the time zone of their company, and those that have none. */
import type { ContentItem } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import { idsOf, itemsIn, nextOf } from '../../../testing/content-items.ts'
import { type World, world } from '../../../testing/world.ts'
import { HOUR } from '../../../testing/world-with-sources.ts'

describe('planning', () => {
  const DAYS = [
    { id: 'recDay00000000001', publishDate: '2026-11-01' },
    { id: 'recDay00000000002', publishDate: '2026-11-02', status: 'Published' },
    // 2026-11-01 still, in New York: the clocks go back there on that day.
    { id: 'recMoment00000001', publishDate: '2026-11-02T04:59:59.999Z' },
    { id: 'recMoment00000002', publishDate: '2026-11-02T05:00:00.000Z' },
    { id: 'recMoment00000003', publishDate: '2026-11-01T03:59:59.999Z' },
    { id: 'recMoment00000004', publishDate: '2026-11-01T04:00:00Z' },
    { id: 'recDeleted0000001', publishDate: '2026-11-01', status: 'Delete' },
    { id: 'recGone0000000001', publishDate: '2026-11-01', isGone: true },
    { id: 'recForeign0000001', publishDate: '2026-11-01', companyId: 2 },
    { id: 'recUndated0000001', publishDate: null },
  ]
  const readCalendar = async ({ ask }: World, query: string, who: 'pro' | 'admin' | 'loner' = 'pro') => {
    const res = await ask(who, 'GET', `/api/content/calendar?${query}`)
    expect(res.statusCode, res.body).toBe(200)
    const { items, ...rest } = res.json()
    return { ...rest, ids: items.map(({ id }: ContentItem) => id) }
  }

  test('a day holds what goes out on it in the time zone of the company, also when its clocks change', async () => {
    const here = await world()
    await itemsIn(here, DAYS)
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
    expect(await readCalendar(here, 'from=2026-11-01&to=2026-11-01')).toEqual({
      timeZone: 'America/New_York',
      today: '2026-11-20',
      isComplete: true,
      ids: ['recDay00000000001', 'recMoment00000004', 'recMoment00000001'],
    })
    expect((await readCalendar(here, 'from=2026-11-02&to=2026-11-02')).ids).toEqual([
      'recDay00000000002',
      'recMoment00000002',
    ])
    expect((await readCalendar(here, 'from=2026-10-31&to=2026-10-31')).ids).toEqual(['recMoment00000003'])
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Kiritimati' })
    expect((await readCalendar(here, 'from=2026-11-01&to=2026-11-01')).ids).toEqual([
      'recDay00000000001',
      'recMoment00000003',
      'recMoment00000004',
    ])
  })

  test('an administrator sees the days of all companies, a user without one an empty calendar', async () => {
    const here = await world()
    await itemsIn(here, DAYS)
    expect((await readCalendar(here, 'from=2026-11-01&to=2026-11-01', 'admin')).ids).toContain('recForeign0000001')
    expect(await readCalendar(here, 'from=2026-11-01&to=2026-11-01', 'loner')).toEqual({
      timeZone: 'UTC',
      today: '2026-11-20',
      isComplete: true,
      ids: [],
    })
  })

  test('today is the day that it is there', async () => {
    const here = await world()
    await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'Pacific/Kiritimati' })
    here.clock.moveBy(HOUR)
    expect((await readCalendar(here, 'from=2026-11-01&to=2026-11-01')).today).toBe('2026-11-21')
  })

  test.each(['from=2026-11-02&to=2026-11-01', 'from=2026-11-01&to=2027-01-02', 'from=2026-11-01', 'from=x&to=y'])(
    'a calendar of %s is refused',
    async (query) => {
      const { ask } = await world()
      expect((await ask('pro', 'GET', `/api/content/calendar?${query}`)).statusCode).toBe(400)
    },
  )

  test('a calendar holds 2,000 items and says when there are more', async () => {
    const here = await world()
    const full = Array.from({ length: 2_001 }, (_, at) => ({
      id: `rec${String(at).padStart(14, '0')}`,
      publishDate: at === 2_000 ? '2026-11-02' : '2026-11-01',
    }))
    await itemsIn(here, full)
    const { ids: days, isComplete } = await readCalendar(here, 'from=2026-11-01&to=2027-01-01')
    expect([days.length, isComplete]).toEqual([2_000, false])
    expect((await readCalendar(here, 'from=2026-11-01&to=2026-11-01')).isComplete).toBe(true)
  })

  test('what has no date stands aside, newest first, until it gets one', async () => {
    const here = await world()
    await itemsIn(here, [
      ...DAYS,
      { id: 'recApproved000001', status: 'Approved', createdAt: 5 },
      { id: 'recPublished00001', status: 'Published', createdAt: 6 },
    ])
    const res = await here.ask('pro', 'GET', '/api/content/unplanned')
    expect(idsOf(res)).toEqual(['recApproved000001', 'recUndated0000001'])
    const first = await here.ask('pro', 'GET', '/api/content/unplanned?limit=1')
    expect(first.headers['x-total-count']).toBe('2')
    expect(idsOf(await here.ask('pro', 'GET', nextOf(first.headers) ?? ''))).toEqual(['recUndated0000001'])
    await here.ask('pro', 'PUT', '/api/airtable/posts/recUndated0000001', { publishDate: '2026-11-30' })
    expect(idsOf(await here.ask('pro', 'GET', '/api/content/unplanned'))).toEqual(['recApproved000001'])
    expect((await readCalendar(here, 'from=2026-11-30&to=2026-11-30')).ids).toEqual(['recUndated0000001'])
  })
})
