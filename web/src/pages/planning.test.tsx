/** The planning page: its tabs and counts, the sections of drafts, and approvals with an undo. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aCalendar, aDraft, counts, postPage, recordId } from '../testing/content.ts'
import { stubMedia } from '../testing/media.ts'
import { type Asked, bodiesOf, callsOf, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const POSTS = 'GET /api/content/posts'
const open = (path: string, handlers: Handlers = {}, user = aUser({ role: 'basic' })): Asked[] =>
  openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/counts': () => counts({ draft: 31, approved: 4, needsApproval: 2 }),
      [POSTS]: () => postPage([]),
      ...handlers,
    },
    user,
  )

test('tabs with their counts; without any item the page says how to begin', async () => {
  open('/planning')
  expect(await screen.findByRole('tab', { name: 'Drafts 35' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Approvals 2' })).toBeTruthy()
  expect(await screen.findByText(/^Nothing is planned yet/)).toBeTruthy()
})

test('tabs name no count that a search does not narrow', async () => {
  open('/planning?q=ferry')
  await screen.findByText(/^No draft matches|^Nothing matches/)
  expect(screen.getByRole('tab', { name: 'Drafts' })).toBeTruthy()
})

test('accounts that could not be looked up are said to be so, not to be none', async () => {
  open('/planning', { 'GET /api/accounts': () => failure(503, 'Try again.') })
  await userEvent.type(await screen.findByRole('combobox', { name: 'Account' }), 'mara')
  expect(await screen.findByText('The accounts could not be searched.')).toBeTruthy()
})

test('an account in the filter that was deleted is said to be unknown, and another one can be chosen', async () => {
  open('/planning?account=9', {
    'GET /api/accounts/9': () => failure(404, 'Account not found'),
    'GET /api/accounts': () => page([anAccount()]),
  })
  const filter = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Account' })
  await waitFor(() => expect(filter.value).toBe('Unknown account'))
  await userEvent.click(filter)
  await userEvent.click(await screen.findByRole('option', { name: '@marasea' }))
  await waitFor(() => expect(window.location.search).toBe('?account=4'))
})

test('an assignee in the filter who was deleted is said to be unknown', async () => {
  open('/planning?assignee=9', { 'GET /api/content/assignees': () => json([{ id: 3, username: 'teo' }]) })
  const filter = await screen.findByRole('combobox', { name: 'Assignee' })
  await waitFor(() => expect(filter.textContent).toBe('Unknown user'))
})

test('Back leads from one tab to the one before', async () => {
  open('/planning')
  await userEvent.click(await screen.findByRole('tab', { name: /^Approvals/ }))
  await waitFor(() => expect(window.location.search).toBe('?tab=approvals'))
  window.history.back()
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Drafts/, selected: true })).toBeTruthy())
})

test('drafts say in whose time they go out', async () => {
  open('/planning', {
    'GET /api/content/calendar': () => aCalendar([], { timeZone: 'Europe/Lisbon' }),
    [POSTS]: () => postPage([aDraft({ id: recordId(1) })]),
  })
  expect(await screen.findByText('Lisbon time')).toBeTruthy()
})

test('who approves by keyboard goes on with the next row, and ends at the heading', async () => {
  let waiting = [recordId(1), recordId(2)].map((id) => aDraft({ id, approvalAskedAt: '2026-11-20T10:00:00.000Z' }))
  open('/planning?tab=approvals', {
    [POSTS]: () => postPage(waiting),
    'POST /api/content/posts/status': ({ body }) => {
      const ids: string[] = JSON.parse(body ?? '').posts.map(({ id }: { id: string }) => id)
      const changed = waiting.filter(({ id }) => ids.includes(id))
      waiting = waiting.filter(({ id }) => !ids.includes(id))
      return json({ changed, refused: [] })
    },
  })
  const panel = within(await screen.findByRole('tabpanel'))
  const [first] = await panel.findAllByRole('button', { name: 'Approve' })
  first?.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(panel.getAllByRole('button', { name: 'Approve' })).toHaveLength(1))
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Approve' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(panel.getByRole('heading', { name: 'Waiting for approval' })))
})

test('what goes out this week, later and without a date stands in sections', async () => {
  open('/planning', {
    [POSTS]: ({ url }) => {
      if (url.includes('sort=date'))
        return postPage([
          aDraft({ id: recordId(1), publishDate: '2026-11-20' }),
          aDraft({ id: recordId(2), publishDate: '2026-12-24' }),
        ])
      return postPage(url.includes('dated=false') ? [aDraft({ id: recordId(3), publishDate: null })] : [])
    },
  })
  expect(await screen.findByRole('heading', { name: 'No date' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'This week' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Later' })).toBeTruthy()
  expect(screen.getByText('1, today')).toBeTruthy()
})

test('an overdue post that gets a later date leaves the overdue ones at once', async () => {
  const post = aDraft({ id: recordId(1), publishDate: '2026-11-18' })
  let isAway = false
  open(`/planning?post=${post.id}`, {
    [POSTS]: ({ url }) => (isAway ? new Promise(() => {}) : postPage(url.includes('to=2026-11-19') ? [post] : [])),
    [`GET /api/content/posts/${post.id}`]: () => json(post),
    [`PUT /api/airtable/posts/${post.id}`]: ({ body }) => {
      isAway = true
      return json({ ...post, ...JSON.parse(body ?? ''), version: 4 })
    },
  })
  expect(await screen.findByRole('heading', { name: 'Overdue', hidden: true })).toBeTruthy()
  fireEvent.change(await screen.findByLabelText('Set date'), { target: { value: '2026-11-30' } })
  await userEvent.click(screen.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Overdue', hidden: true })).toBeNull()
})

test('a page that was left open over midnight begins with the new day when it is looked at again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let today = '2026-11-20'
  const calls = open('/planning', { 'GET /api/content/calendar': () => aCalendar([], { today }) })
  const isAskedFrom = (day: string) => callsOf(calls, POSTS).some(({ url }) => url.includes(`from=${day}`))
  await waitFor(() => expect(isAskedFrom(today)).toBe(true))
  today = '2026-11-21'
  vi.setSystemTime(Date.now() + 86_400_000 + 60_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(isAskedFrom(today)).toBe(true))
})

test('a number of columns is chosen on a wide screen, and as many as fit again', async () => {
  stubMedia((media) => media === '(min-width: 1100px)')
  open('/planning', { [POSTS]: () => postPage([aDraft({ id: recordId(1) })]) })
  const choice = within(await screen.findByRole('radiogroup', { name: 'Columns' }))
  expect(choice.getByRole('radio', { checked: true }).textContent).toBe('Fit')
  await userEvent.click(choice.getByRole('radio', { name: '5 columns' }))
  await waitFor(() => expect(window.location.search).toBe('?columns=5'))
  await userEvent.click(choice.getByRole('radio', { name: 'As many columns as fit' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('a card shows the picture of its account, or letters of its name', async () => {
  const account = { id: 7, username: 'grove.market', profilePicture: '/media/grove' }
  open('/planning', {
    [POSTS]: ({ url }) =>
      postPage(
        url.includes('dated=false')
          ? [
              aDraft({ id: recordId(1), publishDate: null, account }),
              aDraft({ id: recordId(2), publishDate: null, account: { ...account, profilePicture: null } }),
            ]
          : [],
      ),
  })
  const cards = await screen.findAllByRole('link', { name: /grove\.market/ })
  const avatars = cards.map((card) => card.parentElement?.querySelector('.avatar'))
  expect(avatars[0]?.querySelector('img')?.getAttribute('src')).toBe('/media/grove')
  expect(avatars[1]?.textContent).toBe('GM')
})

test('drafts that could not be loaded say why', async () => {
  open('/planning', { [POSTS]: () => failure(500, 'It broke.') })
  expect(await screen.findByText('The drafts could not be loaded')).toBeTruthy()
})

test('an administrator asks for the items of the chosen client', async () => {
  const asked = open(
    '/planning?client=7',
    { 'GET /api/companies': () => json([{ id: 7, name: 'Grove House' }]) },
    aUser(),
  )
  await screen.findByText(/^Nothing is planned yet/)
  const urls = asked.filter(({ name }) => name === POSTS).map(({ url }) => url)
  expect(urls.length).toBeGreaterThan(0)
  expect(urls.every((url) => url.includes('companyId=7'))).toBe(true)
})

test('approvals are requested by when they were asked for, the oldest first', async () => {
  const asked = open('/planning?tab=approvals')
  await screen.findByText('Nothing is waiting for approval.')
  const urls = callsOf(asked, POSTS).map(({ url }) => url)
  expect(urls.some((url) => url.includes('status=needs_approval') && url.includes('sort=asked'))).toBe(true)
})

test('an approval is given at once and taken back with Undo', async () => {
  const post = aDraft({ approvalAskedAt: '2026-11-20T10:00:00.000Z' })
  const asked = open('/planning?tab=approvals', {
    [POSTS]: () => postPage([post]),
    'POST /api/content/posts/status': () => json({ changed: [{ ...post, version: 4 }], refused: [] }),
  })
  const panel = within(await screen.findByRole('tabpanel'))
  await userEvent.click(await panel.findByRole('button', { name: 'Approve' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const listStatusChanges = () =>
    asked.filter(({ name }) => name === 'POST /api/content/posts/status').map(({ body }) => JSON.parse(body ?? ''))
  await waitFor(() => expect(listStatusChanges()).toHaveLength(2))
  expect(listStatusChanges()[0]).toMatchObject({ status: 'Approved' })
  expect(listStatusChanges()[1]).toMatchObject({ status: 'Draft', needsApproval: true })
})

test('an approval that cannot be taken back any more says why', async () => {
  const post = aDraft({ approvalAskedAt: '2026-11-20T10:00:00.000Z' })
  const refused = [{ id: post.id, message: 'Nina has changed this post since.' }]
  open('/planning?tab=approvals', {
    [POSTS]: () => postPage([post]),
    'POST /api/content/posts/status': ({ body }) =>
      json(body?.includes('Approved') ? { changed: [post], refused: [] } : { changed: [], refused }),
  })
  const panel = within(await screen.findByRole('tabpanel'))
  await userEvent.click(await panel.findByRole('button', { name: 'Approve' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Nina has changed this post since.')).toBeTruthy()
  expect(screen.queryByText(/for approval again/)).toBeNull()
})

test('an approval that fails shows a message, also when another one was given before the answer', async () => {
  const asked = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
  const answers: ((answer: Response) => void)[] = []
  open('/planning?tab=approvals', {
    [POSTS]: () => postPage(asked.map((approvalAskedAt, index) => aDraft({ id: recordId(index), approvalAskedAt }))),
    'POST /api/content/posts/status': () => new Promise((resolve) => answers.push(resolve)),
  })
  const panel = within(await screen.findByRole('tabpanel'))
  const approveFirst = () => userEvent.click(panel.getAllByRole('button', { name: 'Approve' })[0] as HTMLElement)
  await panel.findAllByRole('button', { name: 'Approve' })
  await approveFirst()
  await waitFor(() => expect(panel.getAllByRole('button', { name: 'Approve' })).toHaveLength(1))
  await approveFirst()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.(failure(502, 'The table did not accept it.'))
  expect(await screen.findByText('The table did not accept it.')).toBeTruthy()
})

test('what should change is added as a comment only to a post that is sent back, and can be sent again', async () => {
  const post = aDraft({ approvalAskedAt: '2026-11-20T10:00:00.000Z' })
  const comment = `POST /api/content/posts/${post.id}/comments`
  const refused = [{ id: post.id, message: 'Another user has changed it.' }]
  let isRefused = true
  const asked = open('/planning?tab=approvals', {
    [POSTS]: () => postPage([post]),
    'POST /api/content/posts/status': () =>
      json(isRefused ? { changed: [], refused } : { changed: [{ ...post, approvalAskedAt: null }], refused: [] }),
    [comment]: () => json({ id: 1, by: 'nina', text: 'Brighter', at: '2026-11-20T11:00:00.000Z' }, 201),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send back' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'What should change?' }), 'Brighter')
  const send = async () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send back' }))
  await send()
  expect(await screen.findByText('Another user has changed it.')).toBeTruthy()
  expect(callsOf(asked, comment)).toEqual([])
  isRefused = false
  await userEvent.click(await screen.findByRole('button', { name: 'Send back' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What should change?' }).value).toBe('Brighter')
  await send()
  await waitFor(() => expect(callsOf(asked, comment)).toHaveLength(1))
})

test('a comment that could not be saved with what was sent back can be sent again', async () => {
  const post = aDraft({ approvalAskedAt: '2026-11-20T10:00:00.000Z' })
  const comment = `POST /api/content/posts/${post.id}/comments`
  let isAway = true
  const asked = open('/planning?tab=approvals', {
    [POSTS]: () => postPage([post]),
    'POST /api/content/posts/status': () => json({ changed: [{ ...post, approvalAskedAt: null }], refused: [] }),
    [comment]: () =>
      isAway
        ? failure(503, 'Stopping.')
        : json({ id: 1, by: 'nina', text: 'Brighter', at: '2026-11-20T11:00:00.000Z' }, 201),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send back' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'What should change?' }), 'Brighter')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send back' }))
  const news = (await screen.findByText('The comment could not be saved')).closest('li') as HTMLElement
  isAway = false
  await userEvent.click(within(news).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('The comment was added')).toBeTruthy()
  expect(bodiesOf(asked, comment)).toEqual([{ text: 'Brighter' }, { text: 'Brighter' }])
})

test('an account and a colleague who were added meanwhile can be chosen', async () => {
  const accounts = [anAccount({ id: 4, username: 'harbour' })]
  const people = [{ id: 1, username: 'nina' }]
  open('/planning', {
    'GET /api/accounts': () => page(accounts),
    'GET /api/content/assignees': () => json(people),
    'GET /api/auth/profile': () => failure(500, 'It broke.'),
  })
  const filter = async (name: string) => userEvent.click(await screen.findByRole('combobox', { name }))
  await filter('Account')
  expect(await screen.findByRole('option', { name: '@harbour' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await filter('Assignee')
  expect(await screen.findByRole('option', { name: 'nina' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  accounts.push(anAccount({ id: 5, username: 'lemons' }))
  people.push({ id: 2, username: 'otto' })
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
  await userEvent.click(screen.getByRole('link', { name: 'Planning' }))
  await filter('Account')
  expect(await screen.findByRole('option', { name: '@lemons' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await filter('Assignee')
  expect(await screen.findByRole('option', { name: 'otto' })).toBeTruthy()
})

test('an administrator plans by the clock of the client, in a post and in a new draft', async () => {
  const post = aDraft({ id: recordId(1), companyId: 7, publishDate: '2026-11-24T09:00:00.000Z' })
  open(
    `/planning?client=7&post=${post.id}`,
    {
      [POSTS]: ({ url }) => postPage(url.includes('sort=date') ? [post] : []),
      [`GET /api/content/posts/${post.id}`]: () => json(post),
      'GET /api/content/calendar': ({ url }) =>
        aCalendar([], { timeZone: url.includes('companyId=7') ? 'Asia/Tokyo' : 'UTC' }),
      'GET /api/approvals/posts': () => json([]),
      'GET /api/companies': () => json([{ id: 7, name: 'Grove House' }]),
    },
    aUser(),
  )
  await screen.findByLabelText('Caption')
  const dialog = within(screen.getByRole('dialog', { name: 'Instagram Post' }))
  const time = await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Time' })
  await waitFor(() => expect(time.value).toBe('18:00'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(
    within(screen.getByRole('main')).getAllByRole('button', { name: 'New draft' })[0] as HTMLElement,
  )
  expect(await within(await screen.findByRole('dialog', { name: 'New draft' })).findByText(/Tokyo/)).toBeTruthy()
})
