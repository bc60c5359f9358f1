/**
 * What is fetched again when something happens (D40). Ten thousand events a minute cost a few questions a second: lists are asked
 * at most once a second, and not while the last answer is on its way.
 */
import type { EventKind } from '@tangelo/contract/limits'
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  accountDetailsKey,
  areListsLoading,
  failingAccounts,
  historiesKey,
  peersKey,
  provenancesKey,
  refreshAccountLists,
  refreshStatesKey,
  sumsKey,
} from '#features/analytics/index.ts'
import { refreshCredits, refreshSubscription } from '#features/billing/index.ts'
import { areReportsLoading, refreshReports } from '#features/clients/index.ts'
import { isContentLoading, refreshContent, refreshSync } from '#features/content/index.ts'
import { isDriveLoading, refreshDrive } from '#features/drive/index.ts'
import { refreshSession } from '#features/identity/index.ts'
import { refreshInsights } from '#features/publishing/index.ts'
import { areReelsLoading, areRendersLoading, refreshReels, refreshRenders } from '#features/reels/index.ts'
import { refreshWebhooks } from '#features/webhooks/index.ts'
import { toast } from '#ui/toast.tsx'
import { refreshAlerts } from '../../alerts/queries/unread.ts'
import { activityList } from '../queries.ts'
import { parseEvent } from '../rules.ts'
import { texts } from '../texts.ts'
import { findAwaited } from './find-awaited.ts'
import { throttle } from './throttle.ts'

const LISTS_EVERY_MS = 1_000
const ACCOUNTS_EVERY_MS = 150

/** Figures of many accounts at once. */
const ABOUT_ALL: readonly QueryKey[] = [sumsKey, peersKey]
const ABOUT_ACCOUNTS: readonly QueryKey[] = [accountDetailsKey, historiesKey, refreshStatesKey, provenancesKey]

export type Refetching = ReturnType<typeof createRefetching>

export function createRefetching(client: QueryClient) {
  const changed = new Set<number>()
  const accounts = throttle(ACCOUNTS_EVERY_MS, () => {
    void client.invalidateQueries({ predicate: isAbout(changed) })
    changed.clear()
    return undefined
  })
  const lists = throttle(LISTS_EVERY_MS, () => {
    if (areListsLoading(client) || ABOUT_ALL.some((queryKey) => client.isFetching({ queryKey }) > 0)) return false
    void refreshAccountLists(client)
    for (const queryKey of ABOUT_ALL) void client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: failingAccounts().queryKey })
    return undefined
  })
  const work = throttle(LISTS_EVERY_MS, () => {
    if (client.isFetching({ queryKey: activityList().queryKey }) > 0) return false
    void client.invalidateQueries({ queryKey: activityList().queryKey })
    return undefined
  })
  const list = (isLoading: (client: QueryClient) => boolean, refresh: (client: QueryClient) => unknown) =>
    throttle(LISTS_EVERY_MS, () => {
      if (isLoading(client)) return false
      void refresh(client)
      return undefined
    })
  const content = list(isContentLoading, refreshContent)
  const renders = list(areRendersLoading, refreshRenders)
  const reels = list(areReelsLoading, (client) => {
    void refreshReels(client)
    renders.run()
  })
  const drive = list(isDriveLoading, refreshDrive)
  const reports = list(areReportsLoading, refreshReports)
  const alerts = list(() => false, refreshAlerts)
  const others: Partial<Record<EventKind, () => void>> = {
    'accounts-changed': lists.run,
    'content-changed': content.run,
    'content-sync-changed': () => {
      void refreshSync(client)
      work.run()
    },
    'activity-changed': work.run,
    'reels-changed': reels.run,
    'credits-changed': () => void refreshCredits(client),
    'subscription-changed': () => void refreshSubscription(client),
    'render-progress': renders.run,
    'webhooks-changed': () => void refreshWebhooks(client),
    'drive-changed': () => {
      drive.run()
      work.run()
    },
    'reports-changed': reports.run,
    'links-changed': reports.run,
    'approvals-changed': content.run,
    'publications-changed': content.run,
    'insights-changed': () => void refreshInsights(client),
    'alerts-changed': alerts.run,
    'sign-ins-slowed': () => toast({ ...texts.guessed, tone: 'destructive' }),
  }

  const onMessage = (data: string): void => {
    const event = parseEvent(data)
    if (!event) return
    const other = others[event.kind]
    if (other) {
      other()
      return
    }
    if (event.accountId !== null) {
      changed.add(event.accountId)
      accounts.run()
    }
    // Those of a round are work of their own, which has no event for each.
    if (event.kind === 'refresh-started') work.run()
    lists.run()
  }
  /** Events missed in a gap are unknown, so everything on the screen is refetched once. */
  const catchUp = (): void => {
    // The server ends the stream of a user who may see other things from now on. Where it cannot be asked, the next gap asks again.
    refreshSession().catch(() => undefined)
    for (const queryKey of ABOUT_ACCOUNTS) void client.invalidateQueries({ queryKey })
    lists.run()
    work.run()
    content.run()
    reels.run()
    drive.run()
    reports.run()
    alerts.run()
    void refreshSubscription(client)
    void refreshWebhooks(client)
    void refreshInsights(client)
  }

  const refetchAwaited = (): void => {
    for (const id of findAwaited(client)) changed.add(id)
    if (changed.size > 0) accounts.run()
  }
  const stop = (): void => {
    for (const { stop } of [accounts, lists, work, content, reels, renders, drive, reports, alerts]) stop()
  }
  return { onMessage, catchUp, refetchAwaited, refetchWork: work.run, stop }
}

/** Whether a question is about one of these accounts. The set is read as it is now. */
function isAbout(ids: ReadonlySet<number>): (query: Query) => boolean {
  const wanted = new Set(ids)
  return ({ queryKey }) =>
    ABOUT_ACCOUNTS.some((root) => {
      const id = queryKey[root.length]
      return typeof id === 'number' && wanted.has(id) && hashKey(queryKey.slice(0, root.length)) === hashKey(root)
    })
}
