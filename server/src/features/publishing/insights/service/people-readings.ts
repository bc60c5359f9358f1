/** Who follows a connected account, and when they are online; once a day. Below 100 followers the service says neither. */
import { AUDIENCE_DIMENSIONS } from '@tangelo/contract/limits'
import { dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { OpenAccount } from '../../own-accounts/service/accesses.ts'
import { type AccountKey, type InsightAccountRow, insightsStore } from '../insights.store.ts'
import type { KeepAnswers } from './answers.ts'
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
  keepAnswers,
}: {
  database: Database
  clock: Clock
  opened: OpenAccount
  calls: Calls
  timeZone: string
  keepAnswers: KeepAnswers
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
        const answer = await calls.ask((within) => login.audience(access, dimension, within))
        if (!answer.value || answer.value.length === 0) continue
        const row = { dimension, day: dayOf(now, timeZone), read_at: clock.now(), parts: JSON.stringify(answer.value) }
        const keep = await keepAnswers(answer.raws)
        await database.transaction(async (tx) => {
          const raw_id = await keep(tx, row.read_at)
          await insightsStore(tx, database.engine).addAudience(key, Object.assign(row, { raw_id }))
        })
      }
      const window = { since: now - ONLINE_MS, until: now }
      const answer = await calls.ask((within) => login.onlineHours(access, window, within))
      if (answer.value && answer.value.length > 0) {
        const read_at = clock.now()
        const rows = answer.value.map(({ endsAt, hours }) => ({
          ends_at: endsAt,
          read_at,
          hours: JSON.stringify(hours),
        }))
        const keep = await keepAnswers(answer.raws)
        await database.transaction(async (tx) => {
          const raw_id = await keep(tx, read_at)
          const named = rows.map((row) => Object.assign(row, { raw_id }))
          await insightsStore(tx, database.engine).addOnlineHours(key, named)
        })
      }
      await store.change(key, { people_asked_at: clock.now() })
    },
  }
}
