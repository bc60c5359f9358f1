/** The builder of reports after a reload: the address says what was edited or used again. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, json, pageOf } from '../testing/network.ts'
import { openReports, REPORT, SCHEDULE } from '../testing/reports.ts'

test('a schedule that is edited is in the address, and its form comes back with it', async () => {
  openReports('/reports?make=new&schedule=4', { 'GET /api/report-schedules': () => json([SCHEDULE]) })
  expect(await screen.findByRole('heading', { name: 'Edit schedule' })).toBeTruthy()
  expect(screen.getByDisplayValue('Well done')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  expect(window.location.search).toBe('?make=new&schedule=4')
})

test('a report that is used again is in the address, and its form comes back with it', async () => {
  openReports('/reports?make=new&report=3', {
    'GET /api/reports': () => pageOf([REPORT]),
    'GET /api/reports/3': () => json(REPORT),
  })
  expect(await screen.findByDisplayValue('Harbour Kitchen')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use again' }))
  expect(window.location.search).toBe('?make=new&report=3')
})

test.each(['report=9', 'schedule=9'])('an address with %s, which does not exist, is the list', async (named) => {
  openReports(`/reports?make=new&${named}`, {
    'GET /api/report-schedules': () => json([SCHEDULE]),
    'GET /api/reports/9': () => failure(404, 'There is no such report.'),
  })
  expect(await screen.findByRole('button', { name: 'New report' })).toBeTruthy()
  await waitFor(() => expect(window.location.search).toBe(''))
})
