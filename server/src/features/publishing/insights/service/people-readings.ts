/** Who follows a connected account, and when they are online; once a day. Below 100 followers the service says neither. */
import { AUDIENCE_DIMENSIONS } from '@tangelo/contract/limits'
import { dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { OpenAccount } from '../../own-accounts/service/accesses.ts'
import { type AccountKey, type InsightAccountRow, insightsStore } from '../insights.store.ts'
import type { Calls } from './calls.ts'

const DAY_MS = 86_400_000
/** The service keeps the hours of a month. */
const ONLINE_MS = 28 * DAY_MS

export function peopleReadings({
  database,
  clock,
  opened,
  calls,
  timeZone,
}: {
  database: Database
  clock: Clock
  opened: OpenAccount
  calls: Calls
  timeZone: string
}) {
  const { login, access } = opened
  const key: AccountKey = { company_id: opened.companyId, account_id: opened.accountId }
  const store = insightsStore(database.queries, database.engine)
  return {
    isDue: ({ people_asked_at: askedAt }: InsightAccountRow): boolean =>
      askedAt === null || dayOf(askedAt, timeZone) !== dayOf(clock.now(), timeZone),

    async readDue(): Promise<void> {
      const now = clock.now()
      for (const dimension of AUDIENCE_DIMENSIONS) {
        const { value: parts = [] } = await calls.ask((within) => login.audience(access, dimension, within))
        if (parts.length > 0)
          await store.addAudience(key, {
            dimension,
            day: dayOf(now, timeZone),
            read_at: clock.now(),
            parts: JSON.stringify(parts),
          })
      }
      const window = { since: now - ONLINE_MS, until: now }
      const { value: days = [] } = await calls.ask((within) => login.onlineHours(access, window, within))
      await store.addOnlineHours(
        key,
        days.map(({ endsAt, hours }) => ({ ends_at: endsAt, read_at: clock.now(), hours: JSON.stringify(hours) })),
      )
      await store.change(key, { people_asked_at: clock.now() })
    },
  }
}
