/** Reports as a user meets them: made from the real file, frozen, printed, used again. */
import type { Report } from '@tangelo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aCalendar } from '../testing/content.ts'
import { failure, json, pageOf } from '../testing/network.ts'
import { chooseHarbour, openReports, REPORT } from '../testing/reports.ts'

test('without reports the page says what comes next', async () => {
  openReports('/reports')
  expect(await screen.findByText(/No reports yet\. A report is made in a minute/)).toBeTruthy()
  expect(await screen.findByText(/No schedules yet/)).toBeTruthy()
})

test('a report is made from the real file in a frame without rights, and frozen once', async () => {
  const frozen: Report[] = []
  const asked = openReports('/reports', {
    'GET /api/reports': () => pageOf(frozen),
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
  const frame = await screen.findByTitle('Preview of the report')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('src')).toBe('/media/r/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText('The real file, 93 kB with 2 pictures')).toBeTruthy()
  expect(screen.getByText(/^6\.8 : 1 on white\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Freeze this report' }))
  expect(await screen.findByRole('button', { name: 'Open Harbour Kitchen' })).toBeTruthy()
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
  openReports('/reports?make=new', {}, role)
  await screen.findByRole('switch', { name: 'Top posts' })
  const choice = screen.queryByRole('switch', { name: 'Views, reach and saves' })
  expect(choice ? (choice.getAttribute('aria-checked') === 'true' ? 'on' : 'off') : 'not there').toBe(expected)
})

test('the sheets of paper are the same file, which this page may count and print, and which runs nothing', async () => {
  openReports('/reports?make=new')
  await userEvent.click(await screen.findByRole('radio', { name: /^A4/ }))
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

test('a preview that stays open is made again before its address ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = openReports('/reports?make=new')
  const previews = () => asked.filter(({ name }) => name === 'POST /api/reports/preview').length
  await expect.poll(() => screen.queryByTitle('Preview of the report')).toBeTruthy()
  const before = previews()
  await act(() => vi.advanceTimersByTimeAsync(25 * 60_000))
  await expect.poll(previews).toBe(before + 1)
})

test('a frozen report is used again with its words', async () => {
  openReports('/reports', { 'GET /api/reports': () => pageOf([REPORT]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Use again' }))
  expect(await screen.findByDisplayValue('Harbour Kitchen')).toBeTruthy()
  expect(screen.getByDisplayValue('Well done')).toBeTruthy()
  expect(screen.getByDisplayValue('Lowtide Social')).toBeTruthy()
  expect(screen.getAllByDisplayValue('#00656e')).toHaveLength(2)
})

test('a PDF that the server cannot make says why', async () => {
  openReports('/reports', {
    'GET /api/reports': () => pageOf([REPORT]),
    'GET /api/reports/3/file': () => failure(409, 'This server has no Chromium to print with.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Download Harbour Kitchen as PDF' }))
  expect(await screen.findByText('This server has no Chromium to print with.')).toBeTruthy()
})

test('a report that is half made is left only after a question', async () => {
  openReports('/reports?make=new')
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

test('a report that is frozen after its builder was left leads nowhere', async () => {
  let answer: (reply: Response) => void = () => undefined
  openReports('/reports?make=new', {
    'POST /api/reports': () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  })
  await screen.findByText('The real file, 93 kB with 2 pictures')
  await userEvent.click(screen.getByRole('button', { name: 'Freeze this report' }))
  await userEvent.click(screen.getByRole('link', { name: 'API Tokens' }))
  await waitFor(() => expect(window.location.pathname).toBe('/api-tokens'))
  await act(async () => answer(json(REPORT, 201)))
  expect(await screen.findByText('Report frozen')).toBeTruthy()
  expect(window.location.pathname).toBe('/api-tokens')
})

test('a new report is about the last month of its company, wherever it is', async () => {
  const asked = openReports('/reports?make=new', {
    'GET /api/content/calendar': () => aCalendar([], { timeZone: 'Pacific/Auckland', today: '2026-12-01' }),
  })
  await chooseHarbour()
  const sent = await waitFor(() => {
    const last = asked.findLast(({ name }) => name === 'POST /api/reports/preview')
    expect(last).toBeDefined()
    return last
  })
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  await userEvent.click(screen.getByRole('combobox', { name: /^Period/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Other days' }))
  expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', 'Nov 1, 2026')
  expect(screen.getByRole('textbox', { name: 'Sender' })).toBeTruthy()
})
