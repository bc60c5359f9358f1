/** A session from its first check to its end, and the guard before every page. */
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followOtherTabs } from '#lib/session.ts'
import { counts } from '../testing/content.ts'
import { failure, json, network } from '../testing/network.ts'
import { startApp } from '../testing/open-app.tsx'
import { aUser, remember } from '../testing/people.ts'
import { noAccounts, onDashboard, onLogin, statusOf } from '../testing/visit.ts'

let stopFollowing = (): void => undefined

beforeEach(() => {
  stopFollowing = followOtherTabs()
})

afterEach(() => stopFollowing())

test.each(['/', '/account/3', '/profile', '/admin'])('without a token %s leads to /login', async (path) => {
  network({})
  startApp(path)
  await onLogin()
  expect(window.location.pathname).toBe('/login')
  expect(document.title).toBe('Sign in - tangelo')
})

test('the page waits with "Verifying session..." until the server has confirmed it', async () => {
  remember('secret')
  let confirm = (_: Response): void => undefined
  network({ ...noAccounts, 'GET /api/auth/status': () => new Promise((resolve) => (confirm = resolve)) })
  startApp('/')
  expect(await screen.findByText('Verifying session...')).toBeTruthy()
  await act(async () => confirm(json({ isAuthenticated: true, user: aUser({ role: 'pro' }) })))
  await onDashboard()
  expect(screen.getByText('pro - Citrus Studio')).toBeTruthy()
  expect(document.title).toBe('Dashboard - tangelo')
})

test.each([
  ['says no', () => json({ isAuthenticated: false, user: null })],
  ['makes no sense', () => json({ hello: 'world' })],
  ['is a 401', () => failure(401, 'no')],
  ['is a 403', () => failure(403, 'no')],
  ['is no JSON', () => new Response('<html>')],
])('an answer that %s clears the session', async (_, answer) => {
  remember('secret')
  network({ 'GET /api/auth/status': answer })
  startApp('/')
  await onLogin()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
  expect(window.localStorage.getItem('auth_user')).toBeNull()
})

test.each([
  ['the network fails', () => new TypeError('offline')],
  ['the server is in trouble', () => failure(503, 'starting')],
])('a remembered user stays signed in when %s', async (_, answer) => {
  remember('secret')
  network({ ...noAccounts, 'GET /api/auth/status': answer })
  startApp('/')
  await onDashboard()
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
})

test('a token without a remembered user does not survive a failed check', async () => {
  window.localStorage.setItem('auth_token', 'secret')
  network({ 'GET /api/auth/status': () => new TypeError('offline') })
  startApp('/')
  await onLogin()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test.each([
  ['and says so', () => json({ success: true }), 'Logged out successfully', 'You have been logged out of your account'],
  ['also when the call fails', () => failure(500, 'x'), 'Error logging out', 'An error occurred while logging out'],
])('signing out clears everything %s', async (_, answer, title, description) => {
  remember('secret')
  network({ ...noAccounts, ...statusOf(), 'POST /api/auth/logout': answer })
  startApp('/')
  await onDashboard()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await onLogin()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(screen.queryByText(/^Your session has ended/)).toBeNull()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
  expect(window.localStorage.getItem('auth_user')).toBeNull()
})

test('signing out in another tab leads to /login here', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  startApp('/')
  await onDashboard()
  window.localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))
  await onLogin()
  expect(window.location.pathname).toBe('/login')
})

test('a session that ends while working leads to /login, which says so', async () => {
  remember('secret')
  let isOver = false
  network({
    ...noAccounts,
    ...statusOf(),
    'GET /api/content/counts': () => (isOver ? failure(401, 'no') : counts()),
  })
  startApp('/')
  await onDashboard()
  isOver = true
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh Counts' }))
  await onLogin()
  expect(await screen.findByText('Your session has ended. Sign in again to go on.')).toBeTruthy()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test('a tab that missed a new sign-in takes it over and does not end it', async () => {
  remember('secret')
  let isOver = false
  network({
    ...noAccounts,
    ...statusOf(),
    'GET /api/content/counts': ({ headers }) =>
      isOver && headers.get('authorization') === 'Bearer secret' ? failure(401, 'no') : counts(),
  })
  startApp('/')
  await onDashboard()
  isOver = true
  // As in a tab that slept when another one signed in anew: no event tells it.
  remember('newer')
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh Counts' }))
  expect(await screen.findByText('The counts are up to date.')).toBeTruthy()
  expect(window.localStorage.getItem('auth_token')).toBe('newer')
  expect(window.location.pathname).toBe('/')
})

test('a user who is signed in is led from /login to the dashboard', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  startApp('/login')
  await onDashboard()
  expect(window.location.pathname).toBe('/')
})
