/** The figures of one account, read at once when a user requests it or adds the account: the request, the job, the outcome. */
import type { FailingAccount, RefreshesStarted, RefreshState } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { scopeOf } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { tooSoon } from '#platform/limit-errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { enqueueRefresh, NO_SOURCE, REFRESH_ACCOUNT } from './jobs/refresh-account.ts'
import { findAllowedAgainAt, hoursUntil } from './refreshes.rules.ts'
import { refreshesStore } from './refreshes.store.ts'
import type { ProfileSyncService } from './service/profiles.ts'
import type { ProfileRow } from './store/profile-rows.ts'

const DEMO_ACCOUNT = 'This account belongs to the demo workspace and is invented: there is nothing to read.'

/** Reads a new account at once, in the background, where a source is connected: that is its refresh of the day (D42). */
export const refreshAfterAdding =
  ({ queue, profiles }: { queue: Queue; profiles: ProfileSyncService }) =>
  async (tx: Queries, account: { id: number; company_id: number }): Promise<void> => {
    if (await profiles.isConnected(tx)) await enqueueRefresh(queue, tx, account)
  }

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
    const [connection] = await profiles.connectionsOf(profile ?? { source: null })
    const source = connection?.source
    const allowedAgain = findAllowedAgainAt(account?.refreshed_on_demand_at ?? null, clock.now())
    return {
      state: job?.state === 'running' || job?.state === 'waiting' ? job.state : 'idle',
      source: source?.name ?? null,
      lastSucceededAt: profile?.succeeded_at == null ? null : momentToText(profile.succeeded_at),
      failure: profile ? failureOf(profile) : null,
      nextDueAt: source && profile ? momentToText(profile.due_at) : null,
      allowedAgainAt: allowedAgain === null ? null : momentToText(allowedAgain),
      interval: account?.refresh_interval ?? 'daily',
      everyDays: account?.refresh_days ?? 1,
    }
  }

  return {
    state: stateOf,

    /**
     * Reads the account again in the background. Of many simultaneous requests, one starts it and the others join.
     * Throws `too_soon` within 24 hours of the last success, `no_source` when no source can read it, and
     * `demo_account` for one of the demo workspace.
     */
    async start(viewer: Viewer, accountId: number): Promise<RefreshState> {
      const { id, company_id } = await accounts.visibleTo(viewer, accountId)
      if (!(await profiles.readable([id])).has(id))
        throw conflict('no_source', `${NO_SOURCE} Import a file, type in a figure, or connect one under Connections.`)
      await database.transaction(async (tx) => {
        const account = await refreshesStore(tx).account(id)
        if (account?.isDemo) throw conflict('demo_account', DEMO_ACCOUNT)
        const now = clock.now()
        const again = findAllowedAgainAt(account?.refreshed_on_demand_at ?? null, now)
        if (again !== null) throw tooSoon(hoursUntil(again, now))
        await enqueueRefresh(queue, tx, { id, company_id })
      })
      return stateOf(viewer, accountId)
    },

    /** The same for several: each is judged by itself. Throws `not_found` where one of them is not visible. */
    async startAll(viewer: Viewer, accountIds: readonly number[]): Promise<RefreshesStarted> {
      const outcome: RefreshesStarted = { started: [], alreadyRefreshed: [], noSource: [] }
      const ids = [...new Set(accountIds)]
      const found = await accounts.allVisibleTo(viewer, ids)
      const readable = await profiles.readable(ids)
      if (readable.size === 0) return { ...outcome, noSource: ids }
      await database.transaction(async (tx) => {
        const now = clock.now()
        // In one order, so that two requests for the same accounts never wait for each other.
        for (const { id, company_id } of found.toSorted((one, other) => one.id - other.id)) {
          const account = await refreshesStore(tx).account(id)
          const again = findAllowedAgainAt(account?.refreshed_on_demand_at ?? null, now)
          if (!account || account.isDemo || !readable.has(id)) outcome.noSource.push(id)
          else if (again !== null)
            outcome.alreadyRefreshed.push({ accountId: id, hoursRemaining: hoursUntil(again, now) })
          else {
            await enqueueRefresh(queue, tx, { id, company_id })
            outcome.started.push(id)
          }
        }
      })
      return outcome
    },

    /** Accounts whose last reading failed, with the cause. */
    async failing(viewer: Viewer, request: PageRequest): Promise<Page<FailingAccount>> {
      const scope = scopeOf(viewer)
      if (scope === 'none') return { rows: [], nextCursor: null, total: null }
      const limit = request.limit ?? PAGE_ROWS_MAX
      const after = request.cursor ? readCursor(request.cursor, 'integer').id : 0
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

function failureOf({ failure_kind, failure, failing_since, failed_at }: ProfileRow): RefreshState['failure'] {
  if (!failure_kind || !failure || failing_since === null) return null
  return {
    kind: failure_kind,
    message: failure,
    since: momentToText(failing_since),
    lastTryAt: failed_at === null ? null : momentToText(failed_at),
  }
}
