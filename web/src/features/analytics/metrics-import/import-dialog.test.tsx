/** Importing a file as a person meets it: choosing, sending, reading, the report, and what goes wrong. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from '../../../testing/accounts.ts'
import { FakeRequest } from '../../../testing/fake-request.ts'
import { json } from '../../../testing/network.ts'
import { openApp } from '../../../testing/open-app.tsx'

beforeEach(() => {
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})

const file = new File(['username,date,followers\n'.repeat(100)], 'days.csv', { type: 'text/csv' })
const result = { accounts: { made: 3, matched: 1 }, snapshots: 2_190, posts: 0, refused: [], refusedCount: 0 }

async function openImport() {
  const asked = openApp('/', {
    'GET /api/accounts': () => page([]),
    'GET /api/companies': () =>
      json([
        { id: 1, name: 'Citrus Studio' },
        { id: 2, name: 'Lemon Co' },
      ]),
    [`GET /api/accounts/import/${importId()}`]: () => json({ state: 'running', rows: 1_200, progress: 0.4 }),
  })
  const user = userEvent.setup({ applyAccept: false })
  await screen.findByText('No accounts found. Add your first Instagram account to get started.')
  await user.click(screen.getAllByRole('button', { name: 'Import data' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Import data' }))
  const choose = (chosen: File) => user.upload(dialog.getByLabelText(/Drop a file here, or choose one/), chosen)
  return { asked, user, dialog, choose }
}

function importId(): string {
  const id = '5f0f3a1e-9a3b-4c8e-8a52-0d9d1f1f7a10'
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id)
  return id
}

function request(): FakeRequest {
  if (!FakeRequest.last) throw new Error('nothing was sent')
  return FakeRequest.last
}

test('explains the two formats', async () => {
  const { dialog } = await openImport()
  expect(dialog.getByText('Apify data set')).toBeTruthy()
  expect(dialog.getByText('username,date,followers,following,posts,engagement_rate')).toBeTruthy()
})

test('new accounts go to the chosen company', async () => {
  const { user, dialog, choose } = await openImport()
  const company = dialog.getByRole('combobox', { name: 'Company' })
  expect(dialog.getByText(/matched in every company; new ones are added to this one/)).toBeTruthy()
  await user.click(company)
  await user.click(await screen.findByRole('option', { name: 'Lemon Co' }))
  await choose(file)
  expect(request().url).toBe(`/api/accounts/import?importId=${importId()}&companyId=2`)
})

test('from sending to the report; the lists are asked again', async () => {
  const { asked, user, dialog, choose } = await openImport()
  await choose(file)
  expect(request().url).toBe(`/api/accounts/import?importId=${importId()}&companyId=1`)
  expect(request().form?.get('file')).toBeInstanceOf(File)
  request().sent(1_200, 2_400)
  expect(dialog.getByRole('progressbar', { name: 'Uploading days.csv' }).getAttribute('aria-valuenow')).toBe('50')
  expect(dialog.getByText('1 kB of 2 kB')).toBeTruthy()
  request().sent(2_400, 2_400)
  expect(dialog.getByText('Reading days.csv')).toBeTruthy()
  expect(await dialog.findByText(/^1,200 rows read/, undefined, { timeout: 3_000 })).toBeTruthy()
  expect(dialog.getByText('40%')).toBeTruthy()
  const before = asked.filter(({ name }) => name === 'GET /api/accounts').length
  await request().answers(200, result)
  const report = within(await screen.findByRole('dialog', { name: 'Import finished' }))
  expect(report.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '3accounts added',
    '1account matched',
    '2,190new days of figures',
    '0posts new or changed',
  ])
  expect(asked.filter(({ name }) => name === 'GET /api/accounts').length).toBeGreaterThan(before)
  await user.click(report.getByRole('button', { name: 'Import another file' }))
  expect(screen.getByLabelText(/Drop a file here/)).toBeTruthy()
})

test('the same file twice brought nothing, and says so', async () => {
  const { choose } = await openImport()
  await choose(file)
  await request().answers(200, { ...result, accounts: { made: 0, matched: 4 }, snapshots: 0 })
  expect(await screen.findByText('Everything in this file was already imported.')).toBeTruthy()
})

test('refused rows are named with line and reason, the others counted', async () => {
  const { user, choose } = await openImport()
  await choose(file)
  const refused = [
    { line: 3, reason: 'followers "many" is not a whole number' },
    { line: 1_204, reason: 'date "2027-01-01" lies in the future' },
  ]
  await request().answers(200, { ...result, refused, refusedCount: 1_502 })
  expect(await screen.findByText('1,502 rows were refused')).toBeTruthy()
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    'LineReason',
    '3followers "many" is not a whole number',
    '1,204date "2027-01-01" lies in the future',
  ])
  expect(screen.getByText('and 1,500 more')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an upload can be cancelled while it is sent', async () => {
  const { user, dialog, choose } = await openImport()
  await choose(file)
  request().sent(600, 2_400)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByText('The upload was canceled. Nothing was changed.')).toBeTruthy()
  expect(dialog.getByLabelText(/Drop a file here/)).toBeTruthy()
})

test('an empty file is not sent', async () => {
  const { dialog, choose } = await openImport()
  await choose(new File([], 'days.csv', { type: 'text/csv' }))
  expect(dialog.getByText('This file is empty. Choose another one.')).toBeTruthy()
  expect(FakeRequest.last).toBeUndefined()
})

test.each(['days.tsv', 'days.dat', 'days'])('%s is sent: the server tells formats apart by content', async (name) => {
  const { dialog, choose } = await openImport()
  await choose(new File(['username\tdate\tfollowers'], name))
  expect(dialog.getByText(`Uploading ${name}`)).toBeTruthy()
  expect(request().form?.get('file')).toBeInstanceOf(File)
})

test.each([
  [
    'in the words of the server',
    (sent: FakeRequest) => sent.answers(400, { message: 'The column followers is missing.' }),
    'The column followers is missing.',
  ],
  [
    'when it is too large',
    (sent: FakeRequest) => sent.answers(413, 'no'),
    'This file is larger than 512 MB. Split it and import the parts one after the other.',
  ],
  [
    'when the connection broke',
    async (sent: FakeRequest) => act(async () => sent.onerror?.()),
    'The connection was lost while uploading. Check it and try this file again.',
  ],
])('a failure says what to do: %s', async (_, fail, words) => {
  const { user, dialog, choose } = await openImport()
  await choose(file)
  const first = request()
  await fail(first)
  expect(await dialog.findByText(words)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Try this file again' }))
  await waitFor(() => expect(request()).not.toBe(first))
})

test('an import that nobody watches any more ends with a toast', async () => {
  const { user, dialog, choose } = await openImport()
  await choose(file)
  request().sent(2_400, 2_400)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await request().answers(200, result)
  expect(await screen.findByText('Import finished')).toBeTruthy()
  expect(screen.getByText('4 accounts, 2,190 new days of figures')).toBeTruthy()
})
