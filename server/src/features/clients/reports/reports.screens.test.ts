/** Figures of reports beside those of the dashboard, which end with the latest reading (docs/decisions/0041). */
import { expect, test } from 'vitest'
import { dayToText } from '#platform/calendar.ts'
import { plant, plantDays, TODAY } from '../../../testing/planted-accounts.ts'
import { fileOf, freeze, settingsFor } from '../../../testing/reports.ts'
import { formWith, type World, world } from '../../../testing/world.ts'

/** The fields of the row of a CSV file that begins with this name. */
function rowOf(csv: string, name: string): string[] {
  const line = csv.split('\r\n').find((one) => one.startsWith(`"${name}",`)) ?? ''
  return line.split(',').map((field) => field.replaceAll('"', ''))
}

async function reportOf(here: World, kind: 'account' | 'company', id: number, days: number): Promise<string> {
  const span = { from: dayToText(TODAY - days + 1), to: dayToText(TODAY) }
  const report = await freeze(here, settingsFor(kind, id, { ...span, sections: [{ kind: 'figures' }] }))
  return fileOf(here, report.id, 'csv')
}

test.each([7, 30, 90])(
  'the changes of %d days are those of the dashboard and of the analysis, of accounts and together',
  async (days) => {
    const here = await world()
    for (const seed of [3, 4]) await plant(here, `grove.${seed}`, { days: plantDays({ count: 200, seed }) })
    const accounts = (await here.ask('pro', 'GET', `/api/accounts?period=${days}`)).json()
    expect(accounts).toHaveLength(2)
    const company = await reportOf(here, 'company', 1, days)
    for (const { id, username, period } of accounts) {
      const [, , change] = rowOf(await reportOf(here, 'account', id, days), 'Followers')
      expect(Number(change)).toBe(period.followerChange)
      const span = `from=${dayToText(TODAY - days + 1)}&to=${dayToText(TODAY)}`
      const { growth: analysed } = (await here.ask('pro', 'GET', `/api/accounts/${id}/analysis?${span}`)).json()
      expect(analysed.span).toMatchObject({ change: period.followerChange, from: period.comparedWith.slice(0, 10) })
      const [, , changeOf, growth] = rowOf(company, `'@${username}`)
      expect(Number(changeOf)).toBe(period.followerChange)
      expect(Number(growth)).toBeCloseTo(period.growth, 2)
    }
    const [totals] = (await here.ask('pro', 'GET', `/api/metrics/clients?period=${days}`)).json()
    expect(Number(rowOf(company, 'Together')[2])).toBe(totals.followerChange)
  },
)

test('old and stale figures are in the sums of neither the report nor the dashboard', async () => {
  const here = await world()
  const days = [...plantDays({ count: 60, seed: 5 })]
  const without = (first: number, last: number) =>
    new Map(days.filter(([day]) => TODAY - day < first || TODAY - day > last))
  await plant(here, 'grove.near', { days: without(30, 31) })
  await plant(here, 'grove.old', { days: without(30, 32) })
  await plant(here, 'grove.stale', { days: without(0, 2) })
  const company = await reportOf(here, 'company', 1, 30)
  const together = rowOf(company, 'Together').map(Number)
  const [totals] = (await here.ask('pro', 'GET', '/api/metrics/clients?period=30')).json()
  expect(totals).toMatchObject({ accounts: 3, stale: 1, compared: 1 })
  expect(together.slice(1, 3)).toEqual([totals.followers, totals.followerChange])
  const listed = (await here.ask('pro', 'GET', '/api/accounts?period=30')).json()
  const periodOf = (name: string) => listed.find(({ username }: { username: string }) => username === name).period
  expect(Number(rowOf(company, "'@grove.old")[2])).toBe(periodOf('grove.old').followerChange)
  expect(company).toMatch(/grove\.old.*"since Oct 18"/)
  expect(company).toMatch(/grove\.stale.*"up to Nov 17"/)
})

test('a rate that has not been known for days is in the mean of neither the report nor the dashboard', async () => {
  const here = await world({ accounts: ['grove', 'heath'] })
  const rows = Array.from({ length: 31 }, (_, at) => dayToText(TODAY - 30 + at)).flatMap((day, at) => [
    `grove,${day},1000,4`,
    `heath,${day},1000,${at < 5 ? 10 : ''}`,
  ])
  const file = formWith(`username,date,followers,engagement_rate\n${rows.join('\n')}\n`)
  expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).json()).toMatchObject({ refused: [] })
  const [totals] = (await here.ask('pro', 'GET', '/api/metrics/clients?period=30')).json()
  expect(totals).toMatchObject({ stale: 0, compared: 2, engagement: 4 })
  const company = await reportOf(here, 'company', 1, 30)
  expect(rowOf(company, 'Together')[6]).toBe('4')
  expect(company).toMatch(/grove".*,4,""\r\n/)
  expect(company).toMatch(/heath".*,10,"engagement of Oct 25"/)
})

test('figures of more than a year before the period are known to the report as to the dashboard and the analysis', async () => {
  const here = await world({ accounts: ['grove', 'heath'] })
  const longAgo = dayToText(TODAY - 500)
  const rows = [`grove,${longAgo},700,3`, `grove,${dayToText(TODAY)},1000,4`, `heath,${longAgo},900,5`]
  const file = formWith(`username,date,followers,engagement_rate\n${rows.join('\n')}\n`)
  expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).json()).toMatchObject({ refused: [] })
  const [{ period }] = (await here.ask('pro', 'GET', '/api/accounts?period=30')).json()
  expect(period).toMatchObject({ followerChange: 300, isWhole: false })
  const { growth } = (await here.ask('pro', 'GET', '/api/accounts/1/analysis')).json()
  expect(growth.span).toMatchObject({ from: longAgo, change: 300 })
  const company = await reportOf(here, 'company', 1, 30)
  expect(rowOf(company, "'@grove")[2]).toBe('300')
  expect(rowOf(company, "'@heath")[1]).toBe('900')
  expect(company).toMatch(/grove.*"since Jul 8, 2025"/)
  expect(company).toMatch(/heath.*"up to Jul 8, 2025"/)
})

test('posts that are not known are counted by the profile, as on the dashboard', async () => {
  const here = await world({ accounts: ['grove'] })
  const rows = Array.from(
    { length: 31 },
    (_, at) => `grove,${dayToText(TODAY - 30 + at)},${1_000 + at},${100 + at * 2}`,
  )
  const file = formWith(`username,date,followers,posts\n${rows.join('\n')}\n`)
  expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).json()).toMatchObject({ refused: [] })
  const [{ period }] = (await here.ask('pro', 'GET', '/api/accounts?period=30')).json()
  expect(period.posts).toBe(60)
  expect(rowOf(await reportOf(here, 'account', 1, 30), 'Posts')[1]).toBe('60')
  expect(rowOf(await reportOf(here, 'company', 1, 30), 'Together')[4]).toBe('60')
})
