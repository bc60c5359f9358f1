/** How often accounts are read by the clock: chosen for many at once by an administrator, followed up with each reading. */
import type { RefreshInterval } from '@tangelo/contract'
import type { IntervalDays, RefreshIntervalName } from '@tangelo/contract/limits'
import { type AuditLog, publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import { daysOf, dueAgain, shortest, slackMs } from '../rules/intervals.ts'
import { intervalsStore } from '../store/intervals.ts'

export type IntervalsService = ReturnType<typeof intervalsService>

export function intervalsService({
  database,
  clock,
  audit,
  accounts,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  accounts: AccountsService
}) {
  return {
    /** All accounts or none: throws `not_found` where one is not visible. The next reading moves at once. */
    async choose(
      viewer: Viewer,
      { accountIds, interval }: { accountIds: readonly number[]; interval: RefreshIntervalName },
    ): Promise<(RefreshInterval & { accountId: number })[]> {
      const ids = [...new Set(accountIds)]
      const found = await accounts.allVisibleTo(viewer, ids)
      return database.transaction(async (tx) => {
        const now = clock.now()
        const keys = [...new Set(found.map(({ username }) => username.toLowerCase()))]
        const chosen = new Set(ids)
        const named = (await intervalsStore(tx).accountsNamed(keys, database.engine)).map((account) =>
          chosen.has(account.id) ? Object.assign(account, { refresh_interval: interval }) : account,
        )
        await intervalsStore(tx).choose(ids, interval)
        const days = await planReadings(tx, named, now)
        for (const { id, username, company_id } of found)
          await audit.record(tx, viewer, {
            act: 'account.interval-chosen',
            object: { kind: 'account', id, name: username },
            companyId: company_id,
            details: { interval },
          })
        await publishEvents(
          tx,
          [...new Set(found.map(({ company_id }) => company_id))].map((companyId) => ({
            companyId,
            kind: 'accounts-changed' as const,
          })),
          now,
        )
        return ids.map((accountId) => ({ accountId, interval, everyDays: days.get(accountId) ?? 1 }))
      })
    },
  }
}

/** What the interval of an account is in days now, kept where it has changed. */
export async function storeDays(
  tx: Queries,
  account: { id: number; company_id: number; refresh_days: IntervalDays },
  days: IntervalDays,
): Promise<void> {
  if (account.refresh_days !== days) await intervalsStore(tx).setDays(account, days, slackMs(days))
}

type NamedAccounts = Awaited<ReturnType<ReturnType<typeof intervalsStore>['accountsNamed']>>

/**
 * Makes again when names are read, from the intervals of all their accounts; returns the days of each account, by id. A name
 * that is being tried again, or has not been read yet, keeps its moment.
 * @param accounts held, in the order of their companies.
 */
export async function planReadings(
  tx: Queries,
  accounts: NamedAccounts,
  now: number,
): Promise<ReadonlyMap<number, IntervalDays>> {
  const store = intervalsStore(tx)
  const keys = [...new Set(accounts.map(({ username_key }) => username_key))]
  if (keys.length === 0) return new Map()
  const profiles = new Map((await store.profilesNamed(keys)).map((row) => [row.username_key, row]))
  const days = new Map(
    accounts.map(({ id, username_key, refresh_interval }) => [
      id,
      daysOf(refresh_interval, profiles.get(username_key)?.activity_days ?? 1),
    ]),
  )
  for (const account of accounts) await storeDays(tx, account, days.get(account.id) ?? 1)
  const byName = Map.groupBy(accounts, ({ username_key }) => username_key)
  for (const [key, { every_days: before, succeeded_at, tries }] of profiles) {
    const every_days = shortest((byName.get(key) ?? []).map(({ id }) => days.get(id) ?? 1))
    if (before === every_days) continue
    const keepsMoment = succeeded_at === null || tries > 0
    await store.setProfile(key, {
      every_days,
      ...(!keepsMoment && { due_at: dueAgain(key, Number(succeeded_at), every_days, now) }),
    })
  }
  return days
}
