/** How often somebody may guess, at a password or at a code (D5). Counted in the store, so that all nodes count together. */
import type { Database } from '#platform/database/database.ts'
import { tooManyAttempts } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import { afterFailure, FREE_FAILURES, secondsToWait } from './sign-in-attempts.rules.ts'
import { signInAttemptsStore } from './sign-in-attempts.store.ts'

export type SignInAttempts = ReturnType<typeof signInAttempts>

interface Attempt {
  /** `failureKey` of what is guessed at, and by whom. */
  key: string
  /** `FREE_FAILURES` unless given. */
  free?: number
}

const DAY_MS = 24 * 60 * 60_000

export function signInAttempts({ database, clock }: { database: Database; clock: Clock }) {
  const store = signInAttemptsStore(database.queries)
  return {
    /**
     * Counts an attempt as failed before it is looked at, so that many at once cannot slip through together; whoever was
     * right takes it back. Throws `too_many_attempts` while one of the keys is blocked.
     */
    count: (...attempts: Attempt[]) =>
      database.transaction(async (tx) => {
        const inside = signInAttemptsStore(tx)
        const now = clock.now()
        for (const { key, free = FREE_FAILURES } of attempts) {
          const known = await inside.holdFailures(key, now)
          const wait = secondsToWait(known, now)
          if (wait > 0) throw tooManyAttempts(wait)
          await inside.setFailures(key, afterFailure(known, now, free))
        }
      }),

    /** It was right: all that was counted under the key is forgotten. */
    forget: (key: string) => store.forgetFailures(key),

    /** It was right, but others guess under the same key: this one alone is taken back. */
    forgiveOne: (key: string) => store.forgiveOne(key),

    /** Forgets what can no longer matter. Safe to repeat. */
    async tidy() {
      await store.forgetFailuresBefore(clock.now() - DAY_MS)
    },
  }
}
