/** The list on the dashboard, sorted and filtered: the address keeps it, and the server does it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { accountTable, listUrls, withAccounts } from '../testing/dashboard.ts'
import { json } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'

test('heads sort both ways, and the address keeps it', async () => {
  const asked = openApp('/', withAccounts(anAccount()))
  const head = (name: string) => screen.getByRole('columnheader', { name })
  await accountTable()
  expect(head('Followers').getAttribute('aria-sort')).toBe('descending')
  const user = userEvent.setup()
  await user.click(within(head('Growth')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe('?sort=growth-desc'))
  await user.click(within(head('Growth')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe('?sort=growth-asc'))
  expect(head('Growth').getAttribute('aria-sort')).toBe('ascending')
  const sort = screen.getByRole('combobox', { name: 'Sort' })
  await waitFor(() => expect(sort.textContent).toContain('Growth (Low to High)'))
  await user.click(within(head('Followers')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(listUrls(asked)).toContain('/api/accounts?limit=100&sort=growth-asc&period=30')
})

test('the period changes sums, changes and lines together', async () => {
  const asked = openApp('/', withAccounts(anAccount()))
  await accountTable()
  await userEvent.click(await screen.findByRole('radio', { name: '90 days' }))
  await waitFor(() => expect(window.location.search).toBe('?days=90'))
  await waitFor(() => expect(listUrls(asked).at(-1)).toContain('period=90'))
  expect(asked.some(({ url }) => url === '/api/metrics/global?period=90')).toBe(true)
  expect(await screen.findByText('+15.3K in 90 days')).toBeTruthy()
})

test('filters stand in the address and narrow rows and sums', async () => {
  const asked = openApp('/?category=Other&tag=launch&source=graph', {
    ...withAccounts(),
    'GET /api/account-tags': () => json([{ companyId: 1, name: 'launch', accounts: 2 }]),
  })
  expect(await screen.findByText('No account matches these filters.')).toBeTruthy()
  expect(listUrls(asked)).toContain(
    '/api/accounts?limit=100&sort=followers&period=30&category=Other&tag=launch&source=graph',
  )
  expect(asked.some(({ url }) => url === '/api/metrics/global?category=Other&tag=launch&source=graph&period=30')).toBe(
    true,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show all accounts' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('the sort stands in the address, and the server sorts', async () => {
  const asked = openApp('/?sort=engagement', withAccounts(anAccount()))
  await accountTable()
  expect(listUrls(asked)).toContain('/api/accounts?limit=100&sort=engagement&period=30')
  const sort = screen.getByRole('combobox', { name: 'Sort' })
  expect(sort.textContent).toContain('Engagement Rate')
  const user = userEvent.setup()
  await user.click(sort)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Followers (High to Low)',
    'Engagement Rate',
    'Recently Added',
  ])
  await user.click(screen.getByRole('option', { name: 'Recently Added' }))
  await waitFor(() => expect(window.location.search).toBe('?sort=recent'))
  await waitFor(() => expect(listUrls(asked)).toContain('/api/accounts?limit=100&sort=recent&period=30'))
  await user.click(screen.getByRole('combobox', { name: 'Sort' }))
  await user.click(screen.getByRole('option', { name: 'Followers (High to Low)' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('the filter goes into the address once typing rests; no match has words of its own', async () => {
  const asked = openApp('/', {
    'GET /api/accounts': ({ url }) => (url.includes('q=') ? page([]) : page([anAccount()])),
  })
  await accountTable()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Filter accounts' }), ' zebra ')
  expect(await screen.findByText('No account name contains “zebra”.')).toBeTruthy()
  expect(window.location.search).toBe('?q=zebra')
  expect(listUrls(asked).filter((url) => url.includes('q='))).toEqual([
    '/api/accounts?limit=100&sort=followers&q=zebra&period=30',
  ])
  await user.click(screen.getByRole('button', { name: 'Show all accounts' }))
  expect(await accountTable()).toBeTruthy()
  expect(window.location.search).toBe('')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter accounts' }).value).toBe('')
})
