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

test.each([7, 30, 90])('the changes of %d days are those of the dashboard, of accounts and together', async (days) => {
  const here = await world()
  for (const seed of [3, 4]) await plant(here, `grove.${seed}`, { days: plantDays({ count: 200, seed }) })
  const accounts = (await here.ask('pro', 'GET', `/api/accounts?period=${days}`)).json()
  expect(accounts).toHaveLength(2)
  const company = await reportOf(here, 'company', 1, days)
  for (const { id, username, period } of accounts) {
    const [, , change] = rowOf(await reportOf(here, 'account', id, days), 'Followers')
    expect(Number(change)).toBe(period.followerChange)
    const [, , changeOf, growth] = rowOf(company, `'@${username}`)
    expect(Number(changeOf)).toBe(period.followerChange)
    expect(Number(growth)).toBeCloseTo(period.growth, 2)
  }
  const [totals] = (await here.ask('pro', 'GET', `/api/metrics/clients?period=${days}`)).json()
  expect(Number(rowOf(company, 'Together')[2])).toBe(totals.followerChange)
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
