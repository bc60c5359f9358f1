/** Everything asked of the server about who is signed in. None of it is cached: the session itself is the memory. */
import { call } from '#lib/api.ts'
import {
  beginSession,
  currentSession,
  endSession,
  isUser,
  leaveSession,
  loadStoredSession,
  storeSession,
} from '#lib/session.ts'
import { toast } from '#ui/toast.tsx'
import { isInconclusive } from '../rules/session.ts'
import { texts } from '../texts/session.ts'

const STATUS_TIMEOUT_MS = 5_000 // spec §9
const SIGN_OUT_SHOWN_MS = 3_000

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
