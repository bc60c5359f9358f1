/** Reports that repeat: their schedule, made, changed, ended, and sent to addresses. */
import type { Report, ReportSchedule } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, lastBodyOf, pageOf } from '../testing/network.ts'
import { chooseHarbour, openReports, REPORT, SCHEDULE } from '../testing/reports.ts'
import { eventLine } from '../testing/work.ts'

test('a report is made every month at an hour, and the schedule is ended after a question', async () => {
  const schedules: ReportSchedule[] = []
  const asked = openReports('/reports?make=new', {
    'GET /api/report-schedules': () => json(schedules),
    'POST /api/report-schedules': () => {
      schedules.push(SCHEDULE)
      return json(SCHEDULE, 201)
    },
    'DELETE /api/report-schedules/4': () => {
      schedules.pop()
      return json({ success: true })
    },
  })
  await chooseHarbour()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Repeat' }))
  await userEvent.click(await screen.findByRole('option', { name: 'On the 1st of each month' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add schedule' }))
  await waitFor(() => expect(asked.some(({ name }) => name === 'POST /api/report-schedules')).toBe(true))
  const sent = asked.find(({ name }) => name === 'POST /api/report-schedules')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ every: 'monthly', hour: 8, content: { title: 'harbour' } })
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  const row = within(await screen.findByRole('region', { name: 'Schedules' }))
  expect(await row.findByText('On the 1st of each month at 08:00, Europe/Lisbon')).toBeTruthy()
  const end = row.getByRole('button', { name: 'End the schedule of Monthly' })
  await userEvent.click(end)
  const question = within(await screen.findByRole('alertdialog', { name: 'End the schedule of Monthly?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(asked.filter(({ name }) => name === 'DELETE /api/report-schedules/4')).toEqual([])
  await userEvent.click(end)
  await userEvent.click(await screen.findByRole('button', { name: 'End schedule' }))
  expect(await screen.findByText(/No schedules yet/)).toBeTruthy()
})

test('a schedule is changed with its words, its day and its hour', async () => {
  const asked = openReports('/reports', {
    'GET /api/report-schedules': () => json([SCHEDULE]),
    'PUT /api/report-schedules/4': () => json({ ...SCHEDULE, every: 'weekly' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  expect(await screen.findByRole('heading', { name: 'Edit schedule' })).toBeTruthy()
  expect(screen.getByDisplayValue('Well done')).toBeTruthy()
  const title = screen.getByRole('textbox', { name: 'Title' })
  await userEvent.clear(title)
  await userEvent.type(title, 'Weekly')
  await userEvent.click(screen.getByRole('combobox', { name: 'Repeat' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Every Monday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
  expect(await screen.findByRole('region', { name: 'Schedules' })).toBeTruthy()
  const sent = asked.filter(({ name }) => name === 'PUT /api/report-schedules/4')
  expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toMatchObject([
    { every: 'weekly', hour: 8, content: { title: 'Weekly', subject: { kind: 'account', id: 1 } } },
  ])
})

test('of a schedule only what was changed is sent: another hour undoes nothing that a colleague wrote', async () => {
  const asked = openReports(
    '/reports',
    { ...FORM, 'PUT /api/report-schedules/4': () => json({ ...SCHEDULE, hour: 9 }) },
    'basic',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'At' }))
  await userEvent.click(await screen.findByRole('option', { name: '09:00' }))
  const save = screen.getByRole('button', { name: 'Save schedule' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await userEvent.click(save)
  await waitFor(() => expect(lastBodyOf(asked, 'PUT /api/report-schedules/4')).toEqual({ every: 'monthly', hour: 9 }))
})

test('a schedule names one hour, by the clock of its own zone', async () => {
  const schedule = { ...SCHEDULE, timeZone: 'Pacific/Auckland', nextAt: '2026-11-30T19:00:00.000Z' }
  openReports('/reports', {
    'GET /api/report-schedules': () => json([schedule]),
    'PUT /api/report-schedules/4': () => json(schedule),
  })
  expect(await screen.findByText('On the 1st of each month at 08:00, Pacific/Auckland')).toBeTruthy()
  expect(screen.getByText('Next: Dec 1, 2026, 08:00')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit the schedule of Monthly' }))
  const save = await screen.findByRole('button', { name: 'Save schedule' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await userEvent.click(save)
  const said = 'The next report is made on Dec 1, 2026, 08:00, Pacific/Auckland.'
  expect(await screen.findByText(said)).toBeTruthy()
})

test('a report that a schedule makes appears by itself', async () => {
  const line = eventLine()
  const frozen: Report[] = []
  openReports('/reports', { 'GET /api/reports': () => pageOf(frozen), 'GET /api/events': line.answer })
  expect(await screen.findByText(/No reports yet/)).toBeTruthy()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  frozen.push({ ...REPORT, by: null, scheduleId: 4 })
  line.say('reports-changed')
  expect(await screen.findByRole('button', { name: 'Open Harbour Kitchen' })).toBeTruthy()
  expect(screen.getByText(/by schedule/)).toBeTruthy()
})

const FORM = {
  'GET /api/report-schedules': () => json([{ ...SCHEDULE, recipients: ['ann@client.example'] }]),
}

test('a schedule sends its reports to addresses, and one that is none is named before anything is sent', async () => {
  const asked = openReports('/reports', { ...FORM, 'PUT /api/report-schedules/4': () => json(SCHEDULE) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Send to' })
  expect(field.value).toBe('ann@client.example')
  await userEvent.type(field, ', bob@client')
  const save = screen.getByRole('button', { name: 'Save schedule' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await userEvent.click(save)
  expect(await screen.findByText('bob@client is not a mail address')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  const listSaves = () => asked.filter(({ name }) => name === 'PUT /api/report-schedules/4')
  expect(listSaves()).toEqual([])
  await userEvent.type(field, '.example; cy@client.example')
  await userEvent.click(save)
  await waitFor(() => expect(listSaves()).toHaveLength(1))
  const recipients = ['ann@client.example', 'bob@client.example', 'cy@client.example']
  expect(JSON.parse(listSaves()[0]?.body ?? '')).toMatchObject({ recipients })
})

test('where mail is off the field says so', async () => {
  openReports('/reports', { ...FORM, 'GET /api/mail/address': () => json({ isMailOn: false }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  const off = 'Mail is off on this server: reports are made, and not sent.'
  expect(await screen.findByRole('textbox', { name: 'Send to', description: off })).toBeTruthy()
})

test('the list of schedules says who gets the reports, and who does not', async () => {
  const recipients = ['ann@client.example', 'bob@client.example', 'cy@client.example']
  const refusals = [
    { address: 'bob@client.example', reason: 'stopped' },
    { address: 'cy@client.example', reason: 'bounced' },
  ]
  openReports('/reports', { 'GET /api/report-schedules': () => json([{ ...SCHEDULE, recipients, refusals }]) })
  const row = within(await screen.findByRole('region', { name: 'Schedules' }))
  expect(await row.findByText('Recipients: ann@client.example')).toBeTruthy()
  const refused = 'Left out: bob@client.example (unsubscribed), cy@client.example (a mail came back)'
  expect(row.getByText(refused)).toBeTruthy()
})

test('a report that is frozen takes no schedule with it that was not saved', async () => {
  const asked = openReports('/reports?make=new', {
    'POST /api/reports': () => json(REPORT, 201),
    'POST /api/report-schedules': () => json(SCHEDULE, 201),
  })
  await chooseHarbour()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Repeat' }))
  await userEvent.click(await screen.findByRole('option', { name: 'On the 1st of each month' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Send to' }), 'ann@client.example')
  await userEvent.click(screen.getByRole('button', { name: 'Freeze this report' }))
  expect(await screen.findByText('Harbour Kitchen is in the list. The schedule is not saved yet.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Send to' })).toHaveProperty('value', 'ann@client.example')
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add schedule' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Send to' })).toBeNull())
  const sent = asked.find(({ name }) => name === 'POST /api/report-schedules')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ every: 'monthly', recipients: ['ann@client.example'] })
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  expect(await screen.findByRole('region', { name: 'Schedules' })).toBeTruthy()
})

test('a changed schedule is left only after a question, also after freezing', async () => {
  openReports('/reports', { ...FORM, 'POST /api/reports': () => json(REPORT, 201) })
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  await edit()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Send to' }), ', bob@client.example')
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await edit()
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await userEvent.type(title, ' figures')
  await userEvent.click(screen.getByRole('button', { name: 'Freeze this report' }))
  expect(await screen.findByText(/The schedule is not saved yet/)).toBeTruthy()
  expect(title).toHaveProperty('value', 'Monthly figures')
})
