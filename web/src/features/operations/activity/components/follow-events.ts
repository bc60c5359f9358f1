/**
 * What the screen does when something happens: it asks again for what it shows of it (D40). Ten thousand events a minute
 * cost a few questions a second: lists are asked at most once a second, and not while the last answer is on its way.
 */
import type { EventKind } from '@tangelo/contract/limits'
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  accountDetailsKey,
  areListsLoading,
  failingAccounts,
  historiesKey,
  isUnderWay,
  provenancesKey,
  type RefreshState,
  refreshAccountLists,
  refreshStatesKey,
  sumsKey,
} from '#features/analytics/index.ts'
import { refreshCredits, refreshSubscription } from '#features/billing/index.ts'
import { areReportsLoading, refreshReports } from '#features/clients/index.ts'
import { isContentLoading, refreshContent, refreshSync } from '#features/content/index.ts'
import { isDriveLoading, refreshDrive } from '#features/drive/index.ts'
import { refreshInsights } from '#features/publishing/index.ts'
import { areReelsLoading, areRendersLoading, refreshReels, refreshRenders } from '#features/reels/index.ts'
import { refreshWebhooks } from '#features/webhooks/index.ts'
import { openStream } from '#lib/api.ts'
import { followStream } from '#lib/event-stream.ts'
import { toast } from '#ui/toast.tsx'
import { refreshAlerts } from '../../alerts/queries/unread.ts'
import { activityList } from '../queries.ts'
import { parseEvent } from '../rules.ts'
import { texts } from '../texts.ts'
import { setLive } from './live-state.ts'
import { throttle } from './throttle.ts'

const LISTS_EVERY_MS = 1_000
const ACCOUNTS_EVERY_MS = 150
const GIVE_UP_MS = 10_000
const POLL_ACTIVITY_MS = 15_000
const POLL_ACCOUNT_MS = 3_000
/** A browser opens few connections to one server, so a hidden tab closes its own. */
const HIDDEN_MS = 30_000

const ABOUT_ACCOUNTS: readonly QueryKey[] = [accountDetailsKey, historiesKey, refreshStatesKey, provenancesKey]

/** Follows until the answer is called: on signing out, nothing goes on. */
export function followEvents(client: QueryClient, random: () => number = Math.random): () => void {
  const changed = new Set<number>()
  const accounts = throttle(ACCOUNTS_EVERY_MS, () => {
    void client.invalidateQueries({ predicate: isAbout(changed) })
    changed.clear()
    return undefined
  })
  const lists = throttle(LISTS_EVERY_MS, () => {
    if (areListsLoading(client) || client.isFetching({ queryKey: sumsKey }) > 0) return false
    void refreshAccountLists(client)
    void client.invalidateQueries({ queryKey: sumsKey })
    void client.invalidateQueries({ queryKey: failingAccounts().queryKey })
    return undefined
  })
  const work = throttle(LISTS_EVERY_MS, () => {
    if (client.isFetching({ queryKey: activityList().queryKey }) > 0) return false
    void client.invalidateQueries({ queryKey: activityList().queryKey })
    return undefined
  })

  const content = throttle(LISTS_EVERY_MS, () => {
    if (isContentLoading(client)) return false
    void refreshContent(client)
    return undefined
  })

  const renders = throttle(LISTS_EVERY_MS, () => {
    if (areRendersLoading(client)) return false
    void refreshRenders(client)
    return undefined
  })
  const reels = throttle(LISTS_EVERY_MS, () => {
    if (areReelsLoading(client)) return false
    void refreshReels(client)
    renders.run()
    return undefined
  })
  const drive = throttle(LISTS_EVERY_MS, () => {
    if (isDriveLoading(client)) return false
    void refreshDrive(client)
    return undefined
  })
  const reports = throttle(LISTS_EVERY_MS, () => {
    if (areReportsLoading(client)) return false
    void refreshReports(client)
    return undefined
  })
  const alerts = throttle(LISTS_EVERY_MS, () => {
    void refreshAlerts(client)
    return undefined
  })
  const others: Partial<Record<EventKind, () => void>> = {
    'accounts-changed': lists.run,
    'content-changed': content.run,
    'content-sync-changed': () => void refreshSync(client),
    'activity-changed': work.run,
    'reels-changed': reels.run,
    'credits-changed': () => void refreshCredits(client),
    'subscription-changed': () => void refreshSubscription(client),
    'render-progress': renders.run,
    'webhooks-changed': () => void refreshWebhooks(client),
    'drive-changed': drive.run,
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
    lists.run()
  }
  /** Events missed in a gap are unknown, so everything on the screen is refetched once. */
  const catchUp = (): void => {
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
    for (const id of awaitedAccounts(client)) changed.add(id)
    if (changed.size > 0) accounts.run()
  }

  let timers: number[] = []
  let givingUp: number | undefined
  let hiding: number | undefined
  let isUp = false
  let hadGap = false
  const stopPolling = (): void => {
    window.clearTimeout(givingUp)
    for (const timer of timers) window.clearInterval(timer)
    givingUp = undefined
    timers = []
  }
  const startPolling = (): void => {
    stopPolling()
    setLive('polling')
    timers = [
      window.setInterval(() => work.run(), POLL_ACTIVITY_MS),
      window.setInterval(refetchAwaited, POLL_ACCOUNT_MS),
    ]
  }
  const startSilenceTimer = (): void => {
    if (givingUp === undefined && timers.length === 0) givingUp = window.setTimeout(startPolling, GIVE_UP_MS)
  }

  const stream = followStream({
    open: (options) => openStream('GET /api/events', {}, options),
    onMessage,
    random,
    onUp: () => {
      isUp = true
      stopPolling()
      setLive('live')
      if (hadGap) catchUp()
      // What ended between the page's own question and the first event would be waited for without end.
      else refetchAwaited()
      hadGap = false
    },
    onDown: () => {
      hadGap = true
      isUp = false
      startSilenceTimer()
    },
  })
  const onVisibility = (): void => {
    window.clearTimeout(hiding)
    if (document.visibilityState === 'visible') {
      if (!isUp) startSilenceTimer()
      stream.start()
      return
    }
    hiding = window.setTimeout(() => {
      hadGap ||= isUp
      isUp = false
      stopPolling()
      stream.stop()
    }, HIDDEN_MS)
  }

  document.addEventListener('visibilitychange', onVisibility)
  startSilenceTimer()
  stream.start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.clearTimeout(hiding)
    stream.stop()
    stopPolling()
    for (const { stop } of [accounts, lists, work, content, reels, renders, drive, reports, alerts]) stop()
    setLive('starting')
  }
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

/** The accounts on the screen of which a reading waits or runs. */
function awaitedAccounts(client: QueryClient): number[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: refreshStatesKey, type: 'active' })
    .flatMap(({ queryKey, state }) => {
      const id = queryKey[refreshStatesKey.length]
      return typeof id === 'number' && isUnderWay(state.data as RefreshState | undefined) ? [id] : []
    })
}
