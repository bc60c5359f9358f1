/** Calls of the API: what they carry, and what they answer. */
import { expect, test, vi } from 'vitest'
import { catchError, signIn } from '../testing/calls.ts'
import { failure, json, network } from '../testing/network.ts'
import { call, callPage } from './api.ts'
import { leaveSession } from './session.ts'

test('a call asks for JSON and carries the token', async () => {
  signIn()
  const asked = network({ 'GET /api/metrics/global': () => json({ accounts: 3 }) })
  expect(await call('GET /api/metrics/global')).toEqual({ accounts: 3 })
  expect(asked[0]?.headers.get('accept')).toBe('application/json')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(asked[0]?.headers.has('content-type')).toBe(false)
})

test('while a session ends only what names its token is sent', async () => {
  signIn()
  leaveSession()
  const asked = network({
    'GET /api/metrics/global': () => json({ accounts: 3 }),
    'POST /api/auth/logout': () => json({ success: true }),
  })
  void call('GET /api/metrics/global')
  await call('POST /api/auth/logout', {}, { token: 'secret' })
  expect(asked.map(({ url }) => url)).toEqual(['/api/auth/logout'])
})

test('media that is kept here is shown from where the screen is open, whatever name the server goes by', async () => {
  signIn()
  const hash = 'a'.repeat(64)
  const whole = (path: string) => `https://tangelo.example:8443${path}`
  const paths = [
    `/media/${hash}`,
    '/media/u/AbCdEfGhIjKlMnOpQr-_01',
    '/media/v/AbCdEfGhIjKlMnOpQr-_01/cover',
    '/media/d/k-1/m_2',
  ]
  const elsewhere = ['https://example.org/media/photo.jpg', `See ${whole(paths[0] ?? '')}`, 'https://example.org/']
  const answer = [{ images: [...paths.map(whole), ...elsewhere], caption: `"${whole(paths[0] ?? '')}"` }]
  const shown = [{ images: [...paths, ...elsewhere], caption: `"${whole(paths[0] ?? '')}"` }]
  network({
    'GET /api/airtable/reels': () => json(answer),
    'GET /api/metrics/global': () => failure(409, 'Changed', { current: answer }),
  })
  expect((await callPage('GET /api/airtable/reels')).rows).toEqual(shown)
  expect(await catchError(call('GET /api/metrics/global'))).toMatchObject({ body: { current: shown } })
})

test('without a token a call is sent all the same, with one warning per page', async () => {
  vi.resetModules()
  const fresh = await import('./api.ts')
  const asked = network({ 'GET /api/metrics/global': () => json({}) })
  await fresh.call('GET /api/metrics/global')
  await fresh.call('GET /api/metrics/global')
  expect(asked).toHaveLength(2)
  expect(asked[0]?.headers.has('authorization')).toBe(false)
  expect(console.warn).toHaveBeenCalledTimes(1)
})

test('path values and the query are encoded; what is undefined is left out', async () => {
  signIn()
  const asked = network({
    'GET /api/accounts/a%2Fb/metrics/history': () => json([]),
  })
  await call('GET /api/accounts/:accountId/metrics/history', {
    params: { accountId: 'a/b' },
    query: { from: '2026-01-01', to: undefined },
  })
  expect(asked[0]?.url).toBe('/api/accounts/a%2Fb/metrics/history?from=2026-01-01')
})

test('only a JSON body carries a content type, and GET has no body', async () => {
  signIn()
  const asked = network({
    'PUT /api/accounts/4': () => json({}),
    'POST /api/auth/logout': () => json({ success: true }),
  })
  await call('PUT /api/accounts/:accountId', { params: { accountId: 4 }, body: { notes: null } })
  await call('POST /api/auth/logout')
  expect(asked[0]?.headers.get('content-type')).toBe('application/json')
  expect(asked[0]?.body).toBe('{"notes":null}')
  expect(asked[1]?.headers.has('content-type')).toBe(false)
  expect(asked[1]?.body).toBeUndefined()
})

test('a page of a list tells where the next begins and how many rows there are', async () => {
  signIn()
  const link = '</api/accounts?limit=2&cursor=abc%3D>; rel="next"'
  network({ 'GET /api/accounts': () => json([1, 2], 200, { Link: link, 'X-Total-Count': '12' }) })
  expect(await callPage('GET /api/accounts', { query: { limit: 2 } })).toEqual({
    rows: [1, 2],
    nextCursor: 'abc=',
    total: 12,
  })
  network({ 'GET /api/accounts': () => json([3]) })
  expect(await callPage('GET /api/accounts')).toEqual({ rows: [3], nextCursor: null, total: null })
})
