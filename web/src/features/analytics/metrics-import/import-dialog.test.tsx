/** Importing a file as a person meets it: the formats, the preview, the import, the report, and a closed dialog. */
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeRequest } from '../../../testing/fake-request.ts'
import {
  aPreview,
  file,
  openImport,
  PREVIEW,
  PREVIEW_ID,
  request,
  result,
  stubImports,
} from '../../../testing/metrics-import.ts'
import { bodiesOf, json } from '../../../testing/network.ts'

beforeEach(stubImports)

test('explains the formats and offers a template of each', async () => {
  const { user, dialog } = await openImport()
  expect(await dialog.findByText('Apify data set')).toBeTruthy()
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
  expect(request().url).toBe(`/api/accounts/import-previews?previewId=${PREVIEW_ID}&companyId=1`)
  expect(request().form?.get('file')).toBeInstanceOf(File)
  request().reportProgress(1_200, 2_400)
  expect(dialog.getByRole('progressbar', { name: 'Uploading days.csv' }).getAttribute('aria-valuenow')).toBe('50')
  expect(dialog.getByText('1 kB of 2 kB')).toBeTruthy()
  request().reportProgress(2_400, 2_400)
  expect(dialog.getByText('Reading days.csv')).toBeTruthy()
  expect(await dialog.findByText('40%')).toBeTruthy()
  await request().answers(200, aPreview())
  expect(dialog.getByText('Table of figures, 2 kB, 2,197 rows, semicolons')).toBeTruthy()
  const status = dialog.getByRole('status')
  expect(
    within(status)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['3New accounts', '1Known account', '2,190New readings', '2Rejected rows'])
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
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  const report = within(await screen.findByRole('dialog', { name: 'Import finished' }))
  expect(report.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '3accounts added',
    '1account matched',
    '2,190new readings',
    '0posts new or changed',
  ])
  expect(bodiesOf(asked, `POST ${PREVIEW}/import`)).toEqual([
    { companyId: 1, columns: ['username', 'date_day_first', 'followers', null] },
  ])
  expect(asked.filter(({ name }) => name === 'GET /api/accounts').length).toBeGreaterThan(before)
  expect(FakeRequest.all).toHaveLength(1)
  await user.click(report.getByRole('button', { name: 'Import another file' }))
  expect(screen.getByLabelText(/Drop a file here/)).toBeTruthy()
})

test('two clicks on the button import once', async () => {
  const { asked, user, dialog, preview } = await openImport()
  await preview()
  await user.dblClick(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  await screen.findByRole('dialog', { name: 'Import finished' })
  expect(bodiesOf(asked, `POST ${PREVIEW}/import`)).toHaveLength(1)
})

test('the outside does not close the dialog while the import runs, but Escape does', async () => {
  const { user, dialog, preview } = await openImport({
    [`POST ${PREVIEW}/import`]: () => new Promise<Response>(() => {}),
  })
  await preview()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  expect(await dialog.findByText('Importing days.csv')).toBeTruthy()
  await user.click(document.querySelector('.scrim') as Element)
  expect(screen.queryByRole('dialog')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('another company is looked at without sending the file again', async () => {
  const { asked, user, dialog, preview } = await openImport({
    [`PUT ${PREVIEW}`]: () => json(aPreview({ companyId: 2, snapshots: 7 })),
  })
  await preview()
  expect(dialog.getByText(/matched in every company; new ones are added to this one/)).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: 'Company' }))
  await user.click(await screen.findByRole('option', { name: 'Lemon Co' }))
  expect(await dialog.findByRole('button', { name: 'Import 7 readings' })).toBeTruthy()
  expect(bodiesOf(asked, `PUT ${PREVIEW}`)).toMatchObject([{ companyId: 2 }])
  expect(FakeRequest.all).toHaveLength(1)
})

test('a company stays chosen when a column is chosen before the file was looked at for it', async () => {
  const { asked, user, dialog, preview } = await openImport({
    [`PUT ${PREVIEW}`]: () => new Promise<Response>(() => {}),
  })
  await preview()
  const company = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Company' })
  await user.click(company)
  await user.click(await screen.findByRole('option', { name: 'Lemon Co' }))
  expect(company.value).toBe('Lemon Co')
  await user.click(dialog.getByRole('combobox', { name: 'What the column note holds' }))
  await user.click(await screen.findByRole('option', { name: 'Following' }))
  expect(bodiesOf(asked, `PUT ${PREVIEW}`)).toMatchObject([{ companyId: 2 }, { companyId: 2 }])
})

test.each([
  [
    'everything in it is known',
    { accounts: { made: 0, matched: 4, elsewhere: [] }, rows: 26, snapshots: 0, refusedCount: 0, refused: [] },
    'All 26 rows are known already.',
  ],
  ['no row can be imported', { rows: 2, snapshots: 0 }, 'No row of this file can be imported'],
])('there is nothing to import where %s', async (_, over, words) => {
  const { user, dialog, preview } = await openImport()
  await preview(aPreview(over))
  expect(dialog.getByRole('heading', { name: words })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
  const [close] = dialog.getAllByRole('button', { name: 'Close' }).slice(-1)
  if (close) await user.click(close)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a preview that is closed removes the uploaded file', async () => {
  const { asked, user, dialog, preview } = await openImport()
  await preview()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.some(({ name }) => name === `DELETE ${PREVIEW}`)).toBe(true)
})

test('reasons of refused rows are named once each, with all their lines; further rows are counted', async () => {
  const future = 'date "2027-01-01" is in the future'
  const refused = [
    { line: 3, reason: 'followers "many" is not a whole number' },
    ...[1_204, 1_205, 1_206, 1_300].map((line) => ({ line, reason: future })),
  ]
  const { user, dialog, preview } = await openImport({
    [`POST ${PREVIEW}/import`]: () => json({ ...result, refused, refusedCount: 1_502 }),
  })
  await preview()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  expect(await screen.findByText('1,502 rows were refused')).toBeTruthy()
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual(['LinesReason', '3followers "many" is not a whole number', `1204 to 1206, 1300${future}`])
  expect(screen.getByText('and 1,497 more')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [result, '4 accounts, 2,190 new readings'],
  [
    { ...result, accounts: { made: 1, matched: 0 }, snapshots: 1, refusedCount: 1_502 },
    '1 account, 1 new reading, 1,502 rows refused',
  ],
  [{ ...result, snapshots: 0, posts: 1, refusedCount: 1 }, '4 accounts, 1 post new or changed, 1 row refused'],
])('an import that runs on in a closed dialog ends with a toast (%#)', async (ended, words) => {
  let finish: (answer: Response) => void = () => {}
  const { user, dialog, preview } = await openImport({
    [`POST ${PREVIEW}/import`]: () => new Promise<Response>((resolve) => (finish = resolve)),
  })
  await preview()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  expect(await dialog.findByText('Importing days.csv')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await act(async () => finish(json(ended)))
  expect(await screen.findByText('Import finished')).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
})
