/** A post that is sent to a client: by mail where the server sends mail, as a link that is handed over everywhere. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aDraft, counts, postPage, recordId } from '../testing/content.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { eventLine } from '../testing/work.ts'

const ID = 'rec0A1b2C3d4E5f6G'
const URL_MADE = 'http://localhost/s/made'
const post = aDraft({ id: ID, caption: 'Six lemons' })
const request = (mail: { address: string; refusal: 'bounced' | 'stopped' | null } | null) => ({
  id: 1,
  companyId: 1,
  linkId: 1,
  clientName: 'Ana Duarte',
  timeZone: 'Europe/Lisbon',
  message: null,
  state: 'open',
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-12-04T09:00:00.000Z',
  by: 'teo',
  hasPassword: false,
  mail,
  opened: 0,
  lastOpenedAt: null,
  items: [],
})

function open(path: string, handlers: Handlers): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/counts': () => counts({ draft: 1 }),
      'GET /api/content/posts': () => postPage([post]),
      [`GET /api/content/posts/${ID}`]: () => json(post),
      'GET /api/approvals': () => json([], 200, { 'X-Total-Count': '0' }),
      'GET /api/approvals/posts': () => json([]),
      'POST /api/approvals': ({ body }) => {
        const { mailTo } = JSON.parse(body ?? '')
        return json({ request: request(mailTo && { address: mailTo, refusal: null }), url: URL_MADE }, 201)
      },
      ...handlers,
    },
    aUser({ role: 'pro', username: 'teo' }),
  )
}

const isMailOn = (isOn: boolean): Handlers => ({ 'GET /api/mail/address': () => json({ isMailOn: isOn }) })
const requestsIn = (asked: readonly Asked[]) =>
  asked.filter(({ name }) => name === 'POST /api/approvals').map(({ body }) => JSON.parse(body ?? ''))

async function dialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Send for approval' }))
  const found = within(await screen.findByRole('dialog', { name: 'Send this post for approval' }))
  await userEvent.type(await found.findByLabelText('Name of the client'), 'Ana Duarte')
  return found
}

test('posts of several clients are sent to none of them: the dialog says so before anything is typed', async () => {
  const undated = [
    { ...post, companyId: 1, publishDate: null },
    aDraft({ id: recordId(2), caption: 'Of another client', companyId: 2, publishDate: null }),
  ]
  openApp(
    '/planning',
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/counts': () => counts({ draft: 2 }),
      'GET /api/content/posts': ({ url }) => postPage(url.includes('dated=false') ? undated : []),
      'GET /api/approvals/posts': () => json([]),
      ...isMailOn(false),
    },
    aUser({ role: 'admin' }),
  )
  for (const name of [/^Select .*Six lemons$/, /^Select .*Of another client$/])
    await userEvent.click(await screen.findByRole('checkbox', { name }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send for approval' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 posts for approval' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'These posts belong to several clients. Send those of one client at a time.',
  )
  expect((await dialog.findByRole<HTMLButtonElement>('button', { name: 'Create link' })).disabled).toBe(true)
})

test('with the address of the client the link goes there by mail, and a wrong address is named first', async () => {
  const asked = open(`/planning?post=${ID}`, isMailOn(true))
  const form = await dialog()
  const address = await form.findByLabelText('Mail address of the client (optional)')
  await userEvent.type(address, 'ana@client')
  await userEvent.click(form.getByRole('button', { name: 'Send by mail' }))
  expect(form.getByText('This is not a mail address')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(requestsIn(asked)).toEqual([])
  await userEvent.type(address, '.example')
  await userEvent.click(form.getByRole('button', { name: 'Send by mail' }))
  const made = within(await screen.findByRole('dialog', { name: 'On its way to ana@client.example' }))
  expect(made.getByText(URL_MADE)).toBeTruthy()
  expect(requestsIn(asked)).toMatchObject([{ mailTo: 'ana@client.example', posts: [ID] }])
})

test('a caption that is not saved is sent to no client: the post is saved first', async () => {
  open(`/planning?post=${ID}`, isMailOn(false))
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send for approval' })
  const publish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish' })
  const caption = screen.getByLabelText('Caption')
  expect([send.disabled, publish.disabled]).toEqual([false, false])
  await userEvent.type(caption, '!')
  expect([send.disabled, publish.disabled]).toEqual([true, true])
  expect(screen.getAllByText('Save your changes first')).toHaveLength(2)
  await userEvent.type(caption, '{Backspace}')
  expect([send.disabled, publish.disabled]).toEqual([false, false])
  expect(screen.queryByText('Save your changes first')).toBeNull()
})

test('a server without mail offers the link alone', async () => {
  const asked = open(`/planning?post=${ID}`, isMailOn(false))
  const form = await dialog()
  await userEvent.click(form.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('dialog', { name: 'The link is ready' })).toBeTruthy()
  expect(form.queryByLabelText('Mail address of the client (optional)')).toBeNull()
  expect(requestsIn(asked)).toMatchObject([{ mailTo: null }])
})

test('a press after a lost answer asks for the same request again, and mails no second link', async () => {
  let isLost = true
  const asked = open(`/planning?post=${ID}`, {
    ...isMailOn(false),
    'POST /api/approvals': () =>
      isLost ? failure(502, 'Bad gateway') : json({ request: request(null), url: URL_MADE }, 201),
  })
  const form = await dialog()
  await userEvent.click(form.getByRole('button', { name: 'Create link' }))
  await screen.findByText('The posts could not be sent')
  isLost = false
  await userEvent.click(form.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('dialog', { name: 'The link is ready' })).toBeTruthy()
  const keys = asked
    .filter(({ name }) => name === 'POST /api/approvals')
    .map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
})

test('a link that is shown once stays until it is closed, also where the post leaves the list meanwhile', async () => {
  const events = eventLine()
  const other = aDraft({ id: recordId(2), caption: 'Two pears', publishDate: null })
  let held = [aDraft({ id: ID, caption: 'Six lemons', publishDate: null }), other]
  open('/planning', {
    ...isMailOn(false),
    'GET /api/events': events.answer,
    'GET /api/content/posts': ({ url }) => postPage(url.includes('dated=false') ? held : []),
  })
  await userEvent.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
  const form = await dialog()
  await userEvent.click(form.getByRole('button', { name: 'Create link' }))
  const made = await screen.findByRole('dialog', { name: 'The link is ready' })
  held = [other]
  await waitFor(() => expect(events.isHeard()).toBe(true))
  events.say('content-changed')
  await waitFor(() => expect(document.querySelectorAll('[data-card]')).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(made.parentElement as HTMLElement)
  expect(made.isConnected).toBe(true)
  expect(within(made).getByText(URL_MADE)).toBeTruthy()
  expect(within(made).queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.click(within(made).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(made.isConnected).toBe(false))
})

test.each([
  [null, 'Mailed to ana@client.example'],
  ['bounced', 'Did not reach ana@client.example: the mail came back'],
  ['stopped', 'ana@client.example takes no more of these mails'],
] as const)('a request says where its link went (%s)', async (refusal, sentence) => {
  open('/planning?tab=approvals', {
    ...isMailOn(true),
    'GET /api/approvals': () =>
      json([request({ address: 'ana@client.example', refusal })], 200, { 'X-Total-Count': '1' }),
  })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a deleted post is not among the answered ones', async () => {
  const item = { requestId: 1, clientName: 'Ana Duarte', expiresAt: '2026-12-04T09:00:00.000Z' }
  const answer = { kind: 'approved', name: 'Ana', comment: null, at: '2026-11-20T10:00:00.000Z', isFinal: true }
  const posts = [
    { ...item, postId: recordId(1), state: 'gone', answer: null, caption: null, imageUrl: null },
    { ...item, postId: recordId(2), state: 'approved', answer, caption: 'Two pears', imageUrl: null },
  ]
  const rows = [
    { ...request(null), items: posts },
    { ...request(null), id: 2, items: posts.slice(0, 1) },
  ]
  open('/planning?tab=approvals', {
    ...isMailOn(false),
    'GET /api/approvals': () => json(rows, 200, { 'X-Total-Count': '2' }),
  })
  expect(await screen.findByText('1 of 1 post answered')).toBeTruthy()
  expect(screen.getByText('Nothing to answer')).toBeTruthy()
})
