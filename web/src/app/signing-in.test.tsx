/** Signing in as a person meets it: what is missing, what is refused, and the first password. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { failure, json, network } from '../testing/network.ts'
import { startApp } from '../testing/open-app.tsx'
import { aUser, remember } from '../testing/people.ts'
import { noAccounts, onDashboard, onLogin, signIn, statusOf } from '../testing/visit.ts'

test('signing in stores the session and goes to the dashboard', async () => {
  const asked = network({
    ...noAccounts,
    'POST /api/auth/login': () => json({ user: aUser(), token: 'secret' }),
  })
  startApp('/login')
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
  startApp('/login')
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
])('%s is shown as "Login failed"', async (_, answer, description) => {
  network({ 'POST /api/auth/login': answer })
  startApp('/login')
  await signIn('maren', 'nope')
  expect(await screen.findByText('Login failed')).toBeTruthy()
  // At the form, and in the toast.
  expect(screen.getAllByText(description)).toHaveLength(2)
  expect(window.location.pathname).toBe('/login')
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test('a token that could not be stored is shown as "Login issue"', async () => {
  network({ 'POST /api/auth/login': () => json({ user: aUser(), token: 'secret' }) })
  startApp('/login')
  await onLogin()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await signIn('maren', 'citrus-grove')
  expect(await screen.findByText('Login issue')).toBeTruthy()
  expect(screen.getAllByText('There was a problem with your login session. Please try again.')).toHaveLength(2)
  expect(window.location.pathname).toBe('/login')
})

test('a generated password is replaced before anything else is shown', async () => {
  const asked = network({
    ...noAccounts,
    'POST /api/auth/login': () => json({ user: aUser({ mustChangePassword: true }), token: 'first' }),
    'POST /api/auth/password': () => json({ user: aUser(), token: 'second' }),
  })
  startApp('/login')
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
])("a refusal is shown at '%s', in the server's words", async (label, refusal) => {
  remember('secret')
  network({
    ...noAccounts,
    ...statusOf(aUser({ mustChangePassword: true })),
    'POST /api/auth/password': () => refusal.clone(),
  })
  startApp('/')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Current password'), 'printed-once')
  await user.type(screen.getByLabelText('New password'), 'password123')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'))
  const { message } = (await refusal.json()) as { message: string }
  expect(screen.getByText(message)).toBeTruthy()
})
