/** The Posts tab of an account: every post ever seen, its figures at three ages, and its readings. */
import type { Post } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aStoredPost } from '../testing/account-history.ts'
import { anAccount, daysAgo, page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const unknown = { likes: null, comments: null, views: null }
const young = aStoredPost(3, {
  caption: 'Just posted',
  postedAt: daysAgo(1),
  isPinned: true,
  at72Hours: unknown,
  at7Days: unknown,
})
const hidden = aStoredPost(2, { caption: null, likes: null, at24Hours: unknown, views: 18_400 })
const gone = aStoredPost(1, { caption: 'Taken down', goneAt: '2026-11-12T06:00:00.000Z' })

function open(posts: readonly Post[], handlers: Handlers = {}, user = aUser(), at = '/account/4/posts'): Asked[] {
  const account = anAccount({ username: 'harbour.kitchen' })
  return openApp(
    at,
    {
      'GET /api/accounts': () => page([account]),
      'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
      'GET /api/accounts/4/posts/history': () => json(posts, 200, { 'X-Total-Count': String(posts.length) }),
      ...handlers,
    },
    user,
  )
}

test('each post has its figures at three ages; what is not known has words, never zero', async () => {
  open([young, hidden, gone])
  const table = await screen.findByRole('table', { name: 'Posts' })
  const rows = within(table).getAllByRole('row').slice(1)
  const cellsOf = (row: HTMLElement | undefined) =>
    row
      ? within(row)
          .getAllByRole('cell')
          .slice(1)
          .map(({ textContent }) => textContent)
      : []
  expect(cellsOf(rows[0])).toEqual(['520', 'not yet', 'not yet', '811', '20', 'unknown'])
  expect(cellsOf(rows[1])).toEqual(['no reading', '744', '790', 'hidden', '20', '18,400'])
  expect(within(table).getByText('Pinned')).toBeTruthy()
  expect(rows[2]?.textContent).toContain('Gone')
  expect(screen.getByText('3 posts seen so far')).toBeTruthy()
})

test('what only the owner sees has columns of its own; what it does not say is unknown, never zero', async () => {
  const readAt = '2026-11-18T09:00:00.000Z'
  const read = aStoredPost(5, { views: null, own: { readAt, views: 9_400, reach: 7_210, saves: 131 } })
  const partly = aStoredPost(6, { views: 18_400, own: { readAt, views: null, reach: 0, saves: null } })
  open([read, partly, gone])
  const table = await screen.findByRole('table', { name: 'Posts' })
  const ends = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].slice(-3).map(({ textContent }) => textContent))
  expect(ends).toEqual([
    ['Views', 'Reach', 'Saves'],
    ['9,400', '7,210', '131'],
    ['18,400', '0', 'unknown'],
    ['unknown', 'unknown', 'unknown'],
  ])
  expect(screen.getByText(/Reach counts people/)).toBeTruthy()
})

test('without such readings there are no such columns', async () => {
  open([gone])
  const table = await screen.findByRole('table', { name: 'Posts' })
  expect(within(table).queryByText('Reach')).toBeNull()
})

test('a day in the URL shows the posts of that day, and the way back to all', async () => {
  const asked = open([gone], {}, aUser(), '/account/4/posts?day=2026-10-05')
  expect(await screen.findByText('1 post of Oct 5, 2026')).toBeTruthy()
  expect(asked.some(({ url }) => url.includes('day=2026-10-05'))).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Show all posts' }))
  expect(await screen.findByText('1 post seen so far')).toBeTruthy()
  expect(location.search).toBe('')
})

test('a day without posts says so', async () => {
  open([], {}, aUser(), '/account/4/posts?day=2026-10-06')
  expect(await screen.findByText('No posts on Oct 6, 2026')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show all posts' })).toBeTruthy()
})

test('a post opens its readings, the newest first', async () => {
  const entry = { comments: 4, views: null, previousSeenAt: null }
  open([gone], {
    'GET /api/accounts/4/posts/1/readings': () =>
      json([
        { ...entry, readAt: '2026-10-05T20:10:00.000Z', likes: 120 },
        { ...entry, readAt: '2026-10-09T18:10:00.000Z', likes: 811 },
      ]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Taken down' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Readings' }))
  const rows = (await dialog.findAllByRole('row')).slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['4 days', '811', '4'],
    ['2 h', '120', '4'],
  ])
  expect(dialog.getByText(/Gone: no longer there on Nov 12, 2026/)).toBeTruthy()
})

test.each([
  ['an administrator', aUser(), true],
  ['another user', aUser({ role: 'basic' }), false],
])('without posts the tab tells %s what to do', async (_, user, canImport) => {
  open([], {}, user)
  expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import a file' }) !== null).toBe(canImport)
})

test('a failure says why, and is tried again', async () => {
  let answers = 0
  open([], {
    'GET /api/accounts/4/posts/history': () => (answers++ === 0 ? failure(500, 'It broke.') : json([gone])),
  })
  expect(await screen.findByText('The posts could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: 'Taken down' })).toBeTruthy()
})

test('the tabs lead from one to the other', async () => {
  open([gone], { 'GET /api/accounts/4/analysis': () => failure(500, 'It broke.') })
  const tabs = within(await screen.findByRole('tablist', { name: 'Account' }))
  const isOpen = tabs.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))
  expect(isOpen).toEqual(['false', 'false', 'true', 'false'])
  await userEvent.click(tabs.getByRole('tab', { name: 'Analysis' }))
  expect(await screen.findByText('The analysis could not be loaded')).toBeTruthy()
  expect(window.location.pathname).toBe('/account/4/analysis')
})

test('a page of posts that fails is asked for once, and again when someone asks', async () => {
  const asked = open([], {
    'GET /api/accounts/4/posts/history': ({ url }) =>
      url.includes('cursor=')
        ? failure(500, 'It broke.')
        : json([young, gone], 200, {
            'X-Total-Count': '3',
            Link: '</api/accounts/4/posts/history?cursor=2>; rel="next"',
          }),
  })
  expect(await screen.findByText('The next posts could not be loaded')).toBeTruthy()
  const pages = () => asked.filter(({ url }) => url.includes('cursor='))
  expect(pages()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('The next posts could not be loaded')
  expect(pages()).toHaveLength(2)
})
