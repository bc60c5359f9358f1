import { expect, test, vi } from 'vitest'
import { aUser, remember } from '../testing/people.ts'
import {
  beginSession,
  currentSession,
  endSession,
  followOtherTabs,
  loadStoredSession,
  storeSession,
} from './session.ts'

function fromAnotherTab(key: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

test('storage holds the token and five fields of the user, nothing more', () => {
  storeSession('secret', { ...aUser(), password: 'x' } as ReturnType<typeof aUser>)
  expect(window.localStorage.getItem('auth_token')).toBe('secret')
  expect(JSON.parse(window.localStorage.getItem('auth_user') ?? '')).toEqual({
    id: 7,
    username: 'maren',
    role: 'admin',
    companyId: 1,
    companyName: 'Citrus Studio',
  })
})

test('what is stored is loaded, but not yet believed', () => {
  remember('secret')
  expect(loadStoredSession()).toMatchObject({ state: 'loading', token: 'secret', user: { username: 'maren' } })
})

test.each(['', '{', '{"id":"7"}', 'null'])('a broken stored user (%s) is no user', (text) => {
  window.localStorage.setItem('auth_token', 'secret')
  window.localStorage.setItem('auth_user', text)
  expect(loadStoredSession()).toMatchObject({ state: 'loading', user: null })
})

test('a user without a token is forgotten', () => {
  remember('secret')
  window.localStorage.removeItem('auth_token')
  expect(loadStoredSession().state).toBe('unauthenticated')
  expect(window.localStorage.getItem('auth_user')).toBeNull()
})

test('signing out in another tab signs out here', () => {
  const stop = followOtherTabs()
  remember('secret')
  beginSession('secret', aUser())
  window.localStorage.clear()
  fromAnotherTab('auth_token')
  expect(currentSession().state).toBe('unauthenticated')
  stop()
})

test('the same person signing in again in another tab is followed', () => {
  const startOver = vi.fn()
  const stop = followOtherTabs(startOver)
  beginSession('secret', aUser())
  remember('newer')
  fromAnotherTab('auth_token')
  expect(currentSession()).toMatchObject({ state: 'authenticated', token: 'newer' })
  expect(startOver).not.toHaveBeenCalled()
  stop()
})

test('another user signing in in another tab starts this one over', () => {
  const startOver = vi.fn()
  const stop = followOtherTabs(startOver)
  beginSession('secret', aUser())
  remember('theirs', aUser({ id: 8, username: 'teo' }))
  fromAnotherTab('auth_token')
  expect(startOver).toHaveBeenCalledTimes(1)
  stop()
})

test('signing in in another tab signs in here where no user was', () => {
  const stop = followOtherTabs()
  loadStoredSession()
  remember('secret')
  fromAnotherTab('auth_token')
  expect(currentSession()).toMatchObject({ state: 'authenticated', user: { id: 7 } })
  stop()
})

test('other keys in storage mean nothing', () => {
  const stop = followOtherTabs()
  beginSession('secret', aUser())
  fromAnotherTab('theme')
  expect(currentSession().state).toBe('authenticated')
  stop()
})

test('forbidden storage breaks nothing', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    removeItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(loadStoredSession().state).toBe('unauthenticated')
  storeSession('secret', aUser())
  endSession()
  vi.unstubAllGlobals()
})
