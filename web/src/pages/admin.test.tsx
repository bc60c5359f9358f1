/** The admin panel: its tabs, who may see it, and what its lists have in common. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { openAdmin } from '../testing/admin.ts'
import { press } from '../testing/controls.ts'
import { noDemo } from '../testing/demo.ts'
import { failure, json, pageOf, silence } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

test('a demo workspace that cannot be opened says why', async () => {
  openAdmin('/admin', {
    'GET /api/demo': () => json(noDemo),
    'POST /api/demo': () => failure(507, 'The disk is full.'),
  })
  await press('Open the demo workspace')
  expect(await screen.findByText('The demo workspace could not be opened')).toBeTruthy()
  expect(screen.getByText('The disk is full.')).toBeTruthy()
})

test('a demo workspace that is removed is said to be, before the lists are read again', async () => {
  const filled = { ...noDemo, state: 'filled' as const, isAlone: true, companyIds: [7] }
  let isRemoved = false
  openAdmin('/admin', {
    'GET /api/demo': () => json(filled),
    'GET /api/companies': (_, signal) => (isRemoved ? silence(signal) : page([])),
    'DELETE /api/demo': () => {
      isRemoved = true
      return json(noDemo)
    },
  })
  await press('Remove demo')
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the demo workspace?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove demo' }))
  expect(await screen.findByText('Demo workspace removed')).toBeTruthy()
})

test('two filters of a list that are changed at once are both changed', async () => {
  openAdmin('/admin?tab=users&company=3')
  const all = await screen.findByTitle('Show all companies')
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort' }))
  fireEvent.click(screen.getByRole('option', { name: 'Recently Added' }))
  fireEvent.click(all)
  await waitFor(() => expect(window.location.search).toBe('?tab=users&order=recent'))
})

test('a search that was typed before another tab was opened does not lead back', async () => {
  openAdmin('/admin?tab=users')
  await userEvent.type(await screen.findByRole('searchbox'), 'ot')
  // The search is reported before the page is painted.
  const { requestAnimationFrame } = globalThis
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  fireEvent.click(screen.getByRole('tab', { name: 'Instagram Accounts' }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  vi.stubGlobal('requestAnimationFrame', requestAnimationFrame)
  for (const frame of frames) frame(0)
  expect(await screen.findByRole('searchbox', { name: 'Search accounts' })).toBeTruthy()
  expect(window.location.search).toBe('?tab=accounts')
})

test('has its tabs in order, each with an address, and leads back to the dashboard', async () => {
  openAdmin('/admin')
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Panel' })).toBeTruthy()
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Companies', '/admin'],
    ['Users', '/admin?tab=users'],
    ['Instagram Accounts', '/admin?tab=accounts'],
    ['API Documentation', '/admin?tab=api'],
    ['Connections', '/admin?tab=connections'],
    ['System', '/admin?tab=system'],
  ])
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Admin Panel' }).getAttribute('aria-current')).toBe('page')
  tabs[0]?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tabs[1])
  await userEvent.keyboard(' ')
  expect(await screen.findByText('2 of 2 users')).toBeTruthy()
  expect(window.location.search).toBe('?tab=users')
  expect(screen.getByRole('tabpanel', { name: 'Users' })).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('turns %s away', async (role) => {
  openApp('/admin', { 'GET /api/accounts': () => page([]) }, aUser({ role }))
  expect(await screen.findByText("You don't have permission to access admin features")).toBeTruthy()
  expect(screen.getByText('Access Denied')).toBeTruthy()
  expect(window.location.pathname).toBe('/')
})

test.each([
  ['companies', 'Failed to load companies', 'No company matches your search.'],
  ['users', 'Failed to load users', 'No user here matches your search.'],
  ['accounts', 'Failed to load Instagram accounts', 'No account here matches your search.'],
])('the list of %s has a face for failure and one for nothing found', async (tab, failed, noMatch) => {
  let isBroken = true
  const answer = () => (isBroken ? failure(500, 'It broke.') : pageOf([]))
  openAdmin(`/admin?tab=${tab}&q=zzz`, {
    'GET /api/companies': answer,
    'GET /api/users': answer,
    'GET /api/accounts': ({ url }) => (url.includes('q=zzz') ? answer() : page([])),
  })
  expect(await screen.findByText(failed)).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  isBroken = false
  await press('Try Again')
  expect(await screen.findByText(noMatch)).toBeTruthy()
  await press('Show all')
  await waitFor(() => expect(window.location.search).not.toContain('q='))
})
