/** 'Instagram Post': read, changed, overtaken by somebody else, gone; nothing typed is lost without being asked. */
import type { ContentChange, ContentItem } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aDraft, postPage } from '../testing/content.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const ID = 'rec0A1b2C3d4E5f6G'
const PUT = `PUT /api/airtable/posts/${ID}`
const GET = `GET /api/content/posts/${ID}`
const post = (part: Partial<ContentItem> = {}) => aDraft({ id: ID, ...part })

function open(handlers: Handlers = {}, known = post()): Asked[] {
  return openApp(
    `/?post=${ID}`,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/airtable/draft-posts': () => postPage([known]),
      [GET]: () => json(known),
      ...handlers,
    },
    aUser({ role: 'pro', username: 'teo' }),
  )
}
const found = async () => {
  await screen.findByLabelText('Caption')
  return within(screen.getByRole('dialog', { name: 'Instagram Post' }))
}
const sent = (asked: readonly Asked[]) =>
  asked.filter(({ name }) => name === PUT).map(({ body }) => JSON.parse(body ?? ''))
const saved =
  (part: Partial<ContentItem> = {}) =>
  ({ body }: Asked) =>
    json(post({ ...JSON.parse(body ?? ''), version: 4, ...part }))

async function chooseStatus(status: string) {
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(screen.getByRole('option', { name: status }))
  return user
}

test('every word of it', async () => {
  open()
  const dialog = await found()
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

test('nobody tagged is said; names are added once, without signs, and taken away again', async () => {
  const asked = open({ [PUT]: saved() }, post({ taggedUsers: null }))
  const dialog = await found()
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
  expect(sent(asked)).toEqual([{ taggedUsers: ['nina', 'zoe', 'last'], version: 3 }])
})

test('only what was touched is sent; the dialog closes, the card has left, and Undo brings it back', async () => {
  let held = [post()]
  const asked = open({
    'GET /api/airtable/draft-posts': () => postPage(held),
    [PUT]: (call) => {
      const { status } = JSON.parse(call.body ?? '')
      held = status === 'Draft' ? [post()] : []
      return saved()(call)
    },
  })
  const dialog = await found()
  const user = await chooseStatus('Approved')
  await user.type(dialog.getByLabelText('Caption'), ' More')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(screen.getByText('Post status changed to Approved, caption was updated')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('')
  expect(sent(asked)).toEqual([{ status: 'Approved', caption: 'Bergamot, blood orange, tangelo. More', version: 3 }])
  expect(await screen.findByText('No draft posts found in your Airtable.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('list', { name: 'Draft posts' })).toBeTruthy()
  expect(sent(asked)[1]).toEqual({ status: 'Draft', version: 4 })
  expect(await screen.findByText('The status is Draft again.')).toBeTruthy()
})

test('an Undo that fails says so, although the dialog is closed', async () => {
  let calls = 0
  open({
    [PUT]: (call) => {
      calls += 1
      return calls === 1 ? saved()(call) : failure(502, 'The table did not accept it.')
    },
  })
  await found()
  const user = await chooseStatus('Approved')
  await user.click(screen.getByRole('button', { name: 'Update Post' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It could not be undone')).toBeTruthy()
  expect(screen.getByText('The table did not accept it.')).toBeTruthy()
})

test('nothing touched, nothing sent', async () => {
  const asked = open()
  const dialog = await found()
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(asked)).toEqual([])
})

test('the card leaves at once and comes back when the change fails; the dialog says why', async () => {
  let answer = (_: Response): void => undefined
  open({
    [PUT]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const dialog = await found()
  const user = await chooseStatus('Delete')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  await waitFor(() => expect(document.querySelector('.post-card')).toBeNull())
  expect(dialog.getByRole('button', { name: 'Updating...' })).toBeTruthy()
  answer(failure(502, 'The table did not accept it.'))
  expect(await screen.findByText('Error updating post')).toBeTruthy()
  expect(screen.getByText('There was a problem updating the post.')).toBeTruthy()
  expect(dialog.getByText('The table did not accept it.')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('.post-card')).toBeTruthy())
  expect(dialog.getByRole('combobox', { name: 'Status' }).textContent).toBe('Delete')
})

test('changed by somebody else meanwhile: both versions, field by field', async () => {
  const theirs = post({ caption: 'Theirs', taggedUsers: ['zoe'], version: 5, changedBy: 'ana' })
  let answers = 0
  const asked = open({
    [PUT]: (call) => {
      answers += 1
      return answers === 1
        ? failure(409, 'ana has changed it.', { error: 'changed_meanwhile', current: theirs })
        : saved({ version: 6 })(call)
    },
  })
  const dialog = await found()
  const user = userEvent.setup()
  await user.clear(dialog.getByLabelText('Caption'))
  await user.type(dialog.getByLabelText('Caption'), 'Mine')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  const conflict = within(await dialog.findByRole('alert'))
  expect(conflict.getByText('ana changed this post while you were writing')).toBeTruthy()
  expect(conflict.getByText('Mine')).toBeTruthy()
  expect(conflict.getByText('Theirs', { selector: 'div' })).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Post' }).disabled).toBe(true)
  // What only the other one touched is here already.
  expect(dialog.getByText('@zoe')).toBeTruthy()
  await user.click(conflict.getByRole('button', { name: 'Keep mine: Caption' }))
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(sent(asked)[1]).toEqual({ caption: 'Mine', version: 5 })
})

test('taking theirs leaves nothing to save', async () => {
  const theirs = post({ caption: 'Theirs', version: 5, changedBy: null })
  open({ [PUT]: () => failure(409, 'Changed.', { error: 'changed_meanwhile', current: theirs }) })
  const dialog = await found()
  const user = userEvent.setup()
  await user.type(dialog.getByLabelText('Caption'), ' mine')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await dialog.findByText('Someone changed this post while you were writing')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take theirs: Caption' }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('Theirs')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('somebody else touched another field: both changes stand, without a question', async () => {
  const theirs = post({ taggedUsers: ['zoe'], version: 5 })
  const asked = open({
    [PUT]: (call) => {
      const { version } = JSON.parse(call.body ?? '')
      return version === 3
        ? failure(409, 'Changed.', { error: 'changed_meanwhile', current: theirs })
        : saved({ version: 6 })(call)
    },
  })
  const dialog = await found()
  await userEvent.type(dialog.getByLabelText('Caption'), '!')
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(sent(asked).map(({ version }) => version)).toEqual([3, 5])
})

test('gone while it was open: says so, and what was written can be taken along', async () => {
  open({ [PUT]: () => failure(404, 'There is no such post.') })
  const dialog = await found()
  const user = userEvent.setup()
  await user.type(dialog.getByLabelText('Caption'), ' Long hours of work')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  const gone = within(await screen.findByRole('dialog', { name: 'This post is no longer there' }))
  const kept = gone.getByLabelText<HTMLTextAreaElement>('What you wrote')
  expect([kept.value, kept.readOnly]).toEqual(['Bergamot, blood orange, tangelo. Long hours of work', true])
  await user.click(gone.getByRole('button', { name: 'Copy text' }))
  expect(await gone.findByText('Copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(kept.value)
  await user.click(gone.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(window.location.search).toBe(''))
})

test.each([404, 400])('an address to a post that is not there (%i) says so', async (status) => {
  open({ 'GET /api/airtable/draft-posts': () => postPage([]), [GET]: () => failure(status, 'No such post.') })
  expect(await screen.findByText('This post is no longer there')).toBeTruthy()
})

test('a post that could not be loaded says why, and can be tried again', async () => {
  let isBroken = true
  open({
    'GET /api/airtable/draft-posts': () => postPage([]),
    [GET]: () => (isBroken ? failure(500, 'It broke.') : json(post())),
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('The post could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  expect(await found()).toBeTruthy()
})

test('closing with something unsaved asks first; Cancel keeps everything, Discard lets it go', async () => {
  open()
  const dialog = await found()
  const user = userEvent.setup()
  await user.type(dialog.getByLabelText('Caption'), '!')
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('Bergamot, blood orange, tangelo.!')
  expect(window.location.search).toBe(`?post=${ID}`)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('the date can be set, given an hour, and taken away', async () => {
  const asked = open({ [PUT]: saved() }, post({ publishDate: null }))
  const dialog = await found()
  const { fireEvent } = await import('@testing-library/react')
  fireEvent.change(dialog.getByLabelText('Set date'), { target: { value: '2026-11-30' } })
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '09:15' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post status changed to Draft, planned date was updated')).toBeTruthy()
  expect(sent(asked)).toEqual([{ publishDate: '2026-11-30T09:15:00.000Z', version: 3 }])
})

test('a time without a day is said, and not saved', async () => {
  open({}, post({ publishDate: null }))
  const dialog = await found()
  const { fireEvent } = await import('@testing-library/react')
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '09:15' } })
  expect(dialog.getByText('Choose a day as well, or clear the time.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Post' }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Clear date' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Post' }).disabled).toBe(false)
})

test('the length of a caption is advice, not a limit', async () => {
  const asked = open({ [PUT]: saved() }, post({ caption: 'x'.repeat(50_000) }))
  const dialog = await found()
  expect(dialog.getByText('50,000 of 2,200 characters')).toBeTruthy()
  expect(dialog.getByText('Instagram cuts a caption that is too long: 47,800 over its limit.')).toBeTruthy()
  await chooseStatus('Approved')
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(sent(asked)).toEqual([{ status: 'Approved', version: 3 }])
})

test('a status of the table that is not ours stays until another is chosen', async () => {
  open({}, post({ status: 'Scheduled' }))
  await found()
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
  const asked = open(
    { [`GET /api/content/posts/${ID}/history`]: () => json(changes) },
    post({ changedBy: 'teo', changedAt: at }),
  )
  const dialog = await found()
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

test('leaving the page with something unsaved asks as well', async () => {
  open()
  const dialog = await found()
  await userEvent.type(dialog.getByLabelText('Caption'), '!')
  const leaving = new Event('beforeunload', { cancelable: true })
  vi.spyOn(window, 'confirm').mockReturnValue(false)
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

test('a caption is suggested from the image, and only taken where somebody says so', async () => {
  const user = userEvent.setup()
  let answer = (): Response => failure(429, 'Your company has asked for 200 texts today.')
  const asked = open(
    { [`POST /api/content/posts/${ID}/caption`]: () => answer() },
    post({ imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA' }),
  )
  const dialog = await found()
  const caption = dialog.getByLabelText<HTMLTextAreaElement>('Caption')
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(await dialog.findByText(/Your company has asked for 200 texts today\./)).toBeTruthy()
  answer = () => json({ caption: 'Peel slowly.', note: null, promptTitle: 'Ours' })
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(await dialog.findByText('With the prompt “Ours”')).toBeTruthy()
  expect(caption.value).toBe('Bergamot, blood orange, tangelo.')
  await user.click(dialog.getByRole('button', { name: 'Use this caption' }))
  expect(caption.value).toBe('Peel slowly.')
  expect(dialog.queryByText('With the prompt “Ours”')).toBeNull()
  expect(sent(asked)).toEqual([])
})

test('without an image of its own a post has no caption suggested', async () => {
  open({}, post({ imageUrl: null }))
  expect((await found()).queryByRole('button', { name: 'Suggest a caption' })).toBeNull()
})
