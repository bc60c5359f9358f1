/** Reports as a user meets them: made from the real file, frozen, downloaded, repeated by schedule. */
import type { Report, ReportPreview, ReportSchedule } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aCalendar } from '../testing/content.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { eventLine } from '../testing/work.ts'

const REPORT: Report = {
  id: 3,
  companyId: 1,
  settings: {
    title: 'Harbour Kitchen',
    subject: { kind: 'account', id: 1 },
    from: '2026-10-01',
    to: '2026-10-31',
    sections: [
      { kind: 'figures', note: 'Well done' },
      { kind: 'summary', note: null },
    ],
    brand: { name: 'Lowtide Social', logoUrl: null, colour: '#00656e' },
  },
  subjectName: 'harbour',
  timeZone: 'Europe/Lisbon',
  accounts: 1,
  hash: 'ab12cd34'.repeat(8),
  bytes: 92_640,
  frozenAt: '2026-11-01T08:00:00.000Z',
  by: 'maren',
  scheduleId: null,
}

const SCHEDULE: ReportSchedule = {
  id: 4,
  companyId: 1,
  every: 'monthly',
  hour: 8,
  content: {
    title: 'Monthly',
    subject: { kind: 'account', id: 1 },
    sections: REPORT.settings.sections,
    brand: REPORT.settings.brand,
  },
  subjectName: 'harbour',
  timeZone: 'Europe/Lisbon',
  recipients: [],
  refusals: [],
  nextAt: '2026-12-01T08:00:00.000Z',
  lastReportId: null,
  failure: null,
  by: 'maren',
}

const PREVIEW: ReportPreview = {
  url: 'http://localhost:3000/media/r/AAAAAAAAAAAAAAAAAAAAAA',
  until: '2026-11-01T08:30:00.000Z',
  hash: REPORT.hash,
  bytes: 92_640,
  pictures: 2,
  accounts: 1,
  colour: { chosen: '#8a4b08', light: '#8a4b08', dark: '#d08a3c', contrast: 6.8 },
}

/** What is typed is drawn half a second later, and a busy machine takes its time. */
const PATIENT = { timeout: 10_000 }

const listed = (rows: Report[]) => json(rows, 200, { 'X-Total-Count': String(rows.length) })

function open(path: string, handlers: Handlers = {}, role: 'pro' | 'basic' = 'pro'): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([anAccount({ id: 1, username: 'harbour', companyId: 1 })]),
      'GET /api/groups': () => json([]),
      'GET /api/reports': () => listed([]),
      'GET /api/report-schedules': () => json([]),
      'GET /api/mail/address': () => json({ isMailOn: true }),
      'POST /api/reports/preview': () => json(PREVIEW),
      ...handlers,
    },
    aUser({ role }),
  )
}

async function chooseHarbour(): Promise<void> {
  await userEvent.type(await screen.findByRole('combobox', { name: 'About' }), 'harb')
  await userEvent.click(await screen.findByRole('option', { name: '@harbour' }))
}

test('without reports the page says what comes next', async () => {
  open('/reports')
  expect(await screen.findByText(/No reports yet\. A report is made in a minute/)).toBeTruthy()
  expect(await screen.findByText(/No schedules yet/)).toBeTruthy()
})

test('a report is made from the real file in a frame without rights, and frozen once', async () => {
  const frozen: Report[] = []
  const asked = open('/reports', {
    'GET /api/reports': () => listed(frozen),
    'POST /api/reports': () => {
      frozen.push(REPORT)
      return json(REPORT, 201)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New report' }))
  expect(window.location.search).toBe('?make=new')
  const about = await screen.findByRole<HTMLInputElement>('combobox', { name: 'About' })
  await waitFor(() => expect(about.value).toBe('Citrus Studio (client)'))
  await chooseHarbour()
  await userEvent.click(screen.getByRole('switch', { name: 'When to post' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move Figures up' }))
  const frame = await screen.findByTitle('Preview of the report', {}, PATIENT)
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('src')).toBe('/media/r/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText('The real file, 93 kB with 2 pictures', {}, PATIENT)).toBeTruthy()
  expect(screen.getByText(/^6\.8 : 1 on white\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Freeze this report' }))
  expect(await screen.findByRole('button', { name: 'Open Harbour Kitchen' }, PATIENT)).toBeTruthy()
  const [sent, ...more] = asked.filter(({ name }) => name === 'POST /api/reports')
  expect(more).toEqual([])
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  const body = JSON.parse(sent?.body ?? '')
  expect(body).toMatchObject({ title: 'harbour', subject: { kind: 'account', id: 1 } })
  const kinds = body.sections.map(({ kind }: { kind: string }) => kind)
  expect(kinds.slice(0, 2)).toEqual(['figures', 'summary'])
  expect(kinds).not.toContain('posting')
})

test.each([
  ['pro', 'off'],
  ['basic', 'not there'],
] as const)('what only owners see is %s: %s until it is wanted', async (role, expected) => {
  open('/reports?make=new', {}, role)
  await screen.findByRole('switch', { name: 'Top posts' })
  const choice = screen.queryByRole('switch', { name: 'Views, reach and saves' })
  expect(choice ? (choice.getAttribute('aria-checked') === 'true' ? 'on' : 'off') : 'not there').toBe(expected)
})

test('the sheets of paper are the same file, which this page may count and print, and which runs nothing', async () => {
  open('/reports?make=new')
  await userEvent.click(await screen.findByRole('radio', { name: /^A4/ }, PATIENT))
  const sheets = within(await screen.findByRole('region', { name: 'Pages of the report' }))
  const frame = sheets.getByTitle<HTMLIFrameElement>('Pages of the report')
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-modals')
  expect(frame.getAttribute('src')).toBe('/media/r/AAAAAAAAAAAAAAAAAAAAAA')
  expect(screen.queryByTitle('Preview of the report')).toBeNull()
  const print = vi.fn()
  Object.defineProperty(frame, 'contentWindow', { value: { print } })
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('a frozen report is used again with its words', async () => {
  open('/reports', { 'GET /api/reports': () => listed([REPORT]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Use again' }))
  expect(await screen.findByDisplayValue('Harbour Kitchen')).toBeTruthy()
  expect(screen.getByDisplayValue('Well done')).toBeTruthy()
  expect(screen.getByDisplayValue('Lowtide Social')).toBeTruthy()
  expect(screen.getAllByDisplayValue('#00656e')).toHaveLength(2)
})

test('a PDF that the server cannot make says why', async () => {
  open('/reports', {
    'GET /api/reports': () => listed([REPORT]),
    'GET /api/reports/3/file': () => failure(409, 'This server has no Chromium to print with.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Download Harbour Kitchen as PDF' }))
  expect(await screen.findByText('This server has no Chromium to print with.')).toBeTruthy()
})

test('a report is made every month at an hour, and the schedule can be ended', async () => {
  const schedules: ReportSchedule[] = []
  const asked = open('/reports?make=new', {
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
  await userEvent.click(screen.getByRole('combobox', { name: 'Repeat' }))
  await userEvent.click(await screen.findByRole('option', { name: 'On the 1st of each month' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add schedule' }))
  await waitFor(() => expect(asked.some(({ name }) => name === 'POST /api/report-schedules')).toBe(true))
  const sent = asked.find(({ name }) => name === 'POST /api/report-schedules')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ every: 'monthly', hour: 8, content: { title: 'harbour' } })
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  const row = within(await screen.findByRole('region', { name: 'Schedules' }))
  expect(await row.findByText('On the 1st of each month at 08:00, Europe/Lisbon')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'End the schedule of Monthly' }))
  expect(await screen.findByText(/No schedules yet/)).toBeTruthy()
})

test('a report that is half made is left only after a question', async () => {
  open('/reports?make=new')
  await chooseHarbour()
  await userEvent.click(screen.getByRole('switch', { name: 'When to post' }))
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard this report?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('switch', { name: 'When to post' }).matches(':checked')).toBe(false)
  await userEvent.click(screen.getByRole('link', { name: 'All reports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText(/No reports yet/)).toBeTruthy()
})

test('a new report is about the last month of its company, wherever it is', async () => {
  const asked = open('/reports?make=new', {
    'GET /api/content/calendar': () => aCalendar([], { timeZone: 'Pacific/Auckland', today: '2026-12-01' }),
  })
  await chooseHarbour()
  const sent = await waitFor(() => {
    const last = asked.findLast(({ name }) => name === 'POST /api/reports/preview')
    expect(last).toBeDefined()
    return last
  }, PATIENT)
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  await userEvent.click(screen.getByRole('combobox', { name: /^Period/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Other days' }))
  expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', 'Nov 1, 2026')
  expect(screen.getByRole('textbox', { name: 'Sender' })).toBeTruthy()
})

test('a schedule is changed with its words, its day and its hour', async () => {
  const asked = open('/reports', {
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

test('a report that a schedule makes appears by itself', async () => {
  const line = eventLine()
  const frozen: Report[] = []
  open('/reports', { 'GET /api/reports': () => listed(frozen), 'GET /api/events': line.answer })
  expect(await screen.findByText(/No reports yet/, {}, PATIENT)).toBeTruthy()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  frozen.push({ ...REPORT, by: null, scheduleId: 4 })
  line.say('reports-changed')
  expect(await screen.findByRole('button', { name: 'Open Harbour Kitchen' }, PATIENT)).toBeTruthy()
  expect(screen.getByText(/by schedule/)).toBeTruthy()
})

const FORM = {
  'GET /api/report-schedules': () => json([{ ...SCHEDULE, recipients: ['ann@client.example'] }]),
}

test('a schedule sends its reports to addresses, and one that is none is named before anything is sent', async () => {
  const asked = open('/reports', { ...FORM, 'PUT /api/report-schedules/4': () => json(SCHEDULE) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the schedule of Monthly' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Send to' })
  expect(field.value).toBe('ann@client.example')
  await userEvent.type(field, ', bob@client')
  const save = screen.getByRole('button', { name: 'Save schedule' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await userEvent.click(save)
  expect(await screen.findByText('bob@client is no mail address')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  const sent = () => asked.filter(({ name }) => name === 'PUT /api/report-schedules/4')
  expect(sent()).toEqual([])
  await userEvent.type(field, '.example; cy@client.example')
  await userEvent.click(save)
  await waitFor(() => expect(sent()).toHaveLength(1))
  const recipients = ['ann@client.example', 'bob@client.example', 'cy@client.example']
  expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ recipients })
})

test('where mail is off the field says so', async () => {
  open('/reports', { ...FORM, 'GET /api/mail/address': () => json({ isMailOn: false }) })
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
  open('/reports', { 'GET /api/report-schedules': () => json([{ ...SCHEDULE, recipients, refusals }]) })
  const row = within(await screen.findByRole('region', { name: 'Schedules' }))
  expect(await row.findByText('Recipients: ann@client.example')).toBeTruthy()
  const refused = 'Left out: bob@client.example (unsubscribed), cy@client.example (a mail came back)'
  expect(row.getByText(refused)).toBeTruthy()
})
