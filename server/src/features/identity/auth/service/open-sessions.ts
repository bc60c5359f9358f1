/** Sessions: who is behind a token, and a new one for a user who has shown who they are. */
import type { AuditLog } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { challengeExpired, notSignedIn, wrongCredentials } from '#platform/errors.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { LoginThrottle } from '../../login-throttle/login-throttle.service.ts'
import { actorOf, asUser, type FoundUser, isLive, type Origin, truncateUserAgent } from '../auth.rules.ts'
import { authStore } from '../auth.store.ts'

/** A session's last use is written down at most this often: a read must not cost a write. */
const TOUCH_MS = 5 * 60_000
/** Where sessions end sooner: so often within the time that one may be idle. */
const TOUCHES_WHILE_IDLE = 10

export function openSessions({
  database,
  clock,
  session,
  attempts,
  audit,
}: {
  database: Database
  clock: Clock
  session: { idleMs: number; maxMs: number }
  attempts: LoginThrottle
  audit: AuditLog
}) {
  const store = authStore(database.queries)
  const touchMs = Math.min(TOUCH_MS, session.idleMs / TOUCHES_WHILE_IDLE)

  /** Notes where the session was seen, too. */
  async function viewerWith(token: string, address: string | null): Promise<Viewer | null> {
    const hash = secretHash(token)
    const row = await store.findSession(hash)
    const now = clock.now()
    if (!row) return null
    if (!isLive(row, now, session)) {
      // Over for good: a clock that is set back must not open it again.
      await store.endSession(hash)
      return null
    }
    if (now - row.last_seen_at > touchMs)
      await store.touchSession(hash, { last_seen_at: now, ...(address && { address }) })
    const isDue = row.role === 'admin' && row.two_factor_of_admins !== null && row.two_factor_since === null
    return {
      userId: row.user_id,
      username: row.username,
      role: row.role,
      companyId: row.company_id,
      companyName: row.company_name,
      mustChangePassword: row.must_change_password === 1,
      sessionId: row.session_id,
      address,
      via: 'session',
      ...(isDue && { mustSetUpTwoFactor: true }),
    }
  }

  /**
   * Throws `wrong_credentials` when the user was deleted, got another password or turned on two-factor while this one
   * was checked, and `second_step_over` when the first step has been used already. `isRenewal`: it takes the place of a
   * session of this user, which was opened with a code where one is required.
   */
  async function openSession(
    user: FoundUser,
    from: Origin,
    { secondStep, isRenewal = false }: { secondStep?: string; isRenewal?: boolean } = {},
  ) {
    const token = newSecret()
    const id = newSecret()
    const guessedAt = await database.transaction(async (tx) => {
      const inside = authStore(tx)
      if (!(await inside.holdUser(user))) throw wrongCredentials()
      if (secondStep !== undefined && !(await inside.takeChallenge(secondStep))) throw challengeExpired()
      const isWithCode = secondStep !== undefined
      const requiresCode = !isWithCode && (await inside.hasTwoFactor(user.id))
      // Turned on while the password was looked at.
      if (requiresCode && !isRenewal) throw wrongCredentials()
      const now = clock.now()
      await inside.addSession({
        token_hash: secretHash(token),
        user_id: user.id,
        created_at: now,
        last_seen_at: now,
        id,
        address: from.address,
        user_agent: truncateUserAgent(from.userAgent),
      })
      await audit.record(tx, actorOf(user, from), {
        act: 'session.opened',
        object: { kind: 'session', id, name: user.username },
        companyId: user.company_id,
        details: { withCode: isWithCode || requiresCode },
      })
      await attempts.knowAddress(tx, user.id, from.address)
      return attempts.takeAlert(tx, user.id)
    })
    const viewer = await viewerWith(token, from.address)
    if (!viewer) throw notSignedIn()
    return { token, user: asUser(viewer), ...(guessedAt !== null && { guessedAt: momentToText(guessedAt) }) }
  }

  return { viewerWith, openSession }
}
