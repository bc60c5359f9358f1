/** Importing a file as a person meets it: choosing, sending, the preview, the import, the report, and what goes wrong. */
import type { ImportPreview } from '@tangelo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from '../../../testing/accounts.ts'
import { FakeRequest } from '../../../testing/fake-request.ts'
import { failure, json } from '../../../testing/network.ts'
import { type Handlers, openApp } from '../../../testing/open-app.tsx'

beforeEach(() => {
  window.localStorage.removeItem('import-columns')
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})

const file = new File(['username,date,followers\n'.repeat(100)], 'days.csv', { type: 'text/csv' })
const result = { accounts: { made: 3, matched: 1 }, snapshots: 2_190, posts: 0, refused: [], refusedCount: 0 }
const ID = '5f0f3a1e-9a3b-4c8e-8a52-0d9d1f1f7a10'
const PREVIEW = `/api/accounts/import-previews/${ID}`

const column = (name: string, holds: string | null, sample = 'x') => ({ name, samples: [sample], holds })

function aPreview(over: object = {}): ImportPreview {
  const preview: ImportPreview = {
    previewId: ID,
    expiresAt: '2026-11-20T10:00:00.000Z',
    fileName: 'days.csv',
    fileBytes: 2_400,
    companyId: 1,
    format: 'figures',
    table: {
      separator: ';',
      columns: [
        { name: 'account', samples: ['@harbour'], holds: 'username' },
        { name: 'day', samples: ['21.11.2025'], holds: 'date_day_first' },
        { name: 'followers_total', samples: ['204871'], holds: 'followers' },
        { name: 'note', samples: ['Market'], holds: null },
      ],
      missing: [],
    },
    rows: 2_197,
    accounts: { made: 3, matched: 1, elsewhere: [{ companyId: 2, companyName: 'Lemon Co', accounts: 1 }] },
    snapshots: 2_190,
    posts: 0,
    from: '2025-09-21',
    to: '2025-11-21',
    refused: [{ line: 3, reason: 'followers "many" is not a whole number' }],
    refusedCount: 2,
    sample: [
      {
        line: 2,
        username: 'harbour',
        day: '2025-11-21',
        followers: 204_871,
        following: null,
        posts: null,
        engagementRate: null,
        post: null,
      },
    ],
  }
  return { ...preview, ...over }
}

async function openImport(handlers: Handlers = {}) {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(ID)
  const asked = openApp('/', {
    'GET /api/accounts': () => page([]),
    'GET /api/companies': () =>
      json([
        { id: 1, name: 'Citrus Studio' },
        { id: 2, name: 'Lemon Co' },
      ]),
    [`GET ${PREVIEW}`]: () => json({ state: 'running', rows: 0, progress: 0.4 }),
    [`DELETE ${PREVIEW}`]: () => json({ success: true }),
    [`POST ${PREVIEW}/import`]: () => json(result),
    [`GET /api/accounts/import/${ID}`]: () => json({ state: 'running', rows: 1_200, progress: 0.4 }),
    ...handlers,
  })
  const user = userEvent.setup({ applyAccept: false })
  await screen.findByText('No accounts found. Add your first Instagram account to get started.')
  await user.click(screen.getAllByRole('button', { name: 'Import data' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Import data' }))
  const choose = (chosen: File) => user.upload(dialog.getByLabelText(/Drop a file here, or choose one/), chosen)
  /** Up to the preview. */
  const look = async (preview: ImportPreview = aPreview()) => {
    await choose(file)
    await request().answers(200, preview)
  }
  return { asked, user, dialog, choose, look }
}

const sentTo = (asked: Awaited<ReturnType<typeof openImport>>['asked'], name: string): unknown[] =>
  asked.filter((call) => call.name === name).map(({ body }) => JSON.parse(body ?? 'null'))

function request(): FakeRequest {
  if (!FakeRequest.last) throw new Error('nothing was sent')
  return FakeRequest.last
}

test('explains the formats and offers a template of each', async () => {
  const { user, dialog } = await openImport()
  expect(dialog.getByText('Apify data set')).toBeTruthy()
  expect(dialog.getByText('username,date,followers,following,posts,engagement_rate')).toBeTruthy()
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => {} }),
  )
  for (const format of ['Apify data set', 'CSV of figures', 'CSV of posts'])
    await user.click(dialog.getByRole('button', { name: `Download a template: ${format}` }))
  const texts = await Promise.all(saved.map((blob) => blob.text()))
  expect(texts.map((text) => text.split('\n')[0])).toEqual([
    '[',
    'username,date,followers,following,posts,engagement_rate',
    'username,post_id,posted_at,type,likes,comments,views,caption,url,read_at',
  ])
})

test('a file is sent once and shown before it is stored; the import brings the same numbers', async () => {
  const { asked, user, dialog, choose } = await openImport()
  await choose(file)
  expect(request().url).toBe(`/api/accounts/import-previews?previewId=${ID}&companyId=1`)
  expect(request().form?.get('file')).toBeInstanceOf(File)
  request().sent(1_200, 2_400)
  expect(dialog.getByRole('progressbar', { name: 'Uploading days.csv' }).getAttribute('aria-valuenow')).toBe('50')
  expect(dialog.getByText('1 kB of 2 kB')).toBeTruthy()
  request().sent(2_400, 2_400)
  expect(dialog.getByText('Reading days.csv')).toBeTruthy()
  expect(await dialog.findByText('40%', undefined, { timeout: 3_000 })).toBeTruthy()
  await request().answers(200, aPreview())
  expect(dialog.getByText('Table of figures, 2 kB, 2,197 rows, semicolons')).toBeTruthy()
  const status = dialog.getByRole('status')
  expect(
    within(status)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['3New accounts', '1Known account', '2,190New days', '2Rejected rows'])
  expect(status.textContent).toContain('Sep 21, 2025 to Nov 21, 2025. 5 rows are known already.')
  expect(status.textContent).toContain('also in other companies: 1 in Lemon Co.')
  expect(dialog.getByText('3 of 4 recognized')).toBeTruthy()
  expect(within(dialog.getByRole('table')).getAllByRole('row')[1]?.textContent).toBe(
    '@harbourNov 21, 2025204,871unknownunknown',
  )
  expect(dialog.queryByText(/is not a whole number/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Show rows' }))
  expect(dialog.getByText('followers "many" is not a whole number')).toBeTruthy()
  expect(asked.some(({ name }) => name.startsWith('POST '))).toBe(false)
  const before = asked.filter(({ name }) => name === 'GET /api/accounts').length
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 days' }))
  const report = within(await screen.findByRole('dialog', { name: 'Import finished' }))
  expect(report.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '3accounts added',
    '1account matched',
    '2,190new days of figures',
    '0posts new or changed',
  ])
  expect(sentTo(asked, `POST ${PREVIEW}/import`)).toEqual([
    { companyId: 1, columns: ['username', 'date_day_first', 'followers', null] },
  ])
  expect(asked.filter(({ name }) => name === 'GET /api/accounts').length).toBeGreaterThan(before)
  expect(FakeRequest.all).toHaveLength(1)
  await user.click(report.getByRole('button', { name: 'Import another file' }))
  expect(screen.getByLabelText(/Drop a file here/)).toBeTruthy()
})

test('two clicks on the button import once', async () => {
  const { asked, user, dialog, look } = await openImport()
  await look()
  await user.dblClick(dialog.getByRole('button', { name: 'Import 2,190 days' }))
  await screen.findByRole('dialog', { name: 'Import finished' })
  expect(sentTo(asked, `POST ${PREVIEW}/import`)).toHaveLength(1)
})

test('another company is looked at without sending the file again', async () => {
  const { asked, user, dialog, look } = await openImport({
    [`PUT ${PREVIEW}`]: () => json(aPreview({ companyId: 2, snapshots: 7 })),
  })
  await look()
  expect(dialog.getByText(/matched in every company; new ones are added to this one/)).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: 'Company' }))
  await user.click(await screen.findByRole('option', { name: 'Lemon Co' }))
  expect(await dialog.findByRole('button', { name: 'Import 7 days' })).toBeTruthy()
  expect(sentTo(asked, `PUT ${PREVIEW}`)).toMatchObject([{ companyId: 2 }])
  expect(FakeRequest.all).toHaveLength(1)
})

const UNSURE = aPreview({
  table: {
    separator: ',',
    columns: [column('who', null), column('when', null, '03/04/2026'), column('fans', 'followers', '5')],
    missing: ['username', 'date'],
  },
  rows: 0,
  accounts: { made: 0, matched: 0, elsewhere: [] },
  snapshots: 0,
  from: null,
  to: null,
  refused: [],
  refusedCount: 0,
  sample: [],
})

test('columns of other names are chosen, and remembered for files with the same columns', async () => {
  const { asked, user, dialog, look } = await openImport({
    [`PUT ${PREVIEW}`]: ({ body }) => {
      const { columns } = JSON.parse(body ?? '')
      const table = {
        separator: ',',
        columns: ['who', 'when', 'fans'].map((name, at) => column(name, columns[at])),
        missing: columns[0] && columns[1] ? [] : ['date'],
      }
      return json(columns[0] && columns[1] ? aPreview({ table }) : { ...UNSURE, table })
    },
  })
  await look(UNSURE)
  expect(dialog.getByText('No column holds: Username, Date. Choose it below, and the rows are counted.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
  const hold = async (name: string, field: string) => {
    await user.click(dialog.getByRole('combobox', { name: `What the column ${name} holds` }))
    await user.click(await screen.findByRole('option', { name: field }))
  }
  await hold('who', 'Username')
  await hold('when', 'Date, month first')
  expect(await dialog.findByRole('button', { name: 'Import 2,190 days' })).toBeTruthy()
  expect(sentTo(asked, `PUT ${PREVIEW}`).at(-1)).toEqual({
    companyId: 1,
    columns: ['username', 'date_month_first', 'followers'],
  })
  await user.click(dialog.getByRole('button', { name: 'Choose another' }))
  const asks = sentTo(asked, `PUT ${PREVIEW}`).length
  await look(UNSURE)
  expect(await dialog.findByRole('button', { name: 'Import 2,190 days' })).toBeTruthy()
  expect(sentTo(asked, `PUT ${PREVIEW}`).slice(asks)).toEqual([
    { companyId: 1, columns: ['username', 'date_month_first', 'followers'] },
  ])
})

test.each([
  [
    'everything in it is known',
    { accounts: { made: 0, matched: 4, elsewhere: [] }, rows: 26, snapshots: 0, refusedCount: 0, refused: [] },
    'All 26 rows are known already.',
  ],
  ['no row can be imported', { rows: 2, snapshots: 0 }, 'No row of this file can be imported'],
])('there is nothing to import where %s', async (_, over, words) => {
  const { user, dialog, look } = await openImport()
  await look(aPreview(over))
  expect(dialog.getByRole('heading', { name: words })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
  const [close] = dialog.getAllByRole('button', { name: 'Close' }).slice(-1)
  if (close) await user.click(close)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a preview that is closed removes the uploaded file', async () => {
  const { asked, user, dialog, look } = await openImport()
  await look()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.some(({ name }) => name === `DELETE ${PREVIEW}`)).toBe(true)
})

test('a file that is no longer on the server says so and is sent again', async () => {
  const { user, dialog, look } = await openImport({
    [`POST ${PREVIEW}/import`]: () => failure(404, 'The uploaded file is no longer here. Choose it again.'),
  })
  await look()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 days' }))
  expect(await dialog.findByText('The uploaded file is no longer here. Choose it again.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Try this file again' }))
  await waitFor(() => expect(FakeRequest.all).toHaveLength(2))
})

test('refused rows of the import are named with line and reason, the others counted', async () => {
  const refused = [
    { line: 3, reason: 'followers "many" is not a whole number' },
    { line: 1_204, reason: 'date "2027-01-01" is in the future' },
  ]
  const { user, dialog, look } = await openImport({
    [`POST ${PREVIEW}/import`]: () => json({ ...result, refused, refusedCount: 1_502 }),
  })
  await look()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 days' }))
  expect(await screen.findByText('1,502 rows were refused')).toBeTruthy()
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    'LineReason',
    '3followers "many" is not a whole number',
    '1,204date "2027-01-01" is in the future',
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
  expect(await dialog.findByText('The upload was canceled. Nothing was stored.')).toBeTruthy()
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

test('an import that runs on in a closed dialog ends with a toast', async () => {
  let finish: (answer: Response) => void = () => {}
  const { user, dialog, look } = await openImport({
    [`POST ${PREVIEW}/import`]: () => new Promise<Response>((resolve) => (finish = resolve)),
  })
  await look()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 days' }))
  expect(await dialog.findByText('Importing days.csv')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await act(async () => finish(json(result)))
  expect(await screen.findByText('Import finished')).toBeTruthy()
  expect(screen.getByText('4 accounts, 2,190 new days of figures')).toBeTruthy()
})
