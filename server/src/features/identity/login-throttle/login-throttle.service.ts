/**
 * How often a password or a code may be guessed (D5), and who hears of an account that many guess at (docs/decisions/0033).
 * Counted in the store, so that all nodes count together.
 */

import { type AuditLog, publishEvents, THE_SERVER } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { tooManyAttempts } from '#platform/limit-errors.ts'
import type { Clock } from '#ports/clock.ts'
import {
  ADDRESS_KNOWN_MS,
  ALERT_SHOWN_MS,
  afterFailure,
  type Failures,
  FREE_FAILURES_PER_ACCOUNT,
  networkOf,
  plausible,
  type Rule,
  secondsToWait,
} from './login-throttle.rules.ts'
import { loginThrottleStore } from './login-throttle.store.ts'

export type LoginThrottle = ReturnType<typeof loginThrottle>

interface Attempt extends Rule {
  /** `failureKey` of what is guessed at, and by whom. */
  key: string
  /** Counted, but neither held up nor a reason to hold up others longer. */
  isLetThrough?: boolean
}

/** Who is guessed at, as the audit log names people. */
interface GuessedUser {
  id: number
  username: string
  company_id: number | null
}

const DAY_MS = 24 * 60 * 60_000

export function loginThrottle({ database, clock, audit }: { database: Database; clock: Clock; audit: AuditLog }) {
  const store = loginThrottleStore(database.queries)
  return {
    /**
     * Counts an attempt as failed before it is looked at, so that many at once cannot slip through together; a right one is
     * taken back by the caller. Answers what is now counted under each key. Throws `too_many_attempts` while one of them is
     * blocked.
     */
    async count(...attempts: Attempt[]): Promise<Failures[]> {
      const counted = await database.transaction(async (tx) => {
        const inside = loginThrottleStore(tx)
        const now = clock.now()
        const held: { attempt: Attempt; known: Failures }[] = []
        for (const attempt of attempts) {
          const stored = await inside.holdFailures(attempt.key, now)
          const known = plausible(stored, now, attempt)
          // Kept also where the attempt is refused: the wait must end by the clock as it is now.
          if (known !== stored) await inside.setFailures(attempt.key, known)
          held.push({ attempt, known })
        }
        const waits = held.map(({ attempt, known }) => (attempt.isLetThrough ? 0 : secondsToWait(known, now)))
        const wait = Math.max(0, ...waits)
        if (wait > 0) return { wait, failures: [] }
        const failures: Failures[] = []
        for (const { attempt, known } of held) {
          const next = afterFailure(known, now, attempt)
          if (attempt.isLetThrough) next.blocked_until = known.blocked_until
          await inside.setFailures(attempt.key, next)
          failures.push(next)
        }
        return { wait, failures }
      })
      if (counted.wait > 0) throw tooManyAttempts(counted.wait)
      return counted.failures
    },

    /** It was right: all that was counted under the key is forgotten. */
    forget: (key: string) => store.forgetFailures(key),

    /** It was right, but others guess under the same key: this one alone is taken back. */
    forgiveOne: ({ key, isLetThrough = false }: Attempt) => store.forgiveOne(key, { keepsBlock: isLetThrough }),

    /** Whether the user has signed in from there. Called with 0 for an unknown name, so that both take equally long. */
    async isKnownAddress(userId: number, address: string): Promise<boolean> {
      const known = await store.findKnownAddresses(userId, clock.now() - ADDRESS_KNOWN_MS)
      return known.some((one) => networkOf(one) === networkOf(address))
    },

    knowAddress: (tx: Queries, userId: number, address: string) =>
      loginThrottleStore(tx).knowAddress({ user_id: userId, guesser: networkOf(address), last_at: clock.now() }),

    /** Alerts the owner and administrators once an hour when so many attempts have failed that others must wait. */
    async alert(tx: Queries, user: GuessedUser, { failures, window_started_at }: Failures): Promise<void> {
      if (failures < FREE_FAILURES_PER_ACCOUNT) return
      const at = clock.now()
      if (!(await loginThrottleStore(tx).addAlert(user.id, { at, windowStartedAt: window_started_at }))) return
      await audit.record(tx, THE_SERVER, {
        act: 'sign-ins.slowed',
        object: { kind: 'user', id: user.id, name: user.username },
        companyId: user.company_id,
        details: { failures },
      })
      await publishEvents(tx, [{ companyId: null, kind: 'sign-ins-slowed' }], at)
    },

    /** When the account was last guessed at by many, as long as that is news; null otherwise. */
    async readAlert(userId: number): Promise<number | null> {
      const alert = await store.alertOf(userId)
      return alert && alert.at > clock.now() - ALERT_SHOWN_MS ? alert.at : null
    },

    /** The same, once: for whom has just signed in. */
    async takeAlert(tx: Queries, userId: number): Promise<number | null> {
      const inside = loginThrottleStore(tx)
      const alert = await inside.alertOf(userId)
      if (!alert || alert.is_told === 1) return null
      await inside.markAlertShown(userId)
      return alert.at
    },

    /** With another password the guesses before it are no news any more. */
    forgetAlert: (tx: Queries, userId: number) => loginThrottleStore(tx).forgetAlert(userId),

    /** Accounts that many guess at, the latest first; for administrators. */
    listGuessedUsers: () => store.alertsSince(clock.now() - ALERT_SHOWN_MS),

    /** Forgets what can no longer matter. Safe to repeat. */
    async purge() {
      await store.forgetFailuresBefore(clock.now() - DAY_MS)
      await store.forgetAddressesBefore(clock.now() - ADDRESS_KNOWN_MS)
    },
  }
}
