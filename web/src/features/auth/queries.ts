/** Everything asked of the server about who is signed in. None of it is cached: the session itself is the memory. */
import type { RouteReply } from '@tangelo/contract'
import { call } from '#lib/api.ts'
import {
  beginSession,
  currentSession,
  endSession,
  isStored,
  isUser,
  loadStoredSession,
  storeSession,
} from '#lib/session.ts'
import { toast } from '#ui/toast.tsx'
import { type Credentials, loginFailure, saysNothing } from './rules.ts'
import { texts } from './texts.ts'

const STATUS_TIMEOUT_MS = 5_000 // spec §9
const SETTLE_MS = 100 // spec §4: after login the app waits 100 ms, then looks whether the token is stored

/** At the start: loads what is stored and has the server confirm it. */
export async function verifySession(): Promise<void> {
  const { token, user: remembered } = loadStoredSession()
  if (!token) return
  const abort = new AbortController()
  const timer = window.setTimeout(() => abort.abort(), STATUS_TIMEOUT_MS)
  try {
    const { isAuthenticated, user } = await call('GET /api/auth/status', {}, { signal: abort.signal })
    if (currentSession().token !== token) return
    if (!isAuthenticated || !isUser(user)) endSession(token)
    else {
      storeSession(token, user)
      beginSession(token, user)
    }
  } catch (error) {
    if (currentSession().token !== token) return
    if (remembered && (abort.signal.aborted || saysNothing(error))) beginSession(token, remembered)
    else endSession(token)
  } finally {
    window.clearTimeout(timer)
  }
}

/** `challenge`: the password was right, and a code is asked for besides. */
type SignIn =
  | { readonly state: 'signed-in' | 'refused' }
  | { readonly state: 'code-needed'; readonly challenge: string }

/** Signs in, or says why not. */
export async function signIn({ username, password }: Credentials): Promise<SignIn> {
  try {
    const answer = await call('POST /api/auth/login', { body: { username: username.trim(), password } })
    if ('secondStep' in answer) return { state: 'code-needed', challenge: answer.secondStep.challenge }
    return { state: (await settled(answer)) ? 'signed-in' : 'refused' }
  } catch (error) {
    toast({ ...loginFailure(error), tone: 'destructive' })
  }
  return { state: 'refused' }
}

/** The second step. Throws what the server says of the code; answers whether the session could be kept. */
export async function signInWithCode(challenge: string, code: string): Promise<boolean> {
  return settled(await call('POST /api/auth/login/code', { body: { challenge, code } }))
}

async function settled({ user, token }: RouteReply<'POST /api/auth/login/code'>): Promise<boolean> {
  if (!token || !isUser(user)) throw new TypeError('The answer names no user or no token')
  storeSession(token, user)
  await new Promise((resolve) => window.setTimeout(resolve, SETTLE_MS))
  if (isStored(token)) {
    beginSession(token, user)
    return true
  }
  endSession()
  toast({ ...texts.loginNotStored, tone: 'destructive' })
  return false
}

/**
 * Signs out. Whatever the server answers, nobody is signed in here: the screen is left first, so that nothing on it asks
 * in the name of a session that is over.
 */
export async function signOut(): Promise<void> {
  const { token } = currentSession()
  endSession()
  if (!token) return
  try {
    await call('POST /api/auth/logout', {}, { token })
    toast(texts.loggedOut)
  } catch {
    toast({ ...texts.logoutFailed, tone: 'destructive' })
  }
}
