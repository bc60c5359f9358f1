import { expect, test, vi } from 'vitest'
import { brokenOff, failure, json, network } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { ApiError, call, callPage, download, NetworkError, readServerMessage, upload } from './api.ts'
import { beginSession, currentSession, leaveSession, storeSession } from './session.ts'

function signIn(token = 'secret'): void {
  storeSession(token, aUser())
  beginSession(token, aUser())
}

async function failed(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

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
  expect(await failed(call('GET /api/metrics/global'))).toMatchObject({ body: { current: shown } })
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

test('a JSON error is thrown with its status, its body and its message', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => failure(409, 'Already there', { hoursRemaining: 3 }) })
  const error = await failed(call('GET /api/metrics/global'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, message: 'Already there', body: { hoursRemaining: 3 } })
  expect(readServerMessage(error)).toBe('Already there')
})

test('any other error is thrown raw: status, a colon, the text', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  const error = await failed(call('GET /api/metrics/global'))
  expect(error).toMatchObject({ status: 502, message: '502: <h1>Bad gateway</h1>', body: '<h1>Bad gateway</h1>' })
  expect(readServerMessage(error)).toBeUndefined()
})

test('no answer is a NetworkError; a call that was given up is not', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => new TypeError('Failed to fetch') })
  expect(await failed(call('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)

  const abort = new AbortController()
  network({
    'GET /api/metrics/global': (_, signal) => {
      abort.abort()
      return Promise.reject(signal?.reason)
    },
  })
  const error = await failed(call('GET /api/metrics/global', {}, { signal: abort.signal }))
  expect(error).toMatchObject({ name: 'AbortError' })
})

test('an answer that breaks off is a NetworkError, whatever it began to say', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => brokenOff() })
  expect(await failed(call('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
  expect(await failed(callPage('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
  expect(await failed(download('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
  network({ 'GET /api/metrics/global': () => brokenOff(502) })
  expect(await failed(call('GET /api/metrics/global'))).toBeInstanceOf(NetworkError)
})

test('a 401 on a call with a token ends the session', async () => {
  signIn()
  network({ 'GET /api/metrics/global': () => failure(401, 'Sign in again') })
  await failed(call('GET /api/metrics/global'))
  expect(currentSession().state).toBe('unauthenticated')
  expect(window.localStorage.getItem('auth_token')).toBeNull()
  expect(window.localStorage.getItem('auth_user')).toBeNull()
})

test('a late 401 of an older session leaves the newer one alone', async () => {
  signIn('old')
  network({
    'GET /api/metrics/global': () => {
      signIn('new')
      return failure(401, 'Sign in again')
    },
  })
  await failed(call('GET /api/metrics/global'))
  expect(currentSession()).toMatchObject({ state: 'authenticated', token: 'new' })
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

class FakeUpload {
  static last: FakeUpload
  readonly upload: { onprogress?: (event: object) => void } = {}
  readonly sent: { method?: string; url?: string; body?: unknown; headers: Record<string, string> } = { headers: {} }
  status = 0
  responseText = ''
  onload = (): void => undefined
  onerror = (): void => undefined
  onabort = (): void => undefined

  constructor() {
    FakeUpload.last = this
  }
  open(method: string, url: string): void {
    Object.assign(this.sent, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.sent.headers[name] = value
  }
  send(body: unknown): void {
    this.sent.body = body
  }
  abort(): void {
    this.onabort()
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

test('an upload sends the form as it is, tells how far it is, and answers the reply', async () => {
  signIn()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const form = new FormData()
  const progress: number[] = []
  const reply = upload('POST /api/accounts/import', form, {
    query: { importId: 'x' },
    onProgress: (sent) => progress.push(sent),
  })
  const request = FakeUpload.last
  request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  request.answer(200, { snapshots: 2 })
  expect(await reply).toEqual({ snapshots: 2 })
  expect(progress).toEqual([0.25])
  expect(request.sent).toEqual({
    method: 'POST',
    url: '/api/accounts/import?importId=x',
    body: form,
    headers: { Accept: 'application/json', Authorization: 'Bearer secret' },
  })
})

test('an upload fails as other calls do, and can be given up', async () => {
  signIn()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const refused = failed(upload('POST /api/accounts/import', new FormData()))
  FakeUpload.last.answer(413, { message: 'Too large' })
  expect(await refused).toMatchObject({ status: 413, message: 'Too large' })

  const unreachable = failed(upload('POST /api/accounts/import', new FormData()))
  FakeUpload.last.onerror()
  expect(await unreachable).toBeInstanceOf(NetworkError)

  const abort = new AbortController()
  const stopped = failed(upload('POST /api/accounts/import', new FormData(), { signal: abort.signal }))
  abort.abort()
  expect(await stopped).toMatchObject({ name: 'AbortError' })
})
