/**
 * One round of an account: whatever is due, the soonest gone first. It may be killed anywhere and begin again: a reading is one row for
 * the moment that it was due for, whichever worker stores it.
 */
import type { ProviderQuotasService } from '#features/core/index.ts'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { quotaOf } from '../../own-accounts/own-accounts.rules.ts'
import { ownAccountsStore } from '../../own-accounts/own-accounts.store.ts'
import type { OwnAccesses } from '../../own-accounts/service/accesses.ts'
import { type AccountKey, insightsStore } from '../insights.store.ts'
import { ROUND_MS } from '../rules/schedule.ts'
import { keepingAnswers } from './answers.ts'
import { insightCalls, Stopped } from './calls.ts'
import { dayReadings } from './day-readings.ts'
import { mediaReadings } from './media-readings.ts'
import { peopleReadings } from './people-readings.ts'
import { readRemembered } from './remembered.ts'

export type InsightRounds = ReturnType<typeof insightRounds>

const AT_ONCE = 200

export function insightRounds({
  database,
  clock,
  quotas,
  accesses,
  answers,
}: {
  database: Database
  clock: Clock
  quotas: ProviderQuotasService
  accesses: Pick<OwnAccesses, 'open' | 'end'>
  /** Where answers of sources are kept. */
  answers: Pick<BlobStorage, 'put'>
}) {
  const { queries, engine } = database
  const store = insightsStore(queries, engine)
  const keepAnswers = keepingAnswers({ blobs: answers, engine })

  const end = (key: AccountKey, change: { next_at: number; problem: string | null; read_at?: number }) =>
    database.transaction(async (tx) => {
      await insightsStore(tx, engine).change(key, change)
      await publishEvents(
        tx,
        [{ companyId: key.company_id, kind: 'insights-changed', accountId: key.account_id }],
        clock.now(),
      )
    })

  async function work(key: AccountKey, signal: AbortSignal): Promise<void> {
    const state = await store.state(key)
    const opened = await accesses.open(key.account_id)
    if (!state || !opened || opened.companyId !== key.company_id || !opened.permissions.includes('insights')) {
      // What is missing is shown with the account; nothing is called until it is there.
      await store.change(key, { next_at: clock.now() + ROUND_MS, problem: null })
      return
    }
    const timeZone = await store.timeZone(key.company_id)
    const calls = insightCalls({ clock, quotas, accesses, opened, signal })
    const remembered = readRemembered({ database, clock }, key, state.not_offered)
    const parts = { database, clock, opened, calls, remembered, timeZone, keepAnswers }
    const media = mediaReadings(parts)
    const days = dayReadings(parts)
    const people = peopleReadings(parts)
    const begunAt = clock.now()
    await media.listStories()
    await media.listPosts(state)
    await media.readDue()
    if (days.isDue(state)) await days.readDue()
    if (people.isDue(state)) await people.readDue()
    await days.backfill(state)
    await end(key, { next_at: begunAt + ROUND_MS, problem: null, read_at: clock.now() })
  }

  return {
    /** Takes in accounts that were connected, and forgets how far the reading of others was. Answers whose round is due. */
    async find(): Promise<AccountKey[]> {
      for (const key of await store.fresh(AT_ONCE))
        await database.transaction(async (tx) => {
          await insightsStore(tx, engine).begin(key, clock.now())
          await quotas.begin(tx, quotaOf(key.account_id).name)
        })
      for (const key of await store.orphans())
        await database.transaction(async (tx) => {
          await insightsStore(tx, engine).forget(key)
          // The company that the account has moved to may have connected it: the quota is that connection's by now.
          if (!(await ownAccountsStore(tx).find(key.account_id))) await quotas.end(tx, quotaOf(key.account_id).name)
        })
      return store.due(clock.now(), AT_ONCE)
    },

    /** After a round that broke for a reason that is not known. */
    putOff: (key: AccountKey): Promise<void> =>
      end(key, { next_at: clock.now() + ROUND_MS, problem: 'The last reading broke off. It is tried again.' }),

    async run(key: AccountKey, signal: AbortSignal): Promise<void> {
      try {
        await work(key, signal)
      } catch (error) {
        if (!(error instanceof Stopped)) throw error
        await end(key, { next_at: Math.max(error.until, clock.now()), problem: error.message })
      }
    },
  }
}
