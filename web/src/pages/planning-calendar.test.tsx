/** The calendar: days, items, what has no date, and the agenda of a phone. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCalendar, recordId } from '../testing/content.ts'
import { failure } from '../testing/network.ts'
import { aPlannedItem, calendar, day, ID, on, openCalendar, wide } from '../testing/planning-calendar.ts'

test('a month in whole weeks, asked for once, with every item on its day', async () => {
  wide()
  const asked = openCalendar()
  expect(await screen.findByRole('table', { name: 'November 2026' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
  expect(on('2026-11-24')).toEqual([ID])
  expect(asked.map(({ url }) => url)).toContain('/api/content/calendar?from=2026-10-26&to=2026-12-06')
  expect(day('2026-11-20').querySelector('[aria-current="date"]')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Open .*Ferry.*, Draft$/ }).getAttribute('href')).toBe(
    `/planning?tab=calendar&post=${ID}`,
  )
  expect(within(await screen.findByRole('list', { name: 'No date' })).getByText('Undated')).toBeTruthy()
})

test('an item stands on the day and at the hour of the company', async () => {
  wide()
  const items = [aPlannedItem({ publishDate: '2026-11-24T23:30:00.000Z' })]
  openCalendar({ 'GET /api/content/calendar': () => aCalendar(items, { timeZone: 'Europe/Berlin' }) })
  await calendar()
  expect(on('2026-11-25')).toEqual([ID])
  expect(day('2026-11-25').textContent).toContain('00:30')
  expect(screen.getByText('Berlin time')).toBeTruthy()
})

test('month, week and day stand in the address', async () => {
  wide()
  openCalendar()
  const user = userEvent.setup()
  await calendar()
  await user.click(screen.getByRole('button', { name: 'Next month' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=calendar&date=2026-12-01'))
  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=calendar&view=week&date=2026-12-01'))
  expect(await screen.findByRole('list', { name: 'Nov 30 to Dec 6, 2026' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  await waitFor(() => expect(window.location.search).toContain('date=2026-11-23'))
  await user.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=calendar&view=week'))
})

test('two quick presses lead two months on', async () => {
  wide()
  openCalendar()
  await calendar()
  const next = screen.getByRole('button', { name: 'Next month' })
  fireEvent.click(next)
  fireEvent.click(next)
  expect(await screen.findByRole('table', { name: 'January 2027' })).toBeTruthy()
  expect(window.location.search).toBe('?tab=calendar&date=2027-01-01')
})

test('more than a day can show is one press away', async () => {
  wide()
  const items = Array.from({ length: 5 }, (_, index) =>
    aPlannedItem({ id: recordId(index + 1), caption: `Item ${index + 1}` }),
  )
  openCalendar({ 'GET /api/content/calendar': () => aCalendar(items) })
  await calendar()
  expect(on('2026-11-24')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: '+3 more on Tuesday, November 24: show all 5' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Tuesday, November 24' }))
  expect(popover.getAllByRole('link')).toHaveLength(5)
})

test('a calendar that could not be loaded says why; one that is cut off says so', async () => {
  wide()
  let isBroken = true
  openCalendar({
    'GET /api/content/calendar': () =>
      isBroken ? failure(500, 'It broke.') : aCalendar([aPlannedItem()], { isComplete: false }),
  })
  expect(await screen.findByText('The calendar could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/There are more items than can be shown here/)).toBeTruthy()
})

test('on a phone: the days that hold something, and what has no date in a sheet', async () => {
  openCalendar()
  const agenda = within(await screen.findByRole('list', { name: 'November 2026' }))
  expect(agenda.getByRole('link', { name: /^Open .*Ferry.*, Draft$/ })).toBeTruthy()
  expect(screen.queryByRole('table', { name: /2026/ })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'No date (1)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'No date' }))
  expect(await sheet.findByRole('link', { name: 'Open Undated No account yet, Draft' })).toBeTruthy()
})

test('on a phone with nothing planned it says so', async () => {
  openCalendar({ 'GET /api/content/calendar': () => aCalendar([]) })
  expect(await screen.findByText('Nothing is planned this month.')).toBeTruthy()
})
