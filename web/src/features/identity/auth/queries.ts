/** Everything asked of the server about who is signed in. None of it is cached: the session itself is the memory. */
import type { RouteReply } from '@tangelo/contract'
import { call } from '#lib/api.ts'
import {
  beginSession,
  currentSession,
  endSession,
  isStored,
  isUser,
  leaveSession,
  loadStoredSession,
  storeSession,
} from '#lib/session.ts'
import { dismissToast, toast } from '#ui/toast.tsx'
import { type Credentials, isInconclusive, loginFailure } from './rules.ts'
import { texts } from './texts/session.ts'

const STATUS_TIMEOUT_MS = 5_000 // spec §9
const SIGN_OUT_SHOWN_MS = 3_000
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
    if (remembered && (abort.signal.aborted || isInconclusive(error))) beginSession(token, remembered)
    else endSession(token)
  } finally {
    window.clearTimeout(timer)
  }
}

/** `challenge`: the password was right, and a code is required as well. */
type SignIn =
  | { readonly state: 'signed-in' }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'code-needed'; readonly challenge: string }

/** Signs in, or says why not. What an earlier try has left on the screen goes. */
export async function signIn({ username, password }: Credentials): Promise<SignIn> {
  dismissToast()
  try {
    const answer = await call(
      'POST /api/auth/login',
      { body: { username: username.trim(), password } },
      { isAnonymous: true },
    )
    if ('secondStep' in answer) return { state: 'code-needed', challenge: answer.secondStep.challenge }
    if (await startSession(answer)) return { state: 'signed-in' }
    return { state: 'refused', reason: texts.loginNotStored.description }
  } catch (error) {
    const failure = loginFailure(error)
    toast({ ...failure, tone: 'destructive' })
    return { state: 'refused', reason: failure.description }
  }
}

/** The second step. Throws what the server says of the code; answers whether the session could be kept. */
export async function signInWithCode(challenge: string, code: string): Promise<boolean> {
  return startSession(await call('POST /api/auth/login/code', { body: { challenge, code } }, { isAnonymous: true }))
}

async function startSession({ user, token, guessedAt }: RouteReply<'POST /api/auth/login/code'>): Promise<boolean> {
  if (!token || !isUser(user)) throw new TypeError('The answer names no user or no token')
  storeSession(token, user)
  await new Promise((resolve) => window.setTimeout(resolve, SETTLE_MS))
  if (isStored(token)) {
    beginSession(token, user)
    if (guessedAt) toast({ ...texts.guessed, tone: 'destructive' })
    return true
  }
  if (currentSession().state !== 'expired') endSession()
  toast({ ...texts.loginNotStored, tone: 'destructive' })
  return false
}

/**
 * Signs out, even when the server refuses. The browser forgets the session at once; the screen stays until the server has
 * answered, for at most three seconds, so that its button shows what is going on.
 */
export async function signOut(): Promise<void> {
  const { token } = currentSession()
  if (!token) return endSession()
  leaveSession()
  const answered = call('POST /api/auth/logout', {}, { token }).then(
    () => toast(texts.loggedOut),
    () => toast({ ...texts.logoutFailed, tone: 'destructive' }),
  )
  const timer = window.setTimeout(() => endSession(token), SIGN_OUT_SHOWN_MS)
  await answered
  window.clearTimeout(timer)
  endSession(token)
}
