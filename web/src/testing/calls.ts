/** For tests of calls of the API: a session, and the error of a call that failed. */
import { beginSession, storeSession } from '../lib/session.ts'
import { aUser } from './people.ts'

export function signIn(token = 'secret'): void {
  storeSession(token, aUser())
  beginSession(token, aUser())
}

export async function catchError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}
