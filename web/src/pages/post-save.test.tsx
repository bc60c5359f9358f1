/** Saving a post from its dialog: undone, refused, overtaken by another user, gone. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { postPage } from '../testing/content.ts'
import { bodiesOf, failure } from '../testing/network.ts'
import { answerSaved, chooseStatus, findPostDialog, openPost, PUT_POST, thePost } from '../testing/post-dialog.ts'

test('only what was touched is sent; the dialog closes, the card has left, and Undo brings it back', async () => {
  let held = [thePost()]
  const asked = openPost({
    'GET /api/airtable/draft-posts': () => postPage(held),
    [PUT_POST]: (call) => {
      const { status } = JSON.parse(call.body ?? '')
      held = status === 'Draft' ? [thePost()] : []
      return answerSaved()(call)
    },
  })
  const dialog = await findPostDialog()
  const user = await chooseStatus('Approved')
  await user.type(dialog.getByLabelText('Caption'), ' More')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(screen.getByText('Post status changed to Approved, caption was updated')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('')
  expect(bodiesOf(asked, PUT_POST)).toEqual([
    { status: 'Approved', caption: 'Bergamot, blood orange, tangelo. More', version: 3 },
  ])
  expect(await screen.findByText('No draft posts found in your Airtable.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('list', { name: 'Draft posts' })).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST)[1]).toEqual({ status: 'Draft', version: 4 })
  expect(await screen.findByText('The status is Draft again.')).toBeTruthy()
})

test('Undo lets a post that waited for approval wait again', async () => {
  const asked = openPost({ [PUT_POST]: answerSaved() }, thePost({ approvalAskedAt: '2026-11-20T10:00:00.000Z' }))
  await findPostDialog()
  const user = await chooseStatus('Approved')
  await user.click(screen.getByRole('button', { name: 'Update Post' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The status is Draft again.')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST)).toEqual([
    { status: 'Approved', needsApproval: false, version: 3 },
    { status: 'Draft', needsApproval: true, version: 4 },
  ])
})

test('an Undo that fails says so, although the dialog is closed', async () => {
  let calls = 0
  openPost({
    [PUT_POST]: (call) => {
      calls += 1
      return calls === 1 ? answerSaved()(call) : failure(502, 'The table did not accept it.')
    },
  })
  await findPostDialog()
  const user = await chooseStatus('Approved')
  await user.click(screen.getByRole('button', { name: 'Update Post' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It could not be undone')).toBeTruthy()
  expect(screen.getByText('The table did not accept it.')).toBeTruthy()
})

test('what is typed while the post is being saved stays, and is saved next', async () => {
  const answers: (() => void)[] = []
  const asked = openPost({
    [PUT_POST]: (call) =>
      new Promise((resolve) => answers.push(() => resolve(answerSaved({ version: 3 + answers.length })(call)))),
  })
  const dialog = await findPostDialog()
  const caption = dialog.getByLabelText<HTMLTextAreaElement>('Caption')
  const user = userEvent.setup()
  await user.type(caption, ' More')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  await user.type(caption, ' and more')
  answers[0]?.()
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(caption.value).toBe('Bergamot, blood orange, tangelo. More and more')
  await user.click(await dialog.findByRole('button', { name: 'Update Post' }))
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf(asked, PUT_POST)).toEqual([
    { caption: 'Bergamot, blood orange, tangelo. More', version: 3 },
    { caption: 'Bergamot, blood orange, tangelo. More and more', version: 4 },
  ])
})

test('nothing touched, nothing sent', async () => {
  const asked = openPost()
  const dialog = await findPostDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf(asked, PUT_POST)).toEqual([])
})

test('the card leaves at once and comes back when the change fails; the dialog says why', async () => {
  let answer = (_: Response): void => undefined
  openPost({
    [PUT_POST]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const dialog = await findPostDialog()
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

test('changed by another user meanwhile: both versions, field by field', async () => {
  const theirs = thePost({ caption: 'Theirs', taggedUsers: ['zoe'], version: 5, changedBy: 'ana' })
  let answers = 0
  const asked = openPost({
    [PUT_POST]: (call) => {
      answers += 1
      return answers === 1
        ? failure(409, 'ana has changed it.', { error: 'changed_meanwhile', current: theirs })
        : answerSaved({ version: 6 })(call)
    },
  })
  const dialog = await findPostDialog()
  const user = userEvent.setup()
  await user.clear(dialog.getByLabelText('Caption'))
  await user.type(dialog.getByLabelText('Caption'), 'Mine')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  const conflict = within(await dialog.findByRole('alert'))
  expect(conflict.getByText('ana changed this post while you were writing')).toBeTruthy()
  expect(conflict.getByText('Mine')).toBeTruthy()
  expect(conflict.getByText('Theirs', { selector: 'section' })).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Post' }).disabled).toBe(true)
  // What only the other one touched is here already.
  expect(dialog.getByText('@zoe')).toBeTruthy()
  await user.click(conflict.getByRole('button', { name: 'Keep mine: Caption' }))
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST)[1]).toEqual({ caption: 'Mine', version: 5 })
})

test('a save whose answer was lost is no change of another user', async () => {
  let calls = 0
  const asked = openPost({
    [PUT_POST]: (call) => {
      calls += 1
      if (calls === 1) return new TypeError('offline')
      const current = thePost({ caption: 'Mine', version: 4, changedBy: 'teo' })
      return calls === 2
        ? failure(409, 'teo has changed it.', { error: 'changed_meanwhile', current })
        : answerSaved({ version: 5 })(call)
    },
  })
  const dialog = await findPostDialog()
  const user = userEvent.setup()
  const caption = dialog.getByLabelText('Caption')
  await user.clear(caption)
  await user.type(caption, 'Mine')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Error updating post')).toBeTruthy()
  await user.type(caption, ', longer')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST).at(-1)).toEqual({ caption: 'Mine, longer', version: 4 })
})

test('taking theirs leaves nothing to save', async () => {
  const theirs = thePost({ caption: 'Theirs', version: 5, changedBy: null })
  openPost({ [PUT_POST]: () => failure(409, 'Changed.', { error: 'changed_meanwhile', current: theirs }) })
  const dialog = await findPostDialog()
  const user = userEvent.setup()
  await user.type(dialog.getByLabelText('Caption'), ' mine')
  await user.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await dialog.findByText('Someone changed this post while you were writing')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take theirs: Caption' }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('Theirs')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('another user touched another field: both changes stand, without a question', async () => {
  const theirs = thePost({ taggedUsers: ['zoe'], version: 5 })
  const asked = openPost({
    [PUT_POST]: (call) => {
      const { version } = JSON.parse(call.body ?? '')
      return version === 3
        ? failure(409, 'Changed.', { error: 'changed_meanwhile', current: theirs })
        : answerSaved({ version: 6 })(call)
    },
  })
  const dialog = await findPostDialog()
  await userEvent.type(dialog.getByLabelText('Caption'), '!')
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST).map(({ version }) => version)).toEqual([3, 5])
})

test('gone while it was open: says so, and what was written can be taken along', async () => {
  openPost({ [PUT_POST]: () => failure(404, 'There is no such post.') })
  const dialog = await findPostDialog()
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
