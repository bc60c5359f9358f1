/** The accounts beside every page: links, the active one, four faces. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../../../../testing/accounts.ts'
import { stubMedia } from '../../../../testing/media.ts'
import { failure, json } from '../../../../testing/network.ts'
import { openApp } from '../../../../testing/open-app.tsx'

/** A window of a phone's width. */
const showAsPhone = () => stubMedia((media) => media === '(max-width: 599px)')

const sidebar = () => within(screen.getByRole('complementary'))

test('each account is a link, and the current one is marked', async () => {
  const account = anAccount()
  openApp('/account/4', {
    'GET /api/accounts': () => page([account, anAccount({ id: 40, username: 'casaluma' })]),
    'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
    'GET /api/accounts/4/metrics/history': () => json([]),
  })
  const link = await screen.findByRole('link', { name: '@marasea' })
  expect(link.getAttribute('href')).toBe('/account/4')
  expect(link.getAttribute('aria-current')).toBe('page')
  expect(sidebar().getByRole('link', { name: '@casaluma' }).getAttribute('aria-current')).toBeNull()
})

test('each account carries its followers, and the list says how many there are', async () => {
  const account = anAccount()
  openApp('/', { 'GET /api/accounts': () => page([account], { total: 1_204 }) })
  await screen.findByRole('link', { name: '@marasea' })
  expect(sidebar().getByText('1,204')).toBeTruthy()
  expect(sidebar().getByRole('listitem').textContent).toMatch(/@marasea[\d.]+[KM]? followers$/)
})

test('no accounts: says so', async () => {
  openApp('/', { 'GET /api/accounts': () => page([]) })
  expect(await screen.findByText('No accounts yet')).toBeTruthy()
})

test('three grey rows in the sidebar, words in the drawer, while loading', async () => {
  openApp('/', { 'GET /api/accounts': () => new Promise(() => undefined) })
  const side = await screen.findByRole('complementary')
  await waitFor(() => expect(side.querySelectorAll('[data-skeleton] .skeleton')).toHaveLength(6))
  expect(side.querySelectorAll('[data-skeleton]')).toHaveLength(3)
  cleanup()
  showAsPhone()
  openApp('/', { 'GET /api/accounts': () => new Promise(() => undefined) })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(drawer.getByText('Loading accounts...')).toBeTruthy()
})

test('the next accounts that could not be fetched are said to be missing, and tried again', async () => {
  let tries = 0
  openApp('/reports', {
    'GET /api/reports': () => json([]),
    'GET /api/report-schedules': () => json([]),
    'GET /api/accounts': ({ url }) => {
      if (!url.includes('cursor=two')) return page([anAccount()], { total: 2, next: 'two' })
      tries += 1
      return tries === 1 ? failure(500, 'no') : page([anAccount({ id: 40, username: 'casaluma' })], { total: 2 })
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The next accounts could not be loaded.')
  expect(sidebar().getByRole('link', { name: '@marasea' })).toBeTruthy()
  await userEvent.click(sidebar().getByRole('button', { name: 'Try Again' }))
  expect(await sidebar().findByRole('link', { name: '@casaluma' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure can be tried again', async () => {
  let answers = 0
  openApp('/', {
    'GET /api/accounts': () => {
      answers += 1
      return answers === 1 ? failure(500, 'no') : page([anAccount()])
    },
  })
  await screen.findByText('The accounts could not be loaded')
  await userEvent.click(sidebar().getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: '@marasea' })).toBeTruthy()
})

test('ten thousand accounts are a few links', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => anAccount({ id: index + 1, username: `account_${index + 1}` }))
  openApp('/', { 'GET /api/accounts': () => page(rows, { total: 10_000, next: 'next' }) })
  await screen.findByRole('link', { name: '@account_1' })
  const links = sidebar().getAllByRole('link', { name: /^@account_/ })
  expect(links.length).toBeLessThanOrEqual(60)
  expect(links[0]?.closest('li')?.getAttribute('aria-setsize')).toBe('10000')
})
