/** The dashboard of an administrator with several clients: each with its sums and its accounts. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aClient, anAccount, daysAgo, page } from '../testing/accounts.ts'
import { accountTable, listUrls, withAccounts } from '../testing/dashboard.ts'
import { stubMedia } from '../testing/media.ts'
import { failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const twoClients: Handlers = {
  'GET /api/companies': () =>
    json([
      { id: 1, name: 'Citrus Studio' },
      { id: 2, name: 'Grove House' },
    ]),
  'GET /api/metrics/clients': () =>
    json([
      aClient({ accounts: 1, followers: 204_912, growth: 1.7, stale: 0, sourceChanges: 1 }),
      aClient({ companyId: 2, name: 'Grove House', accounts: 1, followers: 9_400, growth: null, stale: 1 }),
    ]),
  'GET /api/accounts': ({ url }) =>
    url.includes('companyId=2')
      ? page([anAccount({ id: 9, username: 'grove.only', companyId: 2, isStale: true, lastUpdated: daysAgo(2) })])
      : page([anAccount()]),
}

test('administrators of several clients see them first, with their sums, and open and close them', async () => {
  stubMedia((query) => query === '(min-width: 900px)')
  const asked = openApp('/', twoClients)
  const grove = await within(await accountTable()).findByRole('button', { name: /^Grove House/ })
  expect(await screen.findByText('@grove.only')).toBeTruthy()
  const row = within(await accountTable())
    .getAllByRole('row')
    .find((each) => each.contains(grove))
  expect(row?.textContent).toBe('GHGrove House 1 account9.4K4.6%258 new1 left outOpen')
  expect(grove.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(grove)
  await waitFor(() => expect(screen.queryByText('@grove.only')).toBeNull())
  await userEvent.click(within(await accountTable()).getByRole('button', { name: 'Open Grove House' }))
  await waitFor(() => expect(window.location.search).toBe('?client=2'))
  await waitFor(() => expect(listUrls(asked).at(-1)).toContain('companyId=2'))
  expect(within(await accountTable()).queryByRole('button', { name: /^Citrus Studio/ })).toBeNull()
})

test.each([
  ['table', '(min-width: 900px)'],
  ['list', '(max-width: 739px)'],
])('the next accounts of a client that could not be fetched are said to be missing, in a %s too', async (_, width) => {
  stubMedia((query) => query === width)
  let tries = 0
  openApp('/', {
    ...twoClients,
    'GET /api/accounts': ({ url }) => {
      if (!url.includes('companyId=1')) return page([])
      if (!url.includes('cursor=two')) return page([anAccount()], { total: 2, next: 'two' })
      tries += 1
      return tries === 1 ? failure(500, 'no') : page([anAccount({ id: 5, username: 'second' })], { total: 2 })
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Your Instagram Accounts' }))
  expect(await panel.findByText('The next accounts could not be loaded.')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Try Again' }))
  expect(await panel.findByText('@second')).toBeTruthy()
  expect(panel.queryByText('The next accounts could not be loaded.')).toBeNull()
})

test('a deleted account no longer counts for its client', async () => {
  const gone = anAccount()
  let isThere = true
  openApp('/', {
    ...twoClients,
    'GET /api/metrics/clients': () =>
      json([aClient({ accounts: isThere ? 2 : 1 }), aClient({ companyId: 2, name: 'Grove House', accounts: 1 })]),
    'GET /api/accounts/4': () => json({ account: gone, metrics: gone.metrics, posts: [] }),
    'GET /api/accounts/4/metrics/history': () => json([]),
    'DELETE /api/accounts/4': () => {
      isThere = false
      return json({ success: true })
    },
  })
  const citrus = async () => within(await accountTable()).findByRole('button', { name: /^Citrus Studio/ })
  expect((await citrus()).textContent).toContain('2 accounts')
  await userEvent.click(await screen.findByRole('link', { name: 'View @marasea' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete @marasea' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect((await citrus()).textContent).toMatch(/1 account$/))
})

/** A client whose accounts come in pages of a hundred, below one that is open. */
const largeClient = (accounts: number): Handlers => ({
  ...twoClients,
  'GET /api/metrics/clients': () =>
    json([aClient({ accounts: 1 }), aClient({ companyId: 2, name: 'Grove House', accounts })]),
  'GET /api/accounts': ({ url }) => {
    if (!url.includes('companyId=2')) return page([anAccount()])
    const first = Number(new URL(url, window.location.origin).searchParams.get('cursor'))
    const rows = Array.from({ length: Math.min(100, accounts - first) }, (_, at) =>
      anAccount({ id: 1_000 + first + at, username: `grove.${first + at}`, companyId: 2 }),
    )
    return page(rows, { total: accounts, next: first + 100 < accounts ? String(first + 100) : '' })
  },
})

const groveBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select the accounts of Grove House' })
const shareOf = ({ checked, indeterminate }: HTMLInputElement) => (indeterminate ? 'some' : checked ? 'all' : 'none')

test('the box of a client takes all of its accounts, also those that are not loaded yet', async () => {
  openApp('/', largeClient(101))
  await userEvent.click(await groveBox())
  expect(await screen.findByText('101 selected')).toBeTruthy()
  expect(shareOf(await groveBox())).toBe('all')
  await userEvent.click(await screen.findByRole('button', { name: /^Grove House/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select @grove.0' }))
  expect(await screen.findByText('100 selected')).toBeTruthy()
  expect(shareOf(await groveBox())).toBe('some')
  await userEvent.click(await groveBox())
  expect(await screen.findByText('101 selected')).toBeTruthy()
  await userEvent.click(await groveBox())
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  expect(shareOf(await groveBox())).toBe('none')
})

test('a client with more accounts than may be changed at once says how many are selected', async () => {
  openApp('/', largeClient(520))
  await userEvent.click(await groveBox())
  expect(await screen.findByText('500 selected')).toBeTruthy()
  expect(shareOf(await groveBox())).toBe('some')
  expect(await screen.findByText('The first 500 accounts of Grove House are selected')).toBeTruthy()
  await userEvent.click(await groveBox())
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('accounts of a client that could not be loaded are not selected, and that is said', async () => {
  openApp('/', {
    ...largeClient(101),
    'GET /api/accounts': ({ url }) =>
      url.includes('companyId=2') ? failure(503, 'Try again in a moment') : page([anAccount()]),
  })
  await userEvent.click(await groveBox())
  expect(await screen.findByText('The accounts of Grove House could not be selected')).toBeTruthy()
  expect(await screen.findByText('Try again in a moment')).toBeTruthy()
  expect(shareOf(await groveBox())).toBe('none')
})

test('grouping can be left: each row then names its client', async () => {
  openApp('/?grouped=no', twoClients)
  expect(await within(await accountTable()).findByText('Travel & Photography · Citrus Studio')).toBeTruthy()
})

test('a user who sees one company has no clients, and none are asked for', async () => {
  const asked = openApp('/', withAccounts(anAccount()), aUser({ role: 'pro' }))
  await accountTable()
  expect(asked.some(({ name }) => name === 'GET /api/metrics/clients')).toBe(false)
  expect(screen.queryByRole('combobox', { name: 'Client' })).toBeNull()
})
