/** The only call about one's own password: changing it. */
import { call } from '#lib/api.ts'
import { beginSession, storeSession } from '#lib/session.ts'
import { toast } from '#ui/toast.tsx'
import type { PasswordChange } from './rules.ts'
import { texts } from './texts.ts'

/** Replaces the password, and with it the session: every other one of this user ends. */
export async function changePassword(change: PasswordChange): Promise<void> {
  const { user, token, revokedApiTokens } = await call('POST /api/auth/password', { body: change })
  storeSession(token, user)
  beginSession(token, user)
  toast(texts.passwordSaved(revokedApiTokens))
}
