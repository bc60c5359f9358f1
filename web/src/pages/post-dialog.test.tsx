/** 'Instagram Post': every field of it, its history, and closing it; nothing typed is lost without being asked. */
import type { ContentChange } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { postPage } from '../testing/content.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import { answerSaved, findPostDialog, GET_POST, openPost, POST_ID, PUT_POST, thePost } from '../testing/post-dialog.ts'

test('every word of it', async () => {
  openPost()
  const dialog = await findPostDialog()
  expect(dialog.getByText('View and update this Instagram post')).toBeTruthy()
  const caption = dialog.getByLabelText<HTMLTextAreaElement>('Caption')
  expect([caption.placeholder, caption.value]).toEqual(['Enter caption here...', 'Bergamot, blood orange, tangelo.'])
  const tags = dialog.getByLabelText<HTMLInputElement>('Tag Users', { selector: 'input' })
  expect(tags.placeholder).toBe('Enter username and press Enter')
  expect(dialog.getByText('Press Enter after each username')).toBeTruthy()
  expect(dialog.getByText('@verdekitchen')).toBeTruthy()
  expect(
    within(dialog.getByRole('list', { name: 'Hashtags' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['#citrus', '#slowmornings'])
  const user = userEvent.setup()
  await user.click(dialog.getByRole('combobox', { name: 'Status' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Draft', 'Approved', 'Delete'])
  await user.keyboard('{Escape}')
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Update Post' })).toBeTruthy()
})

test('a post without tags says so; names are added once, without signs, and taken away again', async () => {
  const asked = openPost({ [PUT_POST]: answerSaved() }, thePost({ taggedUsers: null }))
  const dialog = await findPostDialog()
  expect(dialog.getByText('No users tagged')).toBeTruthy()
  const user = userEvent.setup()
  const field = dialog.getByPlaceholderText('Enter username and press Enter')
  await user.type(field, '  @@nina {Enter}NINA{Enter}ana{Enter}zoe{Enter}')
  await user.type(field, 'two words{Enter}')
  expect(dialog.getByText('A username has no spaces. Press Enter after each one.')).toBeTruthy()
  await user.clear(field)
  await user.click(dialog.getByRole('button', { name: 'Remove @ana' }))
  expect(dialog.queryByText('No users tagged')).toBeNull()
  await user.type(field, 'last')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(screen.getByText('Post status changed to Draft, tagged users were updated')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST)).toEqual([{ taggedUsers: ['nina', 'zoe', 'last'], version: 3 }])
})

test('the date can be set, given an hour, and taken away', async () => {
  const asked = openPost({ [PUT_POST]: answerSaved() }, thePost({ publishDate: null }))
  const dialog = await findPostDialog()
  fireEvent.change(dialog.getByLabelText('Set date'), { target: { value: '2026-11-30' } })
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '09:15' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post status changed to Draft, planned date was updated')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST)).toEqual([{ publishDate: '2026-11-30T09:15:00.000Z', version: 3 }])
})

test('a time without a day is said, and not saved', async () => {
  openPost({}, thePost({ publishDate: null }))
  const dialog = await findPostDialog()
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '09:15' } })
  expect(dialog.getByText('Choose a day as well, or clear the time.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Post' }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Clear date' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Post' }).disabled).toBe(false)
})

test('a status of the table that is not ours stays until another is chosen', async () => {
  openPost({}, thePost({ status: 'Scheduled' }))
  await findPostDialog()
  expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Scheduled')
})

test('the history: who, when, what; asked for when it is opened', async () => {
  const at = new Date(Date.now() - 4 * 60_000).toISOString()
  const changes: ContentChange[] = [
    { id: 3, at, by: null, origin: 'table', kind: 'conflict', changes: [{ field: 'caption', from: 'old', to: null }] },
    {
      id: 2,
      at,
      by: 'teo',
      origin: 'here',
      kind: 'changed',
      changes: [{ field: 'status', from: 'Draft', to: 'Approved' }],
    },
    { id: 1, at, by: 'teo', origin: 'here', kind: 'made', changes: [] },
  ]
  const asked = openPost(
    { [`GET /api/content/posts/${POST_ID}/history`]: () => json(changes) },
    thePost({ changedBy: 'teo', changedAt: at }),
  )
  const dialog = await findPostDialog()
  expect(dialog.getByText('Edited 4 minutes ago by teo')).toBeTruthy()
  expect(asked.some(({ url }) => url.endsWith('/history'))).toBe(false)
  const details = dialog.getByText('History').closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  const list = within(await dialog.findByRole('list', { name: 'History' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'A newer change replaced an older one by the connected table4 minutes agoCaption: old → empty',
    'Changed by teo4 minutes agoStatus: Draft → Approved',
    'Created by teo4 minutes ago',
  ])
})

test.each([404, 400])('an address to a post that is not there (%i) says so', async (status) => {
  openPost({ 'GET /api/airtable/draft-posts': () => postPage([]), [GET_POST]: () => failure(status, 'No such post.') })
  expect(await screen.findByText('This post is no longer there')).toBeTruthy()
})

test('a post that could not be loaded says why, and can be tried again', async () => {
  let isBroken = true
  openPost({
    'GET /api/airtable/draft-posts': () => postPage([]),
    [GET_POST]: () => (isBroken ? failure(500, 'It broke.') : json(thePost())),
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('The post could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  expect(await findPostDialog()).toBeTruthy()
})

test('closing with something unsaved asks first; Cancel keeps everything, Discard lets it go', async () => {
  openPost()
  const dialog = await findPostDialog()
  const user = userEvent.setup()
  await user.type(dialog.getByLabelText('Caption'), '!')
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('Bergamot, blood orange, tangelo.!')
  expect(window.location.search).toBe(`?post=${POST_ID}`)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('leaving the page with something unsaved asks as well', async () => {
  openPost()
  const dialog = await findPostDialog()
  await userEvent.type(dialog.getByLabelText('Caption'), '!')
  const leaving = new Event('beforeunload', { cancelable: true })
  vi.spyOn(window, 'confirm').mockReturnValue(false)
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})
