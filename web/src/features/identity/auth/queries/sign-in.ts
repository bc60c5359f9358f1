/** Signing in, with one step or two. */
import type { RouteReply } from '@tangelo/contract'
import { call } from '#lib/api.ts'
import { beginSession, currentSession, endSession, isStored, isUser, storeSession } from '#lib/session.ts'
import { dismissToast, toast } from '#ui/toast.tsx'
import { type Credentials, loginFailure } from '../rules/sign-in.ts'
import { texts } from '../texts/login.ts'

const SETTLE_MS = 100 // spec §4: after login the app waits 100 ms, then looks whether the token is stored

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

/** Sends a two-factor code. Throws what the server says of the code; answers whether the session could be kept. */
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
