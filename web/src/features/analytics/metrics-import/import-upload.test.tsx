/** What is sent of a chosen file: canceled, refused, failed, and sent again. */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { page } from '../../../testing/accounts.ts'
import { FakeRequest } from '../../../testing/fake-request.ts'
import { file, openImport, PREVIEW, PREVIEW_ID, request, stubImports } from '../../../testing/metrics-import.ts'
import { failure, json } from '../../../testing/network.ts'
import { openApp } from '../../../testing/open-app.tsx'

beforeEach(stubImports)

test('a file that is no longer on the server says so and is sent again', async () => {
  const { user, dialog, preview } = await openImport({
    [`POST ${PREVIEW}/import`]: () => failure(404, 'The uploaded file is no longer here. Choose it again.'),
  })
  await preview()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  expect(await dialog.findByText('The uploaded file is no longer here. Choose it again.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Try this file again' }))
  await waitFor(() => expect(FakeRequest.all).toHaveLength(2))
})

test('an answer that is lost during the import does not claim that nothing was stored', async () => {
  const { user, dialog, preview } = await openImport({
    [`POST ${PREVIEW}/import`]: () => new TypeError('Failed to fetch'),
  })
  await preview()
  await user.click(dialog.getByRole('button', { name: 'Import 2,190 readings' }))
  expect(await dialog.findByText(/so whether it was stored is not known\. Import this file again/)).toBeTruthy()
})

test('a file is sent on plain http, too, under an id in the shape of a UUID', async () => {
  const { dialog, choose } = await openImport()
  await choose(file)
  expect(await dialog.findByText('Uploading days.csv')).toBeTruthy()
  expect(new URLSearchParams(request().url.split('?')[1]).get('previewId')).toBe(PREVIEW_ID)
})

test('a file of accounts is read for the client that is on the screen', async () => {
  openApp('/?client=2', {
    'GET /api/accounts': () => page([]),
    'GET /api/companies': () => json([{ id: 2, name: 'Lemon Co' }]),
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Import data' }))[0] as HTMLElement)
  await userEvent.upload(await screen.findByLabelText(/Drop a file here, or choose one/), file)
  expect(new URLSearchParams(request().url.split('?')[1]).get('companyId')).toBe('2')
})

test('an upload can be cancelled while it is sent', async () => {
  const { user, dialog, choose } = await openImport()
  await choose(file)
  request().reportProgress(600, 2_400)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByText('The upload was canceled. Nothing was stored.')).toBeTruthy()
  expect(dialog.getByLabelText(/Drop a file here/)).toBeTruthy()
})

test('leaving the page of the dialog ends the upload', async () => {
  const { dialog, choose } = await openImport()
  await choose(file)
  expect(dialog.getByText('Uploading days.csv')).toBeTruthy()
  window.history.pushState({}, '', '/test')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(request().isAborted).toBe(true)
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
