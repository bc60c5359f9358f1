/** Google Drive Imports: the folders in all their faces, the preview, and importing one. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aDraft, postPage, recordId } from '../testing/content.ts'
import { findButton } from '../testing/controls.ts'
import { aDriveStatus, aFolder, anImport, folderPage } from '../testing/drive.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { cards, folders, openImports } from '../testing/reel-imports.ts'

test('pro finds it in the sidebar', async () => {
  openImports('/')
  await userEvent.click(await screen.findByRole('link', { name: 'Google Drive Imports' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Google Drive Imports' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Google Drive Imports - tangelo'))
})

test('folders that are old and cannot be read again say why', async () => {
  openImports('/reel-imports', {
    'GET /api/google/reels': () => folderPage([aFolder()], { problem: 'Google Drive did not answer.' }),
    'POST /api/google/reels/refresh': () => failure(503, 'The server is stopping.'),
  })
  await screen.findByText(/Google Drive did not answer\./)
  await userEvent.click(await findButton('Try Again'))
  expect(await screen.findByText('The server is stopping.')).toBeTruthy()
})

test('basic has no way to it', async () => {
  const asked = openImports('/reel-imports', {}, aUser({ role: 'basic' }))
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/google/auth/status')).toEqual([])
})

test('cards say all that is known of a folder', async () => {
  openImports(
    '/reel-imports',
    folders(
      aFolder({ count: 9 }),
      aFolder({ id: 'folder-2', name: 'Old-published', isPublished: true, description: null, count: 1 }),
      aFolder({ id: 'folder-3', name: 'Empty', count: 0, place: 'Shared: reels' }),
    ),
  )
  const texts = (await cards()).map((card) => card.textContent)
  expect(texts).toEqual([
    'Preview: Ferry to the other side9 images · Nov 09, 2026The 7:40 ferry+5',
    'Preview: Old-publishedPublished1 image · Nov 09, 2026No description available',
    'Preview: Empty0 images · Nov 09, 2026 · Shared: reelsThe 7:40 ferryNo images found in this folder',
  ])
  expect(screen.getByText('Authenticated')).toBeTruthy()
  expect(screen.getByText('Connected to Google Drive')).toBeTruthy()
  expect(screen.getByText('No Folder Selected')).toBeTruthy()
})

test('an empty list says where folders are put', async () => {
  openImports('/reel-imports', { 'GET /api/google/auth/status': () => json(aDriveStatus({ path: '/srv/reels' })) })
  expect(await screen.findByText('No Reel Folders Found')).toBeTruthy()
  expect(screen.getAllByText('/srv/reels').length).toBeGreaterThan(0)
})

test('a list that fails says so and can be asked for again', async () => {
  let fails = true
  openImports('/reel-imports', {
    'GET /api/google/reels': () => (fails ? failure(503, 'Google does not answer.') : folderPage([aFolder()])),
  })
  const words = 'Failed to load reel folders from Google Drive. Please refresh and try again.'
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('Google does not answer.')).toBeTruthy()
  fails = false
  await userEvent.click(await findButton('Try Again'))
  expect(await cards()).toHaveLength(1)
})

test('the folder in the address is shown with all its images; one without images cannot be imported', async () => {
  openImports('/reel-imports?folder=folder-1', folders(aFolder({ count: 8 }), aFolder({ id: 'folder-2', count: 0 })))
  expect(await screen.findByText('Images in this folder (8)')).toBeTruthy()
  expect(screen.getByText('Unpublished')).toBeTruthy()
  expect(screen.getByText('Reel Content')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'photo-8.jpg' })).toBeTruthy()
  await userEvent.click((await screen.findAllByRole('link', { name: /^Preview: Ferry/ }))[1] as HTMLElement)
  await waitFor(async () => expect((await findButton('Import as Reel')).disabled).toBe(true))
  expect(window.location.search).toBe('?folder=folder-2')
})

test('importing makes a new record unless another is chosen, and says what became of it', async () => {
  const asked = openImports('/reel-imports?folder=folder-1', {
    ...folders(aFolder()),
    'GET /api/airtable/draft-posts': () =>
      postPage([
        aDraft({ id: recordId(1), caption: 'A caption that is longer than thirty characters' }),
        aDraft({ id: recordId(2), caption: null }),
      ]),
    'POST /api/google/import-reel': () =>
      json({ success: true, folder: { id: 'folder-1', name: 'Ferry-published' }, import: anImport() }),
  })
  await userEvent.click(await findButton('Import as Reel'))
  const dialog = await screen.findByRole('dialog', { name: 'Import Reel from Google Drive' })
  const box = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Create new Airtable record' })
  expect(box.checked).toBe(true)
  expect(within(dialog).getByText('Its caption is the description of the folder.')).toBeTruthy()
  await userEvent.click(box)
  expect(within(dialog).getByText('Replaces the images of this draft; its caption stays.')).toBeTruthy()
  expect((await findButton('Import Reel')).disabled).toBe(true)
  const picks = await within(dialog).findAllByRole('button', { pressed: false })
  expect(picks.map(({ textContent }) => textContent)).toEqual([
    `A caption that is longer than ...${recordId(1)}`,
    `No caption${recordId(2)}`,
  ])
  await userEvent.click(picks[1] as HTMLElement)
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Airtable Record ID' })
  expect(field.value).toBe(recordId(2))
  await userEvent.click(await findButton('Import Reel'))
  expect(await screen.findByText('Reel imported successfully')).toBeTruthy()
  const words = 'The reel has been imported to Airtable and the folder "Ferry to the other side" has been renamed.'
  expect(screen.getByText(words)).toBeTruthy()
  expect(JSON.parse(callsOf(asked, 'POST /api/google/import-reel')[0]?.body ?? '')).toEqual({
    folderId: 'folder-1',
    createNew: false,
    recordId: recordId(2),
  })
})

test('a folder that cannot be renamed says why, and for how long that is tried', async () => {
  const message = 'You may not rename this folder.'
  openImports('/reel-imports?folder=folder-1', folders(aFolder({ import: anImport({ rename: 'failing', message }) })))
  const note = await screen.findByText(/: You may not rename this folder\. /)
  expect(note.textContent).toMatch(/ Retried for a week; after that, rename it yourself\.$/)
})

test('images that cannot be used are named, and the others are taken only when the user agrees', async () => {
  const bodies: unknown[] = []
  openImports('/reel-imports?folder=folder-1', {
    ...folders(aFolder()),
    'POST /api/google/import-reel': ({ body }) => {
      bodies.push(JSON.parse(body ?? ''))
      const refused = [{ name: 'a.heic', message: 'is not a JPEG, PNG, GIF or WebP' }]
      return bodies.length === 1
        ? failure(409, '1 of 6', { error: 'images_refused', refused, usable: 5 })
        : json({ success: true, folder: { id: 'folder-1', name: 'Ferry' }, import: anImport({ rename: 'failing' }) })
    },
  })
  await userEvent.click(await findButton('Import as Reel'))
  await userEvent.click(await findButton('Import Reel'))
  expect(await screen.findByText('a.heic is not a JPEG, PNG, GIF or WebP')).toBeTruthy()
  await userEvent.click(await findButton('Import the other 5'))
  expect(await screen.findByText(/could not be renamed yet/)).toBeTruthy()
  expect(bodies).toEqual([
    { folderId: 'folder-1', createNew: true, recordId: null },
    { folderId: 'folder-1', createNew: true, recordId: null, skipsRefused: true },
  ])
})

test('an import that ends leaves the dialog of another folder open', async () => {
  let answer: (response: Response) => void = () => undefined
  openImports('/reel-imports?folder=folder-1', {
    ...folders(aFolder(), aFolder({ id: 'folder-2', name: 'Harbour' })),
    'GET /api/airtable/draft-posts': () => postPage([]),
    'POST /api/google/import-reel': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.click(await findButton('Import as Reel'))
  await userEvent.click(await findButton('Import Reel'))
  await userEvent.click(await findButton('Cancel'))
  await userEvent.click(await screen.findByRole('link', { name: /^Preview: Harbour/ }))
  await screen.findByRole('heading', { level: 3, name: 'Harbour' })
  await userEvent.click(await findButton('Import as Reel'))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Create new Airtable record' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Airtable Record ID' })
  await userEvent.type(field, recordId(2))
  answer(json({ success: true, folder: { id: 'folder-1', name: 'Ferry-published' }, import: anImport() }))
  expect(await screen.findByText('Reel imported successfully')).toBeTruthy()
  expect(field.isConnected).toBe(true)
})
