/** The pages as a whole: their addresses, the focus, and what stands on every one. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, network } from '../testing/network.ts'
import { startApp } from '../testing/open-app.tsx'
import { aUser, remember } from '../testing/people.ts'
import { noAccounts, onDashboard, statusOf } from '../testing/visit.ts'

test('an address without a page says so, with a way back', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  startApp('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
  await onDashboard()
})

test('/test is a heading and a button, and asks nothing', async () => {
  remember('secret')
  const asked = network({ ...noAccounts, ...statusOf() })
  startApp('/test')
  await screen.findByRole('heading', { level: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Test button' }))
  // The question for the session is this test's own: see `open`.
  expect(asked.map(({ name }) => name)).toEqual(['GET /api/auth/status'])
})

test('an administrator sees on every page which figures an audit could not make again', async () => {
  remember('secret')
  const mismatch = { accountId: 1, username: 'nasa', capturedAt: '2026-11-20T00:00:00.000Z', figure: 'followers' }
  const audit = { ranAt: '2026-11-20T09:00:00.000Z', accounts: 1, snapshots: 2, mismatchCount: 12 }
  network({
    ...noAccounts,
    ...statusOf(),
    'GET /api/audits/latest': () => json({ ...audit, mismatches: [{ ...mismatch, stored: '5', expected: '7' }] }),
  })
  startApp('/')
  const banner = await screen.findByRole('region', { name: 'Audit' })
  expect(banner.textContent).toMatch(/^The last audit, .+, found 12 figures that do not follow from what was stored\./)
  await userEvent.click(screen.getByRole('button', { name: 'Show them' }))
  expect(screen.getByText(/snapshot of 2026-11-20: followers is 5, but follows as 7/)).toBeTruthy()
  expect(screen.getByText('and 11 more; npm run audit names them')).toBeTruthy()
})

test('moving to another page puts the focus on its heading; the skip link leads past the frame', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  startApp('/profile')
  await screen.findByRole('heading', { level: 1 })
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  const heading = await onDashboard()
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(screen.getByRole('button', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test.each([
  ['/?sort=followers&q=&utm=x', ''],
  ['/?sort=recent&q=green+tea', '?sort=recent&q=green+tea'],
])('the address %s is kept to what it means', async (address, search) => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  startApp(address)
  await onDashboard()
  await waitFor(() => expect(window.location.search).toBe(search))
})

test('an address that is not for the role leads to the dashboard and says why', async () => {
  remember('kept', aUser({ role: 'pro' }))
  network({ ...noAccounts, ...statusOf(aUser({ role: 'pro' })) })
  startApp('/admin')
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(screen.getByText("You don't have permission to access admin features")).toBeTruthy()
  await onDashboard()
  expect(window.location.pathname).toBe('/')
})
