/** The days of an account that are shown: chosen, kept in the address, and without data. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { accountHeading, HISTORY, openAccount } from '../testing/account-page.ts'
import { anEntry } from '../testing/accounts.ts'
import { aCalendar } from '../testing/content.ts'
import { callsOf, failure, json } from '../testing/network.ts'

const today = todayUtc()

test('thirty days by default, and the address stays clean', async () => {
  const calls = openAccount()
  await accountHeading()
  expect(screen.getByRole('heading', { name: 'Last 30 days' })).toBeTruthy()
  const url = callsOf(calls, HISTORY)[0]?.url
  expect(url).toBe(`/api/accounts/4/metrics/history?from=${addDays(today, -29)}&to=${today}&withBefore=true`)
  const growth = await screen.findByRole('application', {
    name: 'Followers Growth, last 30 days, from 193.0K to 204.9K',
  })
  expect(growth).toBeTruthy()
  expect(screen.getByText(/^\+11,940 since /)).toBeTruthy()
  expect(screen.getByText('28 days without data')).toBeTruthy()
})

test('the days end with the one it is where the company of the account is', async () => {
  const tomorrow = addDays(today, 1)
  const calls = openAccount({
    handlers: {
      'GET /api/content/calendar': () => aCalendar([], { timeZone: 'Pacific/Auckland', today: tomorrow }),
      [HISTORY]: () => json([anEntry(today, { followers: 204_000 }), anEntry(tomorrow)]),
    },
  })
  await accountHeading()
  await waitFor(() => expect(callsOf(calls, HISTORY).at(-1)?.url).toContain(`to=${tomorrow}`))
  expect(await screen.findByText(`+912 since ${formatDay(today)}`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Type in figures' }))
  const day = await screen.findByLabelText<HTMLInputElement>('Day')
  expect(day.value).toContain(formatDay(tomorrow))
})

test('figures that are old are shown up to their day where the company of the account is', async () => {
  const calls = openAccount({
    account: { lastUpdated: `${addDays(today, -20)}T20:00:00.000Z` },
    handlers: { 'GET /api/content/calendar': () => aCalendar([], { timeZone: 'Pacific/Auckland', today }) },
  })
  await accountHeading()
  const days = `from=${addDays(today, -48)}&to=${addDays(today, -19)}&`
  await waitFor(() => expect(callsOf(calls, HISTORY).some(({ url }) => url.includes(days))).toBe(true))
})

test('the change counts from the last figures before the days, which are not drawn', async () => {
  const days = [
    [-31, 190_000],
    [-29, 192_972],
    [0, 204_912],
  ] as const
  const history = days.map(([ago, followers]) => anEntry(addDays(today, ago), { followers }))
  openAccount({ handlers: { [HISTORY]: () => json(history) } })
  await accountHeading()
  expect(await screen.findByText(`+14,912 since ${formatDay(addDays(today, -31))}`)).toBeTruthy()
  expect(
    screen.getByRole('application', { name: 'Followers Growth, last 30 days, from 193.0K to 204.9K' }),
  ).toBeTruthy()
})

test('the chosen days stand in the address', async () => {
  const calls = openAccount()
  await accountHeading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Date Range' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '30 days' }))
  await user.click(screen.getByRole('radio', { name: '90 days' }))
  await waitFor(() => expect(window.location.search).toBe('?range=90'))
  expect(await screen.findByRole('heading', { name: 'Last 90 days' })).toBeTruthy()
  const asksFor = (from: string) => callsOf(calls, HISTORY).some(({ url }) => url.includes(`from=${from}`))
  await waitFor(() => expect(asksFor(addDays(today, -89))).toBe(true))
  // With the ninety days before, for the pale line.
  await waitFor(() => expect(asksFor(addDays(today, -179))).toBe(true))
  await user.click(screen.getByRole('radio', { name: '30 days' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('days of one’s own begin with what is shown; days that make no sense change nothing', async () => {
  const calls = openAccount({ path: '/account/4?range=custom&from=2026-10-01&to=2026-10-20' })
  await accountHeading()
  expect(screen.getByRole('heading', { name: 'Oct 1 to Oct 20, 2026' })).toBeTruthy()
  const user = userEvent.setup()
  const from = screen.getByLabelText('From')
  await user.clear(from)
  await user.type(from, '2026-10-25')
  expect(await screen.findByText('From must not be after To.')).toBeTruthy()
  expect(window.location.search).toBe('?range=custom&from=2026-10-01&to=2026-10-20')
  await user.clear(from)
  await user.type(from, '2026-10-11')
  await waitFor(() => expect(window.location.search).toBe('?range=custom&from=2026-10-11&to=2026-10-20'))
  const listQueries = () => callsOf(calls, HISTORY).map(({ url }) => url.split('?')[1])
  await waitFor(() => expect(listQueries()).toContain('from=2026-10-11&to=2026-10-20&withBefore=true'))
})

test('days without any data say so, and lead to all there is', async () => {
  openAccount({ handlers: { [HISTORY]: () => json([]) } })
  await accountHeading()
  expect(await screen.findAllByText('No data for these days')).toHaveLength(2)
  await userEvent.click(screen.getAllByRole('button', { name: 'Show all data' })[0] as HTMLElement)
  await waitFor(() => expect(window.location.search).toBe('?range=all'))
  expect(await screen.findAllByText('No history yet. It starts with the first figures.')).toHaveLength(2)
})

test('a history that cannot be had says why', async () => {
  openAccount({ handlers: { [HISTORY]: () => failure(503, 'Busy.') } })
  expect(await screen.findByText('The history could not be loaded')).toBeTruthy()
})
