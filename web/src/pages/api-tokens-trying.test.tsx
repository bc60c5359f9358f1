/** Trying a call on the page of API tokens, and the documentation there. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page } from '../testing/accounts.ts'
import { fill, openTokens, press } from '../testing/api-tokens.ts'
import { failure, json } from '../testing/network.ts'

test('the documentation lists the six addresses, the limit and the shape of failures', async () => {
  openTokens()
  const list = within(await screen.findByRole('list', { name: 'Endpoints' }))
  expect(list.getAllByRole('button').map((button) => button.querySelector('code')?.textContent)).toEqual([
    'GET /api/accounts',
    'GET /api/accounts/{accountId}',
    'GET /api/accounts/{accountId}/metrics',
    'GET /api/accounts/{accountId}/metrics/history',
    'GET /api/accounts/{accountId}/posts',
    'GET /api/accounts/{accountId}/analysis',
  ])
  expect(screen.getByText('100 requests per minute per token')).toBeTruthy()
  expect(screen.getByText('{ error, status, success: false }')).toBeTruthy()
})

test('a call is tried with a token, shown as it was answered, and ends no session here', async () => {
  const asked = openTokens({
    'GET /api/accounts/7/metrics/history': ({ headers }) =>
      headers.get('authorization') === 'Bearer tangelo_x'
        ? json([{ date: '2026-11-20' }], 200, { ETag: '"abc"', 'RateLimit-Remaining': '98' })
        : failure(401, 'This API token is not valid'),
  })
  await press(/metrics\/history/)
  expect(
    screen.getByText(/^curl -H "Authorization: Bearer \$TANGELO_TOKEN" ".*\/api\/accounts\/\/metrics/),
  ).toBeTruthy()
  await press('Send request')
  expect(screen.getByText('accountId is required')).toBeTruthy()
  fill(screen.getByLabelText('accountId'), '7')
  fill(screen.getByLabelText('from'), '2026-11-01')
  expect(screen.getByText(/\/api\/accounts\/7\/metrics\/history\?from=2026-11-01"$/)).toBeTruthy()
  const token = screen.getByLabelText('API token')
  fill(token, 'tangelo_old')
  await press('Send request')
  expect(await screen.findByText('401')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Answer' })).getByText(/This API token is not valid/)).toBeTruthy()
  fill(token, 'tangelo_x')
  await press('Send request')
  expect(await screen.findByText('200')).toBeTruthy()
  expect([screen.getByText('"abc"'), screen.getByText('98')]).toHaveLength(2)
  expect(asked.at(-1)?.url).toBe('/api/accounts/7/metrics/history?from=2026-11-01')
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
})

test('without a token a call goes out in the own name; a server that is away is shown', async () => {
  const asked = openTokens({
    'GET /api/accounts': ({ url }) => (url.includes('q=x') ? new TypeError('offline') : page([])),
  })
  fill(await screen.findByLabelText('q'), 'x')
  await press('Send request')
  expect(await screen.findByText('The server cannot be reached right now.')).toBeTruthy()
  expect(asked.at(-1)?.headers.get('authorization')).toBe('Bearer secret')
})
