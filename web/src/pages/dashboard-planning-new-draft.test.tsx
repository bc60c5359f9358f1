/** A draft that is made by hand: saved, not lost by accident, with a caption suggested for its image. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aDraft, postPage, recordId } from '../testing/content.ts'
import { draftList, draftNames, openDashboard, someDrafts, withDrafts } from '../testing/drafts.ts'
import { FakeRequest } from '../testing/fake-request.ts'
import { callsOf, failure, json, silence } from '../testing/network.ts'

test('a new draft: made by hand, and it stands first', async () => {
  const made = aDraft({ id: recordId(9), location: 'Marasea', createdTime: '2026-11-21T00:00:00.000Z' })
  let held = someDrafts(1)
  const asked = openDashboard('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts': () => {
      held = [made, ...held]
      return json(made, 201)
    },
  })
  await draftList()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New draft' }))
  await user.type(await dialog.findByLabelText('Caption'), 'Ferry')
  await user.type(dialog.getByPlaceholderText('Enter hashtag and press Enter'), '#ferry{Enter}')
  await user.type(dialog.getByPlaceholderText('Enter username and press Enter'), '@@ana')
  await user.type(dialog.getByLabelText('Location'), 'Marasea')
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  const [sent] = callsOf(asked, 'POST /api/content/posts')
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    mediaType: 'image',
    caption: 'Ferry',
    hashtags: ['ferry'],
    taggedUsers: ['ana'],
    location: 'Marasea',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await draftNames()).toEqual(['Marasea', 'Place 1'])
})

test('a new draft that is not saved asks before it is lost; an empty one does not', async () => {
  openDashboard('/', withDrafts(aDraft()))
  await draftList()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  await user.type(await screen.findByLabelText('Caption'), 'x')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a caption that was suggested for one image is not offered for the next, nor the answer that comes late', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const given = ['/media/u/a', '/media/u/b', '/media/u/c']
  let isGivenUp = false
  const answers: ((signal: AbortSignal | null) => Response | Promise<Response>)[] = [
    () => json({ caption: 'Of the first image', note: null, promptTitle: null }),
    (signal) => {
      signal?.addEventListener('abort', () => {
        isGivenUp = true
      })
      return silence(signal)
    },
  ]
  const asked = openDashboard('/', {
    ...withDrafts(aDraft()),
    'POST /api/content/caption': (_, signal) => answers.shift()?.(signal) ?? failure(500, 'Asked too often'),
  })
  await draftList()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New draft' }))
  const paste = async (): Promise<void> => {
    const file = new File(['image'], 'a.png', { type: 'image/png' })
    fireEvent.paste(document.body, { clipboardData: { files: [file] } })
    await FakeRequest.last?.answers(200, { imageUrls: [given.shift()] })
  }
  await paste()
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(await dialog.findByText('Of the first image')).toBeTruthy()
  await paste()
  expect(dialog.queryByText('Of the first image')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(dialog.getByText('Looking at the image...')).toBeTruthy()
  await paste()
  await waitFor(() => expect(isGivenUp).toBe(true))
  expect(dialog.queryByText('Looking at the image...')).toBeNull()
  expect(dialog.queryByText(/^No caption could be suggested/)).toBeNull()
  expect(callsOf(asked, 'POST /api/content/caption').map(({ body }) => body)).toEqual([
    '{"imageUrl":"/media/u/a"}',
    '{"imageUrl":"/media/u/b"}',
  ])
})

test('a draft whose image could not be uploaded is not saved without it unasked', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const asked = openDashboard('/', {
    ...withDrafts(aDraft()),
    'POST /api/content/posts': () => json(aDraft({ id: recordId(9) }), 201),
  })
  await draftList()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New draft' }))
  await user.type(await dialog.findByLabelText('Caption'), 'Ferry')
  const file = new File(['image'], 'a.png', { type: 'image/png' })
  fireEvent.paste(document.body, { clipboardData: { files: [file] } })
  await act(async () => FakeRequest.last?.onerror?.())
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(dialog.getByText(/^The image was not uploaded\./)).toBeTruthy()
  expect(callsOf(asked, 'POST /api/content/posts')).toHaveLength(0)

  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(FakeRequest.last?.form?.get('images')).toBeTruthy()
  await FakeRequest.last?.answers(422, { message: 'Broken in the middle.' })
  // Sent again, it would be refused again.
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Continue without it' }))
  expect(dialog.queryByText(/^The image was not uploaded\./)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  expect(callsOf(asked, 'POST /api/content/posts').map(({ body }) => body)).toEqual([
    JSON.stringify({ mediaType: 'image', caption: 'Ferry' }),
  ])
})

test('an image that cannot replace the one that is there says why, and the draft can be saved with the first', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const asked = openDashboard('/', {
    ...withDrafts(aDraft()),
    'POST /api/content/posts': () => json(aDraft({ id: recordId(9) }), 201),
  })
  await draftList()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New draft' }))
  await user.type(await dialog.findByLabelText('Caption'), 'Ferry')
  const paste = (type: string): void => {
    fireEvent.paste(document.body, { clipboardData: { files: [new File(['image'], 'a', { type })] } })
  }
  paste('image/png')
  await FakeRequest.last?.answers(200, { imageUrls: ['/media/u/a'] })
  paste('image/bmp')
  expect(dialog.getByText('The new image was not used. This is not a JPG, PNG, GIF or WebP image.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Keep this image' }))
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  expect(callsOf(asked, 'POST /api/content/posts').map(({ body }) => body)).toEqual([
    JSON.stringify({ mediaType: 'image', caption: 'Ferry', imageUrl: '/media/u/a' }),
  ])
})
