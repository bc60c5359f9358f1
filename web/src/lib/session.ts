/**
 * Who is signed in, in this tab and in the others. The token and the user live in browser storage under
 * `auth_token` and `auth_user` (spec §9); nothing else about a person is ever stored (D4).
 */

import type { SignedInUser } from '@tangelo/contract'
import { useSyncExternalStore } from 'react'

const TOKEN_KEY = 'auth_token'
const USER_KEY = 'auth_user'

export type StoredUser = Omit<SignedInUser, 'mustChangePassword' | 'mustSetUpTwoFactor'>

export interface Session {
  /**
   * `loading` until the stored values have been confirmed by the server, or it could not be reached. `leaving` while the server is
   * reporting a sign-out: storage is empty, the screen is still there, and nothing new is fetched in its name. `expired` when the
   * session has ended and something on the screen is not saved: it stays until the same person has signed in again, or gives it up.
   */
  readonly state: 'loading' | 'authenticated' | 'leaving' | 'expired' | 'unauthenticated'
  readonly token: string | null
  readonly user: StoredUser | null
  /** Known from the server only, so false until it has answered. */
  readonly mustChangePassword: boolean
  /** The same. */
  readonly mustSetUpTwoFactor: boolean
  /** The server refused it while it was in use. */
  readonly hasExpired?: boolean
}

const nothingDue = { mustChangePassword: false, mustSetUpTwoFactor: false }
const signedOut: Session = { state: 'unauthenticated', token: null, user: null, ...nothingDue }

let current: Session = { ...signedOut, state: 'loading' }
const listeners = new Set<() => void>()
const unsavedWork = new Set<() => boolean>()

export function currentSession(): Session {
  return current
}

/** Calls back after every change of the session; returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession)
}

function applySession(session: Session): void {
  current = session
  for (const listener of listeners) listener()
}

/** Takes what storage holds; it still has to be confirmed. Without a token no user is signed in. */
export function loadStoredSession(): Session {
  const token = read(TOKEN_KEY)
  if (token) applySession({ state: 'loading', token, user: readUser(), ...nothingDue })
  else endSession()
  return current
}

/** Writes the session to storage only: the screens change with `beginSession`. The token is written last. */
export function storeSession(token: string, user: StoredUser): void {
  write(USER_KEY, JSON.stringify(pickStoredUser(user)))
  write(TOKEN_KEY, token)
}

export function isStored(token: string): boolean {
  return read(TOKEN_KEY) === token
}

export function beginSession(token: string, user: SignedInUser | StoredUser): void {
  const mustChangePassword = 'mustChangePassword' in user && user.mustChangePassword
  const mustSetUpTwoFactor = 'mustSetUpTwoFactor' in user && user.mustSetUpTwoFactor === true
  applySession({ state: 'authenticated', token, user: pickStoredUser(user), mustChangePassword, mustSetUpTwoFactor })
}

/** Has the screen kept when the session ends while `isUnsaved` says yes, also while it is being saved; returns the way to stop. */
export function keepUnsaved(isUnsaved: () => boolean): () => void {
  unsavedWork.add(isUnsaved)
  return () => unsavedWork.delete(isUnsaved)
}

export const hasUnsaved = (): boolean => [...unsavedWork].some((isUnsaved) => isUnsaved())

/**
 * Forgets who is signed in, here and in storage. Given the token of a call, it leaves a newer session alone, and takes over one that
 * another tab has begun while this one slept. Work that is not saved keeps the screen, `expired`; ending that gives the work up.
 */
export function endSession(token?: string): void {
  if (token !== undefined && token !== current.token) return
  const stored = read(TOKEN_KEY)
  const isReplaced = token !== undefined && stored !== null && stored !== token
  const user = isReplaced ? readUser() : null
  if (isReplaced && user && user.id === current.user?.id) {
    beginSession(stored, user)
    return
  }
  if (!isReplaced) {
    write(TOKEN_KEY, null)
    write(USER_KEY, null)
  }
  const wasInUse = current.state === 'authenticated'
  if (wasInUse && hasUnsaved()) applySession({ ...current, state: 'expired', token: null })
  else if (current.state !== 'unauthenticated')
    applySession({ ...signedOut, hasExpired: wasInUse && token !== undefined })
}

/**
 * Waits while a session is `expired`; answers whether the same person has signed in again since this token. Where the work is given
 * up it never answers: the page that asked is gone, and its failure would be shown on the sign-in page.
 */
export async function isContinued(token: string | null): Promise<boolean> {
  const { user } = current
  if (current.state === 'expired')
    await new Promise<void>((resolve) => {
      const stop = onSessionChange(() => {
        stop()
        if (current.state === 'authenticated') resolve()
      })
    })
  return current.state === 'authenticated' && current.token !== token && current.user?.id === user?.id
}

/** Begins to sign out: storage forgets at once, the screen with `endSession`. */
export function leaveSession(): void {
  write(TOKEN_KEY, null)
  write(USER_KEY, null)
  applySession({ ...current, state: 'leaving' })
}

/** Follows the other tabs: signing out there signs out here; another user signing in there restarts this tab. */
export function followOtherTabs(startOver: () => void = () => window.location.reload()): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== null && event.key !== TOKEN_KEY) return
    const token = read(TOKEN_KEY)
    const user = readUser()
    if (!token || !user) {
      if (current.state !== 'expired') endSession()
    } else if (token === current.token) return
    else if (current.user && current.user.id !== user.id) startOver()
    else beginSession(token, user)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function pickStoredUser({ id, username, role, companyId, companyName }: StoredUser): StoredUser {
  return { id, username, role, companyId, companyName }
}

function readUser(): StoredUser | null {
  try {
    const value: unknown = JSON.parse(read(USER_KEY) ?? 'null')
    return isUser(value) ? pickStoredUser(value) : null
  } catch {
    return null
  }
}

/** Whether an answer, or what storage holds, names a user we can show. */
export function isUser(value: unknown): value is StoredUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'username' in value &&
    typeof value.username === 'string' &&
    'role' in value &&
    typeof value.role === 'string'
  )
}

/** Storage may be forbidden or full: then nothing is remembered, and signing in says so. */
function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // Nothing to do here: callers read `isStored`.
  }
}
