/** What follows from a reading without figures: the profile is due again, and open screens learn why. */
import type { IntervalDays } from '@tangelo/contract/limits'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { ProfileFailure, SourceFailure } from '#ports/instagram.ts'
import { daysOf, shortest } from '../rules/intervals.ts'
import type { LeasedRange, ProfileRow } from '../store/profile-rows.ts'
import { profilesStore } from '../store/profiles.ts'
import type { Verdict } from './keep-reading.ts'

/**
 * Failures that may pass are tried again sooner than the others.
 * @param changes `dueAt` is given the interval that the accounts of the name have now: it may have changed during the call.
 */
export function notingFailures({ database, clock }: { database: Database; clock: Clock }) {
  return (
    profile: ProfileRow,
    failure: ProfileFailure | SourceFailure,
    changes: { dueAt: (now: number, days: IntervalDays) => number; tries: number },
    range: LeasedRange | null = null,
  ): Promise<Verdict> =>
    database.transaction(async (tx): Promise<Verdict> => {
      const inside = profilesStore(tx)
      const now = clock.now()
      const accounts = await inside.accountsNamed(profile.username_key, database.engine)
      if (accounts.length === 0) {
        await inside.unfollow(profile.username_key)
        return { was: 'overtaken' }
      }
      const days = shortest(accounts.map(({ refresh_interval }) => daysOf(refresh_interval, profile.activity_days)))
      const isNoted = await inside.settle(
        profile,
        {
          due_at: changes.dueAt(now, days),
          tries: changes.tries,
          // The next reading that is due begins with the owner again.
          ...(changes.tries === 0 && { owner_asked_at: null }),
          failure_kind: failure.kind,
          failure: failure.message,
          failing_since: profile.failing_since ?? now,
          failed_at: now,
        },
        range,
      )
      if (!isNoted) return { was: 'overtaken' }
      await publishEvents(
        tx,
        accounts.map(({ id, company_id }) => ({
          companyId: company_id,
          kind: 'refresh-failed',
          accountId: id,
          message: failure.message,
        })),
        now,
      )
      return { was: 'failed', message: failure.message }
    })
}
