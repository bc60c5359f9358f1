import { expect, test, vi } from 'vitest'
import { beginSession, currentSession, loadStoredSession, storeSession } from '#lib/session.ts'
import { breakOff, json, network, silence } from '../../../testing/network.ts'
import { aUser, remember } from '../../../testing/people.ts'
import { signOut, verifySession } from './queries/session.ts'
import { signIn } from './queries/sign-in.ts'

test('the check of the session is given up after 5 seconds, and the remembered user stays', async () => {
  vi.useFakeTimers()
  remember('secret')
  network({ 'GET /api/auth/status': (_, signal) => silence(signal) })
  const verified = verifySession()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(currentSession().state).toBe('loading')
  await vi.advanceTimersByTimeAsync(1)
  await verified
  expect(currentSession()).toMatchObject({ state: 'authenticated', token: 'secret', user: { username: 'maren' } })
})

test('a person stays signed in when the answer about the session breaks off, as when the page is left meanwhile', async () => {
  remember('secret')
  network({ 'GET /api/auth/status': () => breakOff() })
  await verifySession()
  expect(currentSession()).toMatchObject({ state: 'authenticated', token: 'secret', user: { username: 'maren' } })
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
})

test('after signing in the token is stored, and 100 ms later the app goes on', async () => {
  vi.useFakeTimers()
  loadStoredSession()
  network({ 'POST /api/auth/login': () => json({ user: aUser(), token: 'secret' }) })
  const signedIn = signIn({ username: 'maren', password: 'citrus-grove' })
  await vi.advanceTimersByTimeAsync(99)
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
  expect(currentSession().state).toBe('unauthenticated')
  await vi.advanceTimersByTimeAsync(1)
  expect(await signedIn).toEqual({ state: 'signed-in' })
  expect(currentSession().state).toBe('authenticated')
})

test('a session that ends while it is being checked stays ended', async () => {
  remember('secret')
  let answer = (_: Response): void => undefined
  network({ 'GET /api/auth/status': () => new Promise((resolve) => (answer = resolve)) })
  const verified = verifySession()
  window.localStorage.clear()
  loadStoredSession()
  answer(json({ isAuthenticated: true, user: aUser() }))
  await verified
  expect(currentSession().state).toBe('unauthenticated')
  expect(window.localStorage.getItem('auth_token')).toBeNull()
})

test('signing out forgets the session at once, and leaves the screen when the server has answered', async () => {
  storeSession('secret', aUser())
  beginSession('secret', aUser())
  const states: string[] = []
  const asked = network({
    'POST /api/auth/logout': () => {
      states.push(currentSession().state)
      expect(window.localStorage.getItem('auth_token')).toBeNull()
      return json({ success: true })
    },
  })
  await signOut()
  expect(states).toEqual(['leaving'])
  expect(currentSession().state).toBe('unauthenticated')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret')
})

test('signing out leaves the screen after 3 seconds without an answer', async () => {
  vi.useFakeTimers()
  beginSession('secret', aUser())
  network({ 'POST /api/auth/logout': () => new Promise(() => undefined) })
  void signOut()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(currentSession().state).toBe('leaving')
  await vi.advanceTimersByTimeAsync(1)
  expect(currentSession().state).toBe('unauthenticated')
})
