/** Authentication: signing in and out, and the present user. */

import { type AuditLog, stranger } from '#features/core/index.ts'
import type { Mail } from '#features/mail/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { challengeExpired, wrongCode, wrongCredentials } from '#platform/errors.ts'
import { isPassword, pretendToCheck } from '#platform/passwords.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ApiTokensService } from '../api-tokens/api-tokens.service.ts'
import { bootstrap } from '../bootstrap/bootstrap.service.ts'
import {
  ACCOUNT_WINDOW_MS,
  type Failures,
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS,
  failureKey,
  networkOf,
} from '../login-throttle/login-throttle.rules.ts'
import type { LoginThrottle } from '../login-throttle/login-throttle.service.ts'
import type { TwoFactorService } from '../two-factor/two-factor.service.ts'
import { actorOf, CHALLENGE_MS, challengeEnds, type FoundUser, type Origin, passwordMark } from './auth.rules.ts'
import { authStore } from './auth.store.ts'
import { openSessions } from './service/open-sessions.ts'
import { ownPassword } from './service/own-password.ts'

export type AuthService = ReturnType<typeof authService>

export function authService({
  database,
  clock,
  session,
  attempts,
  twoFactor,
  apiTokens,
  audit,
  mail,
}: {
  database: Database
  clock: Clock
  session: { idleMs: number; maxMs: number }
  attempts: LoginThrottle
  twoFactor: Pick<TwoFactorService, 'accept'>
  apiTokens: Pick<ApiTokensService, 'removeAllWithin'>
  audit: AuditLog
  mail: Pick<Mail, 'isOn'>
}) {
  const store = authStore(database.queries)
  const { viewerWith, openSession } = openSessions({ database, clock, session, attempts, audit })

  /**
   * Notes a wrong password, or a wrong code after the right one. Known names are kept; typed ones are not. `failures`: those
   * on the account within the hour.
   */
  const recordRefusal = (user: FoundUser | undefined, from: Origin, at: 'password' | 'code', failures?: Failures) =>
    database.transaction(async (tx) => {
      await audit.record(tx, stranger(from.address), {
        act: 'session.refused',
        object: { kind: 'user', id: user?.id ?? null, name: user?.username ?? null },
        companyId: user?.company_id ?? null,
        details: { at },
      })
      if (user && failures) await attempts.alert(tx, user, failures)
    })

  /** The result of the right password where a code is required besides. */
  async function beginTwoFactor(user: FoundUser) {
    const challenge = newSecret()
    const step = { challenge_hash: secretHash(challenge), user_id: user.id, created_at: clock.now() }
    await store.addChallenge({ ...step, password_mark: passwordMark(user.password_hash) })
    return { secondStep: { challenge, expiresAt: new Date(challengeEnds(step)).toISOString() } }
  }

  return {
    /** Whether a forgotten password can be replaced by mail. */
    sendsPasswordLinks: mail.isOn,

    viewerWith,
    ...ownPassword({ database, attempts, twoFactor, apiTokens, audit, openSession }),

    /**
     * Opens a session, or the two-factor step for users who have it. Throws `wrong_credentials`, alike for an unknown
     * name and a wrong password, and `too_many_attempts`, also for the right password: while this name is blocked from
     * this address, and, from an address that never signed in as this user, during many failures with this name.
     */
    async logIn({ username, password, ...from }: { username: string; password: string } & Origin) {
      const user = await store.findUserByName(username)
      const byName = { key: failureKey(username.toLowerCase(), networkOf(from.address)) }
      const byAddress = { key: failureKey(networkOf(from.address)), free: FREE_FAILURES_PER_ADDRESS }
      const byAccount = {
        key: failureKey('account', username.toLowerCase()),
        free: FREE_FAILURES_PER_ACCOUNT,
        windowMs: ACCOUNT_WINDOW_MS,
        isLetThrough: await attempts.isKnownAddress(user?.id ?? 0, from.address),
      }
      const [, , failures] = await attempts.count(byName, byAddress, byAccount)
      const isRight = user ? await isPassword(user.password_hash, password) : await pretendToCheck(password)
      if (!user || !isRight) {
        await recordRefusal(user, from, 'password', failures)
        throw wrongCredentials()
      }
      await attempts.forget(byName.key)
      await attempts.forgiveOne(byAddress)
      await attempts.forgiveOne(byAccount)
      return user.two_factor_since === null ? openSession(user, from) : beginTwoFactor(user)
    },

    /**
     * Opens a session for a user who has entered the password and has a code. Guesses count for the user, from any
     * address and any number of first steps. Throws `wrong_code`, `second_step_over`, `too_many_attempts`.
     */
    async logInWithCode({ challenge, code, ...from }: { challenge: string; code: string } & Origin) {
      const hash = secretHash(challenge)
      const step = await store.findChallenge(hash)
      const user = step && (await store.findUser(step.user_id))
      if (!user || clock.now() >= challengeEnds(step) || passwordMark(user.password_hash) !== step.password_mark) {
        await store.takeChallenge(hash)
        throw challengeExpired()
      }
      const key = failureKey('second step', String(user.id))
      await attempts.count({ key })
      if (!(await twoFactor.accept(actorOf(user, from), user.company_id, code))) {
        await recordRefusal(user, from, 'code')
        throw wrongCode()
      }
      await attempts.forget(key)
      return openSession(user, from, { secondStep: hash })
    },

    async logOut(token: string | null, viewer: Viewer | null) {
      if (token === null || viewer?.via !== 'session') return
      await database.transaction(async (tx) => {
        await authStore(tx).endSession(secretHash(token))
        await audit.record(tx, viewer, {
          act: 'session.closed',
          object: { kind: 'session', id: viewer.sessionId ?? null, name: viewer.username },
          companyId: viewer.companyId,
        })
      })
    },

    async profile({ userId, username, role, companyName }: Viewer) {
      const row = userId === null ? undefined : await store.findProfile(userId)
      const memberSince = row ? new Date(row.created_at).toISOString() : null
      const hasWebhook = (row?.webhook_url ?? null) !== null
      const guessedAt = userId === null ? null : await attempts.readAlert(userId)
      return {
        username,
        role,
        companyName,
        timeZone: row?.time_zone ?? null,
        memberSince,
        hasWebhook,
        guessedAt: guessedAt === null ? null : momentToText(guessedAt),
      }
    },

    bootstrap: bootstrap({ database, clock }),

    /** Forgets what can no longer matter. Safe to repeat. */
    async purge() {
      const now = clock.now()
      await store.endSessionsBefore(now - session.maxMs, now - session.idleMs)
      await store.removeChallengesBefore(now - CHALLENGE_MS)
      await attempts.purge()
    },
  }
}
