/** Who is asking: signing in and out, sessions, the own password, the first administrator. */
import type { SignedInUser } from '@tangelo/contract'
import { type Database, isTaken } from '#platform/database/database.ts'
import { invalidInput, notSignedIn, tooManyAttempts, wrongCredentials } from '#platform/errors.ts'
import { generatePassword, hashPassword, isCommonPassword, isPassword, pretendToCheck } from '#platform/passwords.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import {
  afterFailure,
  FREE_FAILURES,
  FREE_FAILURES_PER_ADDRESS,
  failureKey,
  isLive,
  newToken,
  secondsToWait,
  tokenHash,
} from './auth.rules.ts'
import { authStore } from './auth.store.ts'

/** A session's last use is written down at most this often: a read must not cost a write. */
const TOUCH_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000

export type AuthService = ReturnType<typeof authService>

export function authService({
  database,
  clock,
  session,
}: {
  database: Database
  clock: Clock
  session: { idleMs: number; maxMs: number }
}) {
  const store = authStore(database.queries)

  async function viewerWith(token: string, address: string | null): Promise<Viewer | null> {
    const hash = tokenHash(token)
    const row = await store.findSession(hash)
    const now = clock.now()
    if (!row || !isLive(row, now, session)) return null
    if (now - row.last_seen_at > TOUCH_MS) await store.touchSession(hash, now)
    return {
      userId: row.user_id,
      username: row.username,
      role: row.role,
      companyId: row.company_id,
      companyName: row.company_name,
      mustChangePassword: row.must_change_password === 1,
      address,
      via: 'session',
    }
  }

  /** Throws `wrong_credentials` when the user was deleted or got another password while this one was looked at. */
  async function opened(
    user: { id: number; password_hash: string },
    address: string | null,
  ): Promise<{ token: string; user: SignedInUser }> {
    const token = newToken()
    await database.transaction(async (tx) => {
      const inside = authStore(tx)
      if (!(await inside.holdUser(user))) throw wrongCredentials()
      await inside.addSession(tokenHash(token), user.id, clock.now())
    })
    const viewer = await viewerWith(token, address)
    if (!viewer) throw notSignedIn()
    return { token, user: asUser(viewer) }
  }

  /**
   * Counts an attempt as failed before its password is looked at, so that many at once cannot slip through together;
   * a right password takes it back. Throws `too_many_attempts` while one of the keys is blocked.
   */
  const countAttempt = (keys: AttemptKey[]) =>
    database.transaction(async (tx) => {
      const inside = authStore(tx)
      const now = clock.now()
      for (const { key, free } of keys) {
        const known = await inside.holdFailures(key, now)
        const wait = secondsToWait(known, now)
        if (wait > 0) throw tooManyAttempts(wait)
        await inside.setFailures(key, afterFailure(known, now, free))
      }
    })

  return {
    viewerWith,

    /**
     * Opens a session. Throws `wrong_credentials`, alike for an unknown name and a wrong password, and
     * `too_many_attempts` while this name is blocked from this address, also for the right password.
     */
    async logIn({ username, password, address }: { username: string; password: string; address: string }) {
      const byName = { key: failureKey(username.toLowerCase(), address), free: FREE_FAILURES }
      const byAddress = { key: failureKey(address), free: FREE_FAILURES_PER_ADDRESS }
      await countAttempt([byName, byAddress])
      const user = await store.findUserByName(username)
      const isRight = user ? await isPassword(user.password_hash, password) : await pretendToCheck(password)
      if (!user || !isRight) throw wrongCredentials()
      await store.forgetFailures(byName.key)
      await store.forgiveOne(byAddress.key)
      return opened(user, address)
    },

    async logOut(token: string | null) {
      if (token) await store.endSession(tokenHash(token))
    },

    /**
     * Ends every session of the viewer, this one too, and opens a new one. Somebody with a stolen session guesses at the
     * current password no faster than at the door: throws `too_many_attempts`.
     */
    async changePassword(viewer: Viewer, { currentPassword, newPassword }: ChangeOfPassword) {
      const user = viewer.userId === null ? undefined : await store.findUser(viewer.userId)
      if (!user) throw notSignedIn()
      const guesses = { key: failureKey('own password', String(user.id)), free: FREE_FAILURES }
      await countAttempt([guesses])
      if (!(await isPassword(user.password_hash, currentPassword)))
        throw invalidInput('The current password is not right', { currentPassword: 'is not right' })
      await store.forgetFailures(guesses.key)
      if (newPassword === currentPassword)
        throw invalidInput('Choose a password other than the current one', { newPassword: 'is the current one' })
      const hash = await acceptedPassword(newPassword, user.username, 'newPassword')
      await database.transaction(async (tx) => {
        const inside = authStore(tx)
        if (!(await inside.holdUser(user))) throw notSignedIn()
        await inside.setPassword(user.id, hash)
        await inside.endSessionsOf(user.id)
      })
      return opened({ id: user.id, password_hash: hash }, viewer.address)
    },

    /** D3: on an empty store makes company 1 and an administrator. Answers the sign-in to print, or null. */
    async firstStart({ username, password }: { username: string; password: string | null }) {
      if (await store.hasUsers()) return null
      const chosen = password ?? generatePassword()
      const hash = await hashPassword(chosen)
      const now = clock.now()
      try {
        return await database.transaction(async (tx) => {
          const inside = authStore(tx)
          if (await inside.hasUsers()) return null
          const companyId = await inside.addCompany('My company', now)
          await inside.addAdmin({ username, hash, companyId, mustChangePassword: password === null, now })
          return { username, generatedPassword: password === null ? chosen : null }
        })
      } catch (error) {
        // Another node on the same store was first by a moment; the company's name can be taken only once.
        if (isTaken(error)) return null
        throw error
      }
    },

    /** Forgets what can no longer matter. Safe to repeat. */
    async tidy() {
      const now = clock.now()
      await store.endSessionsBefore(now - session.maxMs, now - session.idleMs)
      await store.forgetFailuresBefore(now - DAY_MS)
    },
  }
}

interface AttemptKey {
  key: string
  free: number
}

interface ChangeOfPassword {
  currentPassword: string
  newPassword: string
}

export const asUser = (viewer: Viewer): SignedInUser => ({
  id: viewer.userId ?? 0,
  username: viewer.username,
  role: viewer.role,
  companyId: viewer.companyId,
  companyName: viewer.companyName,
  mustChangePassword: viewer.mustChangePassword,
})

/** The hash of a password that may be used; throws `invalid_input` for a common one, naming the field it came in. */
export async function acceptedPassword(password: string, username: string, field = 'password'): Promise<string> {
  if (isCommonPassword(password, username))
    throw invalidInput('This password is among the first that guessing programs try: choose another one', {
      [field]: 'is a common password',
    })
  return hashPassword(password)
}
