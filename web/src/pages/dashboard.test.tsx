/** The dashboard in its faces: loading, empty, failed, with its sums, and with ten thousand accounts. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { anAccount, page, sums } from '../testing/accounts.ts'
import { accountTable, listUrls, withAccounts } from '../testing/dashboard.ts'
import { failure, silence } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

test('says what it is', async () => {
  openApp('/', withAccounts(anAccount()))
  expect(await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })).toBeTruthy()
  expect(screen.getByText('Monitor your Instagram performance across multiple accounts')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your Instagram Accounts' })).toBeTruthy()
  expect(screen.queryByText('Content Planning')).toBeNull()
})

test('the sums stand above the table, and its foot counts', async () => {
  openApp('/', withAccounts(anAccount()))
  await accountTable()
  const totals = screen.getByRole('region', { name: 'All accounts together' })
  await waitFor(() =>
    expect(totals.textContent).toBe(
      'Followers1.9Mpale: 30 days before+15.3K in 30 daysGrowth+0.9%was +0.6%Engagement4.6%+0.2 pointsPosts25831 more than beforeRead today12 of 12',
    ),
  )
  expect(await screen.findByText('1 of 12 accounts')).toBeTruthy()
})

test('growth says of how many accounts it is where it is not all', async () => {
  openApp('/', {
    ...withAccounts(anAccount()),
    'GET /api/metrics/global': () => sums({ period: { stale: 2, compared: 3 } }),
  })
  await accountTable()
  const totals = screen.getByRole('region', { name: 'All accounts together' })
  await waitFor(() => expect(totals.textContent).toContain('Growth+0.9%of 3 accountsEngagement'))
})

test('three grey rows while loading, never at once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openApp('/', { 'GET /api/accounts': () => new Promise(() => undefined) })
  await expect.poll(() => document.querySelectorAll('main [data-skeleton] tr').length).toBe(3)
  await expect.poll(() => document.querySelectorAll('main .skeleton').length).toBeGreaterThan(12)
})

test('what needs attention holds the accounts back for three seconds at most', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openApp('/', { ...withAccounts(anAccount()), 'GET /api/attention': (_, signal) => silence(signal) })
  const table = await accountTable()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(table.closest('.invisible')).toBeNull()
})

test('empty: the sentence, and three ways to figures for administrators only', async () => {
  openApp('/', withAccounts())
  expect(await screen.findByText('No accounts found. Add your first Instagram account to get started.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Account' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import data' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'See how' })).getAttribute('href')).toBe('/admin?tab=connections')
  await userEvent.click(screen.getByRole('button', { name: 'Choose a file' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add one account' }))
  expect(await screen.findByRole('dialog', { name: 'Add Instagram Account' })).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('a %s user sees neither Add Account nor Import data', async (role) => {
  openApp('/', withAccounts(), aUser({ role }))
  expect(await screen.findByText('No accounts found. An administrator can add accounts to your company.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add Account' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import data' })).toBeNull()
})

test('a failure says why, and trying again shows the list', async () => {
  let answers = 0
  openApp('/', {
    'GET /api/accounts': () => {
      answers += 1
      return answers === 1 ? failure(503, 'The store is not answering.') : page([anAccount()])
    },
  })
  expect(await screen.findByText('The accounts could not be loaded')).toBeTruthy()
  expect(screen.getByText('The store is not answering.')).toBeTruthy()
  const faces = screen.getAllByRole('alert').filter((face) => face.textContent?.includes('The store is not answering.'))
  expect(faces).toHaveLength(1)
  await userEvent.click(within(faces[0] ?? document.body).getByRole('button', { name: 'Try Again' }))
  expect(await accountTable()).toBeTruthy()
})

test('ten thousand accounts are a few rows, and further pages come before they are needed', async () => {
  const rows = (from: number) =>
    Array.from({ length: 100 }, (_, index) => anAccount({ id: from + index, username: `account_${from + index}` }))
  const asked = openApp('/', {
    'GET /api/accounts': ({ url }) => {
      const cursor = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? '1')
      return page(rows(cursor), { total: 10_000, next: String(cursor + 100) })
    },
    'GET /api/metrics/global': () => sums({ accounts: 10_000 }),
  })
  const shown = await accountTable()
  expect(shown.getAttribute('aria-rowcount')).toBe('10001')
  expect(within(shown).getAllByRole('row').length).toBeLessThanOrEqual(120)
  expect(within(shown).getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2')
  expect(await screen.findByText('10,000 of 10,000 accounts')).toBeTruthy()
  Object.assign(window, { scrollY: 3_000 })
  window.dispatchEvent(new Event('scroll'))
  await waitFor(() => expect(listUrls(asked)).toContain('/api/accounts?limit=100&sort=followers&period=30&cursor=101'))
  Object.assign(window, { scrollY: 0 })
})
