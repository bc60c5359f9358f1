/** What the server knows about the signed-in user by now, while the screen is in use. */
import { call } from '#lib/api.ts'
import { beginSession, currentSession, isUser, storeSession } from '#lib/session.ts'

/** What of a user the screen shows or asks by. */
const SHOWN = ['username', 'role', 'companyId', 'companyName'] as const

/** After a gap: the user may have been renamed or moved to another company. Rejects while the server cannot be asked. */
export async function refreshSession(): Promise<void> {
  const { state, token } = currentSession()
  if (state !== 'authenticated' || token === null) return
  const { user } = await call('GET /api/auth/status')
  const now = currentSession()
  // A session that has ended says so with the next call that needs it.
  if (!isUser(user) || now.state !== state || now.token !== token) return
  if (SHOWN.every((part) => user[part] === now.user?.[part])) return
  storeSession(token, user)
  beginSession(token, user)
}
