/** The page of API tokens: whose they are, making one that is shown once, and deleting. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aToken, dialog, fill, inDays, openTokens, press, SECRET } from '../testing/api-tokens.ts'
import { failure, json, silence } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'

test('tokens are distinguished by a short id, their beginning and their end, and by what they are good for', async () => {
  openTokens({
    'GET /api/auth/tokens': () =>
      json([
        aToken({ lastUsedAt: inDays(-1) }),
        aToken({
          id: 'ffffffff-6f1d-4c3a-9f0e-2a7d1c5b9e44',
          expiresAt: '2025-02-03T12:00:00.000Z',
          status: 'Expired',
        }),
      ]),
  })
  expect(await screen.findByText('0b8f6f0e')).toBeTruthy()
  const list = within(screen.getByRole('table', { name: 'API tokens' }))
  expect(list.getByText('ffffffff')).toBeTruthy()
  expect(list.getAllByText('tangelo_Qw3x…k9Zt')).toHaveLength(2)
  expect([list.getByText('Active'), list.getByText('Expired'), list.getByText('Feb 3, 2025')]).toHaveLength(3)
  expect([list.getByText('1 day ago'), list.getByText('Never')]).toHaveLength(2)
  expect(document.title).toBe('API Tokens - tangelo')
  expect(screen.getByRole('link', { name: 'API Tokens' }).getAttribute('aria-current')).toBe('page')
})

test('a list that is loading, empty, or could not be had says so', async () => {
  let answer = (): Response => failure(503, 'The store is being moved')
  const asked = openTokens({ 'GET /api/auth/tokens': () => answer() })
  expect(await screen.findByText('The API tokens could not be loaded')).toBeTruthy()
  expect(screen.getByText('The store is being moved')).toBeTruthy()
  answer = () => json([])
  await press('Try Again')
  expect(await screen.findByText(/^No API tokens yet\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete All Tokens' })).toHaveProperty('disabled', true)
  expect(asked.some(({ name }) => name === 'GET /api/users')).toBe(false)
})

test('a list that takes its time has the shape of what comes', async () => {
  openTokens({ 'GET /api/auth/tokens': (_, signal) => silence(signal) })
  expect(await screen.findByText('Loading the API tokens...')).toBeTruthy()
})

test('one makes a token for oneself, sees it once, copies it, and may make another', async () => {
  const asked = openTokens({
    'POST /api/auth/generate-api-token': () => json({ token: SECRET, expiresAt: inDays(90) }, 201),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Generate Token' }))
  expect((await dialog()).getByText('The token is created for you, pro.')).toBeTruthy()
  await press('Generate Token', await dialog())
  expect(await screen.findByText('Copy it now: it is shown only this once.')).toBeTruthy()
  expect(asked.find(({ name }) => name === 'POST /api/auth/generate-api-token')?.body).toBe('{}')
  await user.click((await dialog()).getByRole('button', { name: 'Copy: API token' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
  expect(await screen.findByText('Copied to clipboard')).toBeTruthy()
  await press('Generate New Token', await dialog())
  expect((await dialog()).getByText('The token is created for you, pro.')).toBeTruthy()
  expect(document.body.textContent).not.toContain(SECRET)
})

test('a token has the name its owner types, and is listed and deleted by it', async () => {
  const asked = openTokens({
    'GET /api/auth/tokens': () => json([aToken({ name: 'Weekly report' })]),
    'POST /api/auth/generate-api-token': () => json({ token: SECRET, expiresAt: inDays(90) }, 201),
  })
  expect(await screen.findByText('Weekly report')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Weekly report/ })).toBeTruthy()
  await press('Generate Token')
  fill((await dialog()).getByLabelText('Name'), ' Night job ')
  await press('Generate Token', await dialog())
  await screen.findByText('Copy it now: it is shown only this once.')
  expect(asked.find(({ name }) => name === 'POST /api/auth/generate-api-token')?.body).toBe('{"name":"Night job"}')
})

test('a refusal is shown in the words of the server', async () => {
  openTokens({
    'POST /api/auth/generate-api-token': () => failure(409, 'You have 5 active API tokens. Delete one first.'),
  })
  await press('Generate Token')
  await press('Generate Token', await dialog())
  expect(await screen.findByText('Failed to generate API token')).toBeTruthy()
  expect(screen.getByText('You have 5 active API tokens. Delete one first.')).toBeTruthy()
})

test('an administrator selects a user first, and then looks at the tokens of that user', async () => {
  const maren = { id: 12, username: 'maren.k', companyName: 'Grove Agency' }
  const asked = openTokens(
    {
      'GET /api/users': () => json([maren]),
      'POST /api/auth/generate-api-token': () => json({ token: SECRET, expiresAt: inDays(90) }, 201),
    },
    { user: aUser() },
  )
  await press('Generate Token')
  await press('Generate Token', await dialog())
  expect((await dialog()).getByText('Select a user')).toBeTruthy()
  fill((await dialog()).getByRole('combobox', { name: 'User' }), 'mar')
  await userEvent.click(await screen.findByRole('option', { name: 'maren.k (Grove Agency)' }))
  await press('Generate Token', await dialog())
  expect(await screen.findByRole('heading', { name: 'API token of maren.k' })).toBeTruthy()
  expect(asked.find(({ name }) => name === 'POST /api/auth/generate-api-token')?.body).toBe('{"userId":12}')
  await press('Done', await dialog())
  await waitFor(() => expect(window.location.search).toBe('?user=maren.k'))
  expect(asked.some(({ url }) => url.endsWith('/api/auth/tokens?username=maren.k'))).toBe(true)
  // All that can be deleted at once are the own ones.
  expect(screen.queryByRole('button', { name: 'Delete All Tokens' })).toBeNull()
})

test.each([
  ['says so', () => json({ success: true }), 'API token deleted'],
  ['fails', () => failure(404, 'API token not found'), 'Failed to delete API token'],
])('deleting a token asks first, and %s', async (_, answer, title) => {
  const asked = openTokens({ [`DELETE /api/auth/tokens/${aToken().id}`]: answer })
  await press('Delete tangelo_Qw3x…k9Zt')
  expect(screen.getByText(/^The program that uses tangelo_Qw3x…k9Zt loses access at once\./)).toBeTruthy()
  expect(asked.some(({ name }) => name.startsWith('DELETE'))).toBe(false)
  await press('Delete token')
  expect(await screen.findByText(title)).toBeTruthy()
  await waitFor(() => expect(asked.filter(({ name }) => name === 'GET /api/auth/tokens')).toHaveLength(2))
})

test.each([
  ['says how many', () => json({ count: 2 }), 'API tokens deleted', '2 tokens were deleted'],
  ['says why not', () => failure(500, 'Something went wrong'), 'Failed to delete API tokens', 'Something went wrong'],
])('deleting all of them asks first, and %s', async (_, answer, title, description) => {
  openTokens({ 'DELETE /api/auth/tokens': answer })
  await press('Delete All Tokens')
  await press('Delete All Tokens', within(await screen.findByRole('alertdialog')))
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
})

test('what the browser does not let be copied is said', async () => {
  openTokens()
  await screen.findByRole('list', { name: 'Endpoints' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await press('Copy: The same with curl')
  expect(await screen.findByText(/^The browser did not allow copying\./)).toBeTruthy()
})

test('a basic user is led to the dashboard', async () => {
  openTokens({}, { user: aUser({ role: 'basic' }) })
  expect(await screen.findByText("You don't have permission to access this feature")).toBeTruthy()
  expect(window.location.pathname).toBe('/')
})
