/** The start, the guard and signing in and out, as a person at the screen meets them. */
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifySession } from '#features/identity/index.ts'
import { followOtherTabs } from '#lib/session.ts'
import { failure, json, network, silence } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'
import { aUser, remember } from '../testing/people.ts'
import { App } from './app.tsx'

const noAccounts: Handlers = {
  'GET /api/activity': () => json([]),
  'GET /api/events': (_, signal) => silence(signal),
  'GET /api/accounts': () => json([], 200, { 'X-Total-Count': '0' }),
  'GET /api/metrics/global': () =>
    json({ accounts: 0, followers: 0, followerChange: null, posts: 0, averageEngagementRate: null, lastUpdated: null }),
}
const statusOf = (user = aUser()) => ({ 'GET /api/auth/status': () => json({ isAuthenticated: true, user }) })

let stopFollowing = (): void => undefined
beforeEach(() => {
  stopFollowing = followOtherTabs()
})
afterEach(() => stopFollowing())

function open(path: string): void {
  window.history.replaceState(null, '', path)
  void verifySession()
  render(<App />)
}

const onDashboard = () => screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
const onLogin = () => screen.findByRole('button', { name: 'Sign in' })

async function signIn(username: string, password: string): Promise<void> {
  await onLogin()
  const user = userEvent.setup()
  if (username) await user.type(screen.getByLabelText('Username'), username)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test.each(['/', '/account/3', '/profile', '/admin'])('without a token %s leads to /login', async (path) => {
  network({})
  open(path)
  await onLogin()
  expect(window.location.pathname).toBe('/login')
  expect(document.title).toBe('Sign in - tangelo')
})

test('signing in stores the session and goes to the dashboard', async () => {
  const asked = network({
    ...noAccounts,
    'POST /api/auth/login': () => json({ user: aUser(), token: 'secret' }),
  })
  open('/login')
  await signIn(' maren ', 'citrus-grove')
  await onDashboard()
  expect(window.location.pathname).toBe('/')
  expect(asked[0]?.body).toBe('{"username":"maren","password":"citrus-grove"}')
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
  expect(asked.find(({ name }) => name === 'GET /api/accounts')?.headers.get('authorization')).toBe('Bearer secret')
  expect(screen.getByText('admin - Citrus Studio')).toBeTruthy()
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const asked = network({})
  open('/login')
  await signIn('', '')
  expect(screen.getByText('Username is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  await userEvent.type(screen.getByLabelText('Username'), 'm')
  expect(screen.queryByText('Username is required')).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  ['a wrong password', () => failure(401, 'no'), 'Invalid username or password. Please try again.'],
  ['an answer without a token', () => json({ user: aUser() }), 'Invalid username or password. Please try again.'],
  ['an answer without a user', () => json({ token: 'x' }), 'Invalid username or password. Please try again.'],
  ['too many attempts', () => failure(429, 'Wait 12 minutes.'), 'Wait 12 minutes.'],
  ['no network', () => new TypeError('offline'), 'The server cannot be reached right now. Please try again.'],
])('%s is told as "Login failed"', async (_, answer, description) => {
  network({ 'POST /api/auth/login': answer })
  open('/login')
  await signIn('maren', 'nope')
  expect(await screen.findByText('Login failed')).toBeTruthy()
  // At the form, and in the toast.
  expect(screen.getAllByText(description)).toHaveLength(2)
  expect(window.location.pathname).toBe('/login')
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test('a token that could not be stored is told as "Login issue"', async () => {
  network({ 'POST /api/auth/login': () => json({ user: aUser(), token: 'secret' }) })
  open('/login')
  await onLogin()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await signIn('maren', 'citrus-grove')
  expect(await screen.findByText('Login issue')).toBeTruthy()
  expect(screen.getAllByText('There was a problem with your login session. Please try again.')).toHaveLength(2)
  expect(window.location.pathname).toBe('/login')
})

test('the page waits with "Verifying session..." until the server has confirmed it', async () => {
  remember('secret')
  let confirm = (_: Response): void => undefined
  network({ ...noAccounts, 'GET /api/auth/status': () => new Promise((resolve) => (confirm = resolve)) })
  open('/')
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
  open('/')
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
  open('/')
  await onDashboard()
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
})

test('a token without a remembered user does not survive a failed check', async () => {
  window.localStorage.setItem('auth_token', 'secret')
  network({ 'GET /api/auth/status': () => new TypeError('offline') })
  open('/')
  await onLogin()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test.each([
  ['and says so', () => json({ success: true }), 'Logged out successfully', 'You have been logged out of your account'],
  ['also when the call fails', () => failure(500, 'x'), 'Error logging out', 'An error occurred while logging out'],
])('signing out clears everything %s', async (_, answer, title, description) => {
  remember('secret')
  network({ ...noAccounts, ...statusOf(), 'POST /api/auth/logout': answer })
  open('/')
  await onDashboard()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await onLogin()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
  expect(window.localStorage.getItem('auth_user')).toBeNull()
})

test('signing out in another tab leads to /login here', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  open('/')
  await onDashboard()
  window.localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))
  await onLogin()
  expect(window.location.pathname).toBe('/login')
})

test('a session that ends while working leads to /login', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf(), 'GET /api/accounts': () => failure(401, 'no') })
  open('/')
  await onLogin()
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test('whoever is signed in is led from /login to the dashboard', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  open('/login')
  await onDashboard()
  expect(window.location.pathname).toBe('/')
})

test('an address without a page says so, with a way back', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  open('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
  await onDashboard()
})

test('/test is a heading and a button, and asks nothing', async () => {
  remember('secret')
  const asked = network({ ...noAccounts, ...statusOf() })
  open('/test')
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
  open('/')
  const banner = await screen.findByRole('region', { name: 'Audit' })
  expect(banner.textContent).toMatch(/^The last audit, .+, found 12 figures that do not follow from what was stored\./)
  await userEvent.click(screen.getByRole('button', { name: 'Show them' }))
  expect(screen.getByText(/snapshot of 2026-11-20: followers is 5, but follows as 7/)).toBeTruthy()
  expect(screen.getByText('and 11 more; npm run audit names them')).toBeTruthy()
})

test('a generated password is replaced before anything else is shown', async () => {
  const asked = network({
    ...noAccounts,
    'POST /api/auth/login': () => json({ user: aUser({ mustChangePassword: true }), token: 'first' }),
    'POST /api/auth/password': () => json({ user: aUser(), token: 'second' }),
  })
  open('/login')
  await signIn('admin', 'printed-once')
  await screen.findByRole('heading', { name: 'Choose a new password' })
  expect(document.title).toBe('Choose a new password - tangelo')
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Current password'), 'printed-once')
  await user.type(screen.getByLabelText('New password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(screen.getByText('Passwords have at least 8 characters')).toBeTruthy()
  await user.type(screen.getByLabelText('New password'), '-but-longer')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await onDashboard()
  expect(asked.find(({ name }) => name === 'POST /api/auth/password')?.body).toBe(
    '{"currentPassword":"printed-once","newPassword":"short-but-longer","revokesApiTokens":false}',
  )
  expect(window.localStorage.getItem('auth_token')).toBe('second')
  expect(document.title).toBe('Dashboard - tangelo')
})

test.each([
  ['New password', failure(400, 'This password is too common')],
  ['Current password', failure(400, 'It is not right', { fields: { currentPassword: 'is not right' } })],
])("a refusal is told at '%s', in the server's words", async (label, refusal) => {
  remember('secret')
  network({
    ...noAccounts,
    ...statusOf(aUser({ mustChangePassword: true })),
    'POST /api/auth/password': () => refusal.clone(),
  })
  open('/')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Current password'), 'printed-once')
  await user.type(screen.getByLabelText('New password'), 'password123')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'))
  const { message } = (await refusal.json()) as { message: string }
  expect(screen.getByText(message)).toBeTruthy()
})

test('moving to another page puts the focus on its heading; the skip link leads past the frame', async () => {
  remember('secret')
  network({ ...noAccounts, ...statusOf() })
  open('/profile')
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
  open(address)
  await onDashboard()
  await waitFor(() => expect(window.location.search).toBe(search))
})

test('an address that is not for the role leads to the dashboard and says why', async () => {
  remember('kept', aUser({ role: 'pro' }))
  network({ ...noAccounts, ...statusOf(aUser({ role: 'pro' })) })
  open('/admin')
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(screen.getByText("You don't have permission to access admin features")).toBeTruthy()
  await onDashboard()
  expect(window.location.pathname).toBe('/')
})
