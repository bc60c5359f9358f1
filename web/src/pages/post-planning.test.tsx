/** A post's account, assignee, approval and comments: in its dialog, in a new draft, and for several drafts at once. */
import type { ContentItem, TeamComment } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aDraft, postPage, recordId } from '../testing/content.ts'
import { type Asked, bodiesOf, failure, json, silence } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const ID = recordId('P')
const PUT = `PUT /api/airtable/posts/${ID}`
const COMMENTS = `/api/content/posts/${ID}/comments`
const GROVE = { id: 7, username: 'grove', profilePicture: '/media/grove' }
const post = (part: Partial<ContentItem> = {}) => aDraft({ id: ID, ...part })
const aComment = (part: Partial<TeamComment> = {}): TeamComment => ({
  id: 1,
  at: '2026-11-09T12:00:00.000Z',
  by: 'ana',
  text: 'Half a second longer?',
  isDeletable: false,
  ...part,
})

function open(handlers: Handlers = {}, known = post(), search = `?post=${ID}`): Asked[] {
  return openApp(
    `/${search}`,
    {
      'GET /api/accounts': () => page([anAccount(GROVE)]),
      'GET /api/content/assignees': () => json([{ id: 4, username: 'ana' }]),
      'GET /api/airtable/draft-posts': () => postPage([known, aDraft({ id: recordId('Q') })]),
      [`GET /api/content/posts/${ID}`]: () => json(known),
      ...handlers,
    },
    aUser({ role: 'pro', username: 'teo' }),
  )
}

async function choose(name: string, option: string) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
  return user
}

test('a post is given an account and an assignee, and approval is asked for', async () => {
  const asked = open({ [PUT]: ({ body }) => json(post({ ...JSON.parse(body ?? ''), version: 4 })) })
  await choose('Account', '@grove')
  const user = await choose('Assignee', 'ana')
  await user.click(screen.getByRole('checkbox', { name: 'Ask for approval' }))
  await user.click(screen.getByRole('button', { name: 'Update Post' }))
  const changed = 'Post status changed to Draft, account was updated, assignee was updated, approval was asked for'
  expect(await screen.findByText(changed)).toBeTruthy()
  expect(bodiesOf(asked, PUT)).toEqual([{ accountId: 7, assigneeId: 4, needsApproval: true, version: 3 }])
})

test('Enter chooses the account that was typed, and not the first one of the search before', async () => {
  const found = Promise.withResolvers<Response>()
  open({
    'GET /api/accounts': ({ url }) =>
      url.includes('q=grove') ? found.promise : page([anAccount({ id: 8, username: 'apricot' })]),
  })
  const user = userEvent.setup()
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Account' })
  await user.click(field)
  await screen.findByRole('option', { name: '@apricot' })
  await user.paste('grove')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('option', { name: '@apricot' })).toBeTruthy()
  found.resolve(page([anAccount(GROVE)]))
  await waitFor(() => expect(field.value).toBe('@grove'))
})

test('a new draft is for an account', async () => {
  const asked = open({ 'POST /api/content/posts': () => json(post({ account: GROVE }), 201) }, post(), '')
  await userEvent.click(await screen.findByRole('button', { name: 'New draft' }))
  await choose('Account', '@grove')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  expect(bodiesOf(asked, 'POST /api/content/posts')).toEqual([{ mediaType: 'image', accountId: 7 }])
})

test('comments are read, written and deleted', async () => {
  let held = [aComment()]
  const asked = open(
    {
      [`GET ${COMMENTS}`]: () => json(held),
      [`POST ${COMMENTS}`]: ({ body }) => {
        const mine = aComment({ id: 2, by: 'teo', isDeletable: true, ...JSON.parse(body ?? '') })
        held = [...held, mine]
        return json(mine, 201)
      },
      [`DELETE ${COMMENTS}/2`]: () => {
        held = held.slice(0, 1)
        return json({ success: true })
      },
    },
    post({ teamComments: 1 }),
  )
  const list = within(await screen.findByRole('list', { name: 'Comments' }))
  expect(list.getByText('Half a second longer?')).toBeTruthy()
  expect(list.queryByRole('button')).toBeNull()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Add a comment'), 'Yes{Control>}{Enter}{/Control}')
  expect(await list.findByText('Yes')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Add a comment').value).toBe('')
  expect(bodiesOf(asked, `POST ${COMMENTS}`)).toEqual([{ text: 'Yes' }])
  await user.click(list.getByRole('button', { name: 'Delete the comment by teo' }))
  await waitFor(() => expect(list.queryByText('Yes')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments (1)' }))
})

test('what is typed while a comment is sent stays, and its field does not wait for the lists', async () => {
  const written = Promise.withResolvers<Response>()
  let isRead = false
  open(
    {
      [`GET ${COMMENTS}`]: (_, signal) => {
        if (isRead) return silence(signal)
        isRead = true
        return json([aComment()])
      },
      [`POST ${COMMENTS}`]: () => written.promise,
    },
    post({ teamComments: 1 }),
  )
  const list = within(await screen.findByRole('list', { name: 'Comments' }))
  const user = userEvent.setup()
  const comment = screen.getByLabelText<HTMLTextAreaElement>('Add a comment')
  await user.type(comment, 'Yes{Control>}{Enter}{/Control}No')
  written.resolve(json(aComment({ id: 2, text: 'Yes' }), 201))
  expect(await list.findByText('Yes')).toBeTruthy()
  await waitFor(() => expect(comment.value).toBe('No'))
  expect(screen.getByRole('button', { name: 'Comment' })).toBeTruthy()
})

test('a comment that could not be saved stays in its field; comments that could not be loaded say so', async () => {
  open(
    {
      [`GET ${COMMENTS}`]: () => failure(500, 'It broke.'),
      [`POST ${COMMENTS}`]: () => failure(409, 'A post has at most 500 comments: delete one first'),
    },
    post({ teamComments: 1 }),
  )
  expect(await screen.findByText('The comments could not be loaded.')).toBeTruthy()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Add a comment'), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  expect(await screen.findByText('A post has at most 500 comments: delete one first')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Add a comment').value).toBe('Yes')
})

test('a comment that is not added yet is asked about when its dialog is closed, by Update Post too', async () => {
  const asked = open({
    [PUT]: ({ body }) => json(post({ ...JSON.parse(body ?? ''), version: 4 })),
    [`POST ${COMMENTS}`]: () => json(aComment(), 201),
  })
  const user = userEvent.setup()
  const comment = await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  const keep = async () => {
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your comment?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(comment.isConnected && comment.value).toBe('Warmer?')
  }
  await user.type(comment, 'Warmer?')
  await user.keyboard('{Escape}')
  await keep()
  await user.type(screen.getByLabelText('Caption'), '!')
  await user.click(screen.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  await keep()
  // The post is saved as it stands here: nothing of it is sent again.
  await user.click(screen.getByRole('button', { name: 'Update Post' }))
  await keep()
  expect(bodiesOf(asked, PUT)).toHaveLength(1)
  await user.type(comment, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(comment.value).toBe(''))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('several drafts are given an account at once; the rest stays as it is', async () => {
  const BULK = 'POST /api/content/posts/status'
  const asked = open({ [BULK]: () => json({ changed: [post({ account: GROVE })], refused: [] }) }, post(), '')
  const drafts = within(await screen.findByRole('region', { name: /^Draft/ }))
  const [first] = await drafts.findAllByRole('checkbox', { name: /^Select / })
  if (first) await userEvent.click(first)
  await userEvent.click(await screen.findByRole('button', { name: 'Plan' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save plan' }).disabled).toBe(true)
  await choose('Account', '@grove')
  await userEvent.click(screen.getByRole('button', { name: 'Save plan' }))
  expect(await screen.findByText('1 post planned')).toBeTruthy()
  expect(bodiesOf(asked, BULK)).toEqual([{ posts: [{ id: ID, version: 3 }], accountId: 7 }])
})
