/** What waits for a user, most pressing first, less what the user has put off; and the first steps of an installation. */
import type { Attention, AttentionItem, FirstSteps } from '@tangelo/contract'
import { FIRST_STEPS } from '@tangelo/contract/limits'
import { MOVED_DAYS, type ReadingCapacity } from '#features/analytics/index.ts'
import type { CreditsService } from '#features/billing/index.ts'
import { publishEvents, scopeOf, scopeWithin } from '#features/core/index.ts'
import { isPaidWork } from '#features/reels/index.ts'
import { dayOf, momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { someUser } from './attention.policy.ts'
import { alertGroupOf, tomorrowMorning } from './attention.rules.ts'
import { dismissalsStore } from './attention.store.ts'
import { attentionView, firstStepFacts } from './attention.view.ts'
import { sayCredits, sayFailed } from './rules/failed.ts'
import { sayMoves } from './rules/moves.ts'
import { sayApprovals, sayDue } from './rules/posts.ts'
import { NAMED_MAX, sayCapacity, sayUnread } from './rules/readings.ts'

export type AttentionService = ReturnType<typeof attentionService>

const HIDDEN_STEPS = 'first-steps'

export function attentionService({
  database,
  clock,
  credits,
  hasSource,
  capacity,
}: {
  database: Database
  clock: Clock
  credits: Pick<CreditsService, 'low'>
  /** Whether figures can be read without a user. */
  hasSource: () => Promise<boolean>
  /** What can be read in a day, and what falls on one. */
  capacity: () => Promise<ReadingCapacity>
}) {
  const store = dismissalsStore(database.queries)

  async function timeZoneOf(companyId: number | null): Promise<string> {
    const company = companyId === null ? undefined : await attentionView(database.queries, 'all', 0).company(companyId)
    return company?.time_zone ?? 'UTC'
  }

  async function collect(viewer: Viewer, companyId: number | undefined): Promise<AttentionItem[]> {
    const scope = scopeWithin(viewer, companyId)
    if (scope === 'none') return []
    const now = clock.now()
    const view = attentionView(database.queries, scope, now)
    const zone = timeZoneOf(scope === 'all' ? viewer.companyId : scope)
    const name = String(scope)
    const makesReels = viewer.role !== 'basic'
    const none = Promise.resolve([])
    const [timeZone, moves, unread, planned, approvals, publications, reels, imports, work, low] = await Promise.all([
      zone,
      zone.then((name) => view.moves(dayOf(now, name) - MOVED_DAYS + 1)),
      view.unread(NAMED_MAX),
      view.findPlanned(),
      view.approvals(),
      makesReels ? view.publications() : none,
      makesReels ? view.findFailedReels() : none,
      makesReels ? view.findFailedImports() : none,
      viewer.role === 'admin' ? view.findFailedWork() : none,
      makesReels ? credits.low(scope) : none,
    ])
    const [isConnected, readings] = await Promise.all([
      unread.count > 0 ? hasSource() : true,
      viewer.role === 'admin' && scope === 'all' ? capacity() : null,
    ])
    const [first] = unread.some
    const reason = unread.count === 1 && first ? first.failure : null
    return [
      ...sayFailed(name, 'publications', publications),
      ...sayMoves(name, moves),
      ...sayDue(name, planned, now),
      ...sayApprovals(name, approvals, { now, timeZone }),
      ...sayUnread(name, unread, { reason, hasSource: isConnected }),
      ...sayCapacity(name, readings),
      ...sayFailed(name, 'failed-reels', reels),
      ...sayFailed(name, 'failed-imports', imports),
      ...sayFailed(
        name,
        'failed-work',
        work.filter(({ kind }) => !isPaidWork(kind)),
      ),
      ...sayCredits(name, low),
    ]
  }

  async function steps(viewer: Viewer): Promise<FirstSteps> {
    const facts = await firstStepFacts(database.queries, viewer.userId)
    const hidden = viewer.userId === null ? [] : await store.of(viewer.userId, clock.now())
    const done = Object.assign(facts, { source: await hasSource() })
    return {
      steps: FIRST_STEPS.map((name) => ({ name, isDone: done[name] })),
      isHidden: hidden.some(({ subject }) => subject === HIDDEN_STEPS),
    }
  }

  return {
    /** Everything in the company, or in all that the viewer sees. Nothing for a company of others. */
    async list(viewer: Viewer, companyId: number | undefined): Promise<Attention> {
      const { userId } = viewer
      const now = clock.now()
      const [items, rows, alerts] = await Promise.all([
        collect(viewer, companyId),
        userId === null ? [] : store.of(userId, now),
        userId === null ? null : store.putAwayAlerts(userId, now),
      ])
      const put = new Map(rows.map((row) => [row.subject, row]))
      const alertOf = ({ id }: AttentionItem) => alerts?.get(alertGroupOf(id, String(scopeOf(viewer))) ?? '')
      const isOff = (item: AttentionItem) => {
        const { id, kind, number } = item
        if (number <= (put.get(id)?.seen ?? -1)) return true
        const alert = alertOf(item)
        // Of credits the number is what is left.
        return alert !== undefined && (kind === 'credits' || number <= alert.number)
      }
      const off = items.filter(isOff)
      const back = off.flatMap((item) => put.get(item.id)?.until ?? alertOf(item)?.until ?? [])
      return {
        items: items.filter((item) => !isOff(item)),
        later: { count: off.length, until: back.length > 0 ? momentToText(Math.min(...back)) : null },
      }
    },

    /** Until tomorrow morning in the viewer's company, or until there is more of it; the alerts about the same, too. */
    async later(viewer: Viewer, { id, number }: { id: string; number: number }): Promise<{ until: string }> {
      const userId = someUser(viewer)
      const now = clock.now()
      const until = tomorrowMorning(now, await timeZoneOf(viewer.companyId))
      await database.transaction(async (tx) => {
        await dismissalsStore(tx).purge(userId, now)
        await dismissalsStore(tx).put({ user_id: userId, subject: id, until, seen: number })
        const group = alertGroupOf(id, String(scopeOf(viewer)))
        if (group === null) return
        await dismissalsStore(tx).putOffAlerts(userId, group, until)
        await publishEvents(tx, [{ companyId: viewer.companyId, kind: 'alerts-changed' }], now)
      })
      return { until: momentToText(until) }
    },

    /** Without an id everything, with the alerts that were dismissed. */
    async bringBack(viewer: Viewer, id: string | undefined): Promise<void> {
      const userId = someUser(viewer)
      await database.transaction(async (tx) => {
        const inside = dismissalsStore(tx)
        if (id === undefined) await inside.bringBack(userId)
        else {
          await inside.remove(userId, id)
          const group = alertGroupOf(id, String(scopeOf(viewer)))
          if (group !== null) await inside.putOffAlerts(userId, group, null)
        }
        await publishEvents(tx, [{ companyId: viewer.companyId, kind: 'alerts-changed' }], clock.now())
      })
    },

    firstSteps: steps,

    async hideFirstSteps(viewer: Viewer, isHidden: boolean): Promise<FirstSteps> {
      const userId = someUser(viewer)
      await database.transaction(async (tx) => {
        const inside = dismissalsStore(tx)
        if (isHidden) await inside.put({ user_id: userId, subject: HIDDEN_STEPS, until: null, seen: 0 })
        else await inside.remove(userId, HIDDEN_STEPS)
      })
      return steps(viewer)
    },
  }
}
