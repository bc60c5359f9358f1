/** Calls of the API that fail: by their status, without an answer, and with a session that is over. */
import { expect, test } from 'vitest'
import { catchError, signIn } from '../testing/calls.ts'
import { breakOff, failure, json, network } from '../testing/network.ts'
import { ApiError, call, callPage, download, NetworkError, readServerMessage } from './api.ts'
import { currentSession } from './session.ts'

test('a JSON error is thrown with its status, its body and its message', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => failure(409, 'Already there', { hoursRemaining: 3 }) })
  const error = await catchError(call('GET /api/metrics/global'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, message: 'Already there', body: { hoursRemaining: 3 } })
  expect(readServerMessage(error)).toBe('Already there')
})

test('any other error is thrown raw: status, a colon, the text', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  const error = await catchError(call('GET /api/metrics/global'))
  expect(error).toMatchObject({ status: 502, message: '502: <h1>Bad gateway</h1>', body: '<h1>Bad gateway</h1>' })
  expect(readServerMessage(error)).toBeUndefined()
})

test('no answer is a NetworkError; a call that was given up is not', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => new TypeError('Failed to fetch') })
  expect(await catchError(call('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)

  const abort = new AbortController()
  network({
    'GET /api/metrics/global': (_, signal) => {
      abort.abort()
      return Promise.reject(signal?.reason)
    },
  })
  const error = await catchError(call('GET /api/metrics/global', {}, { signal: abort.signal }))
  expect(error).toMatchObject({ name: 'AbortError' })
})

test('an answer that breaks off is a NetworkError, whatever it began to say', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => breakOff() })
  expect(await catchError(call('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
  expect(await catchError(callPage('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
  expect(await catchError(download('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
  network({ 'GET /api/metrics/global': () => breakOff(502) })
  expect(await catchError(call('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
})

test('a 401 on a call with a token ends the session', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => failure(401, 'Sign in again') })
  await catchError(call('GET /api/metrics/global'))
  expect(currentSession().state).toBe('unauthenticated')
  expect(window.localStorage.getItem('auth_token')).toBeNull()
  expect(window.localStorage.getItem('auth_user')).toBeNull()
})

test('a late 401 of an older session leaves the newer one alone, in which it is asked again', async () => {
  signIn('old')
  const asked = network({
    'GET /api/metrics/global': () => {
      if (currentSession().token === 'new') return json({ accounts: 3 })
      signIn('new')
      return failure(401, 'Sign in again')
    },
  })
  expect(await call('GET /api/metrics/global')).toEqual({ accounts: 3 })
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
  expect(currentSession()).toMatchObject({ state: 'authenticated', token: 'new' })
})
