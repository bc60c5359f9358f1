/** A year of weekly posts, planned into free slots over HTTP and published as time goes on: each at its hour on the clocks there. */
import type { Publication } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { anImage, publishing } from '#testing/publishing.ts'
import { DAY } from '../../../testing/world-with-sources.ts'

const WEEKS = 52
const MINUTE_MS = 60_000

/** Apart from the product's own calendar. */
const clocksIn = (timeZone: string) => {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
  return (moment: string | null) => shown.format(Date.parse(moment ?? '')).replace(/,? /, ' ')
}

test.each([
  ['Europe/Lisbon', { weekday: 5, time: '18:30' }, 'Fri 18:30', 'all'],
  ['America/New_York', { weekday: 2, time: '09:00' }, 'Tue 09:00', 'around the changes'],
  // Clocks there move by half an hour.
  ['Australia/Lord_Howe', { weekday: 7, time: '07:45' }, 'Sun 07:45', 'around the changes'],
])(
  'a post a week in %s goes out at its hour, across both changes of the clocks',
  async (timeZone, slot, expected, goesOut) => {
    const here = await publishing({ also: { session: { idleMs: 500 * DAY, maxMs: 500 * DAY } } })
    const zone = await here.ask('admin', 'PUT', '/api/companies/1', { timeZone })
    expect(zone.statusCode, zone.body).toBe(200)
    const address = `/api/accounts/${here.accountId}/publishing`
    await here.ask('pro', 'PUT', address, { slots: [slot] })
    const imageUrl = await anImage(here)
    const planned: Publication[] = []
    for (let week = 0; week < WEEKS; week += 1) {
      const [at] = (await here.ask('pro', 'GET', address)).json().next
      planned.push(await here.queueOrThrow(await here.aPost({ caption: `Week ${week}`, imageUrl }), { at }))
    }
    const clocks = clocksIn(timeZone)
    expect(planned.map(({ plannedAt }) => clocks(plannedAt))).toEqual(planned.map(() => expected))
    const days = planned.map(({ plannedAt }) => Math.round(Date.parse(plannedAt) / DAY))
    expect(days.map((day) => day - (days[0] ?? 0))).toEqual(planned.map((_, week) => week * 7))
    const hourInUtc = (week: number) => planned[week]?.plannedAt.slice(11, 16)
    const changes = planned.flatMap((_, week) => (week > 0 && hourInUtc(week) !== hourInUtc(week - 1) ? [week] : []))
    expect(changes).toHaveLength(2)
    // Of the year all go out in the first zone, and in the others those around both changes.
    const isKept = (week: number) => goesOut === 'all' || changes.some((change) => Math.abs(week - change) <= 1)
    for (const [week, { id }] of planned.entries())
      if (!isKept(week)) await here.ask('pro', 'DELETE', `/api/publications/${id}`)
    const published = []
    for (const [week, { id }] of planned.entries())
      if (isKept(week)) published.push(await here.becomes(id, 'published'))
    expect(published.map(({ publishedAt }) => clocks(publishedAt))).toEqual(published.map(() => expected))
    for (const { plannedAt, publishedAt } of published) {
      const lateMs = Date.parse(publishedAt ?? '') - Date.parse(plannedAt)
      expect(lateMs).toBeGreaterThanOrEqual(0)
      expect(lateMs).toBeLessThan(MINUTE_MS)
    }
    expect(here.live()).toHaveLength(published.length)
    expect(here.stand.duplicates()).toEqual([])
    expect(here.stand.violations).toEqual([])
  },
  180_000,
)
