/** Requesting the figures of an account, and the outcome. The work itself is done in refreshes.jobs.ts. */
import type { FailingAccount, RefreshState } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { scopeOf } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, tooSoon } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import { ON_DEMAND, REFRESH_ACCOUNT } from '../jobs/refresh-jobs.ts'
import { allowedAgainAt, hoursUntil } from '../refreshes.rules.ts'
import { refreshesStore } from '../refreshes.store.ts'
import type { ProfileSyncService } from './profiles.ts'

export type RefreshesService = ReturnType<typeof refreshesService>

export function refreshesService({
  database,
  clock,
  queue,
  accounts,
  profiles,
}: {
  database: Database
  clock: Clock
  queue: Queue
  accounts: AccountsService
  profiles: ProfileSyncService
}) {
  const store = refreshesStore(database.queries)

  async function stateOf(viewer: Viewer, accountId: number): Promise<RefreshState> {
    const { id } = await accounts.visibleTo(viewer, accountId)
    const account = await store.account(id)
    const profile = account && (await profiles.find(account.username_key))
    const job = await queue.findLive(REFRESH_ACCOUNT, String(id))
    const source = profiles.sourceOf({ source: profile?.source ?? null })
    const allowedAgain = allowedAgainAt(account?.refreshed_on_demand_at ?? null, clock.now())
    return {
      state: job?.state === 'running' || job?.state === 'waiting' ? job.state : 'idle',
      source: source?.name ?? null,
      lastSucceededAt: profile?.succeeded_at == null ? null : momentToText(profile.succeeded_at),
      failure:
        profile?.failure_kind && profile.failure && profile.failing_since !== null
          ? { kind: profile.failure_kind, message: profile.failure, since: momentToText(profile.failing_since) }
          : null,
      nextDueAt: source && profile ? momentToText(profile.due_at) : null,
      allowedAgainAt: allowedAgain === null ? null : momentToText(allowedAgain),
    }
  }

  return {
    state: stateOf,

    /**
     * Reads the account again in the background. Of many simultaneous requests, one starts it and the others join.
     * Throws `too_soon` within 24 hours of the last success, and `no_source` when no source can read it.
     */
    async start(viewer: Viewer, accountId: number): Promise<RefreshState> {
      const { id, company_id } = await accounts.visibleTo(viewer, accountId)
      if (profiles.sources.length === 0)
        throw conflict(
          'no_source',
          'No source for Instagram figures is connected. Import a file, type in a figure, or connect one under Connections.',
        )
      await database.transaction(async (tx) => {
        const account = await refreshesStore(tx).account(id)
        const now = clock.now()
        const again = allowedAgainAt(account?.refreshed_on_demand_at ?? null, now)
        if (again !== null) throw tooSoon(hoursUntil(again, now))
        await queue.enqueue(tx, [
          { kind: REFRESH_ACCOUNT, key: String(id), companyId: company_id, payload: ON_DEMAND, priority: 10 },
        ])
      })
      return stateOf(viewer, accountId)
    },

    /** Accounts whose last reading failed, with the cause. */
    async failing(viewer: Viewer, wish: PageRequest): Promise<Page<FailingAccount>> {
      const scope = scopeOf(viewer)
      if (scope === 'none') return { rows: [], nextCursor: null, total: null }
      const limit = wish.limit ?? PAGE_ROWS_MAX
      const after = wish.cursor ? readCursor(wish.cursor, 'integer').id : 0
      const rows = await store.failing(scope, after, limit + 1)
      const { page, nextCursor } = cutPage(rows, limit, ({ id }) => [id, id])
      return {
        rows: page.map((row) => ({
          accountId: row.id,
          username: row.username,
          kind: row.failure_kind ?? 'unavailable',
          message: row.failure ?? '',
          since: momentToText(row.failing_since ?? row.due_at),
          nextTryAt: momentToText(row.due_at),
        })),
        nextCursor,
        total: null,
      }
    },
  }
}
