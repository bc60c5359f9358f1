/** What a viewer does with their own password: prove again who they are, and change it. */
import type { AuditLog } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { hashAcceptedPassword, isPassword } from '#platform/passwords.ts'
import type { Reauthenticated, Viewer } from '#platform/viewer.ts'
import type { ApiTokensService } from '../../api-tokens/api-tokens.service.ts'
import { failureKey } from '../../login-throttle/login-throttle.rules.ts'
import type { LoginThrottle } from '../../login-throttle/login-throttle.service.ts'
import { removePasswordLinks } from '../../password-links/password-links.store.ts'
import { endSessions, sessionsStore } from '../../sessions/sessions.store.ts'
import type { TwoFactorService } from '../../two-factor/two-factor.service.ts'
import type { FoundUser, Origin } from '../auth.rules.ts'
import { authStore } from '../auth.store.ts'

export function ownPassword<Opened extends object>({
  database,
  attempts,
  twoFactor,
  apiTokens,
  audit,
  openSession,
}: {
  database: Database
  attempts: LoginThrottle
  twoFactor: Pick<TwoFactorService, 'accept'>
  apiTokens: Pick<ApiTokensService, 'removeAllWithin'>
  audit: AuditLog
  openSession: (user: FoundUser, from: Origin, options: { isRenewal: true }) => Promise<Opened>
}) {
  const store = authStore(database.queries)

  /** The user behind a viewer, who knows the password; counted as a guess, until the caller forgets it. */
  async function withPassword(viewer: Viewer, password: string, wrong: () => Error) {
    const user = viewer.userId === null ? undefined : await store.findUser(viewer.userId)
    if (!user) throw notSignedIn()
    const key = failureKey('own password', String(user.id))
    await attempts.count({ key })
    if (!(await isPassword(user.password_hash, password))) throw wrong()
    return { user, rightAfterAll: () => attempts.forget(key) }
  }

  return {
    /**
     * The viewer after re-authentication, which every change of how a user signs in requires. An attacker with a stolen
     * session guesses no faster than at sign-in: throws `too_many_attempts`.
     */
    async reauthenticate(viewer: Viewer, { password, code }: { password: string; code?: string | undefined }) {
      const { user, rightAfterAll } = await withPassword(viewer, password, () =>
        invalidInput('The password is wrong', { password: 'is not right' }),
      )
      if (user.two_factor_since !== null) {
        if (code === undefined) throw invalidInput('Code is required', { code: 'is missing' })
        if (!(await twoFactor.accept({ ...viewer, userId: user.id }, user.company_id, code)))
          throw invalidInput('This code is wrong', { code: 'is not right' })
      }
      await rightAfterAll()
      return viewer as Reauthenticated
    },

    /**
     * Ends every session of the viewer, this one too, and opens a new one; deletes their API tokens on request. Guesses
     * are slowed down as in `reauthenticate`.
     */
    async changePassword(
      viewer: Viewer,
      { currentPassword, newPassword, revokesApiTokens = false }: ChangeOfPassword,
      from: Origin,
    ) {
      const { user, rightAfterAll } = await withPassword(viewer, currentPassword, () =>
        invalidInput('The current password is wrong', { currentPassword: 'is not right' }),
      )
      await rightAfterAll()
      if (newPassword === currentPassword)
        throw invalidInput('Choose a password other than the current one', { newPassword: 'is the current one' })
      const hash = await hashAcceptedPassword(newPassword, user.username, 'newPassword')
      const revokedApiTokens = await database.transaction(async (tx) => {
        const inside = authStore(tx)
        if (!(await inside.holdUser(user))) throw notSignedIn()
        // Ended while the password was looked at, as when two-factor was turned on elsewhere: there is nothing to renew.
        if (!(await sessionsStore(tx).find(viewer.sessionId ?? '', user.id))) throw notSignedIn()
        await inside.setPassword(user.id, hash)
        await endSessions(tx, { userId: user.id })
        await removePasswordLinks(tx, user.id)
        await attempts.forgetAlert(tx, user.id)
        const revoked = revokesApiTokens ? await apiTokens.removeAllWithin(tx, viewer) : 0
        await audit.record(tx, viewer, {
          act: 'password.changed',
          object: { kind: 'user', id: user.id, name: user.username },
          companyId: user.company_id,
          details: { revokesApiTokens },
        })
        return revoked
      })
      const opened = await openSession({ ...user, password_hash: hash }, from, { isRenewal: true })
      return { ...opened, revokedApiTokens }
    },
  }
}

interface ChangeOfPassword {
  currentPassword: string
  newPassword: string
  revokesApiTokens?: boolean | undefined
}
