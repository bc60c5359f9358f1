/** What runs, what failed lately, and what just happened: for screens that are open. */
import type { LiveEvent, Work } from '@tangelo/contract'
import { WORK_KINDS, type WorkKind } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { tooManyStreams } from '#platform/limit-errors.ts'
import type { Log } from '#platform/log.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { JobView } from '#ports/job-view.ts'
import type { Queue } from '#ports/queue.ts'
import { scopeOf } from '../access/access.policy.ts'
import { EVENTS_AT_ONCE, eventFeed, type Follower } from './events.jobs.ts'
import { type EventRow, eventsStore } from './events.store.ts'
import { accountOf, asWork, importOf, isLive, isShown, type Renders, renderOf } from './rules/work.ts'
import { publishEvents } from './service/publish.ts'

export type EventsService = ReturnType<typeof eventsService>

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const WORK_SHOWN_MAX = 100
/** Of this process: a browser with more tabs polls instead, and one company leaves room for the others. */
const STREAMS_PER_SESSION_MAX = 10
const STREAMS_PER_COMPANY_MAX = 64

/** They run all day: shown when they take long enough to be worth a notice. */
const ROUNDS: ReadonlySet<string> = new Set<WorkKind>(['refresh-round', 'older-posts'])
const ROUND_SHOWN_AFTER_MS = 10_000

/** The columns of imports out of a drive that it needs: a cancelled one may be retried. */
interface Imports {
  markCancelled(id: string): Promise<void>
}

interface Stream {
  send(event: LiveEvent): void
  end(): void
}

export function eventsService({
  database,
  clock,
  queue,
  log,
  renders,
  imports,
}: {
  database: Database
  clock: Clock
  queue: Queue
  log: Log
  renders: Renders
  imports: Imports
}) {
  const store = eventsStore(database.queries)
  const feed = eventFeed({ store, hints: database.hints, log })

  /** Throws `too_many_streams`. */
  function refuseOneTooMany({ session, companyId }: Follower) {
    if (feed.count((other) => other.session === session) >= STREAMS_PER_SESSION_MAX)
      throw tooManyStreams('session', STREAMS_PER_SESSION_MAX)
    const ofCompany = companyId === null ? 0 : feed.count((other) => other.companyId === companyId)
    if (ofCompany >= STREAMS_PER_COMPANY_MAX) throw tooManyStreams('company', STREAMS_PER_COMPANY_MAX)
  }

  /** Throws `not_found` for work the viewer does not see. */
  async function workOf(viewer: Viewer, id: string): Promise<JobView> {
    const job = await queue.find(id)
    const scope = scopeOf(viewer)
    if (!job || !isShown(job.kind) || (scope !== 'all' && scope !== job.companyId)) throw notFound('Work')
    return job
  }

  return {
    async list(viewer: Viewer): Promise<Work[]> {
      const scope = scopeOf(viewer)
      if (scope === 'none') return []
      const now = clock.now()
      const query = { companyId: scope, kinds: WORK_KINDS, failedSince: now - DAY_MS, limit: WORK_SHOWN_MAX }
      const shown = (await queue.list(query)).filter(
        ({ kind, state, createdAt }) =>
          !ROUNDS.has(kind) || state === 'failed' || now - createdAt >= ROUND_SHOWN_AFTER_MS,
      )
      const names = await store.namesOf(shown.flatMap((job) => accountOf(job) ?? []))
      const reels = await renders.captions(shown.flatMap((job) => renderOf(job) ?? []))
      const folders = await store.foldersOf(shown.flatMap((job) => importOf(job) ?? []))
      return shown.map((job) => asWork(job, names, reels, folders))
    },

    async retry(viewer: Viewer, id: string): Promise<void> {
      const job = await workOf(viewer, id)
      if (renderOf(job) !== null)
        throw conflict('not_failed', 'Its credit was returned: generate the reel again in the Reel Maker')
      if (!(await queue.retry(id))) throw conflict('not_failed', 'This work is not waiting to be retried')
    },

    async cancel(viewer: Viewer, id: string): Promise<void> {
      const job = await workOf(viewer, id)
      const renderId = renderOf(job)
      if (renderId !== null && isLive(job)) return void (await renders.cancel(viewer, renderId))
      if (!(await queue.cancel(id))) throw conflict('not_running', 'This work has already ended')
      const importId = importOf(job)
      if (importId !== null) await imports.markCancelled(importId)
      const accountId = accountOf(job)
      if (accountId === null || job.companyId === null) return
      // Pages of the account wait for its end.
      const ended = { companyId: job.companyId, kind: 'refresh-failed' as const, accountId, message: CANCELLED }
      await publishEvents(database.queries, [ended], clock.now())
    },

    /**
     * Sends what happened after an event, then what happens from now on, each once. Calls `end` when this process ends.
     * Answers how to stop. Throws `too_many_streams`.
     */
    async follow(viewer: Viewer, after: number | null, { send, end }: Stream): Promise<() => void> {
      const scope = scopeOf(viewer)
      const sent = new Set<number>()
      const tell = (row: EventRow) => {
        if (!sent.has(row.id)) send(asEvent(row))
      }
      let early: EventRow[] | null = []
      const follower: Follower = {
        scope,
        session: viewer.sessionId ?? viewer.username,
        companyId: viewer.companyId,
        end,
        take: (row) => (early ? void early.push(row) : tell(row)),
      }
      refuseOneTooMany(follower)
      await feed.join(follower)
      try {
        for (let from = scope === 'none' ? null : after; from !== null; ) {
          const rows = await store.eventsAfter(scope, from, EVENTS_AT_ONCE)
          for (const row of rows) {
            tell(row)
            sent.add(row.id)
          }
          from = rows.length < EVENTS_AT_ONCE ? null : (rows.at(-1)?.id ?? null)
        }
      } catch (error) {
        feed.leave(follower)
        throw error
      }
      for (const row of early) tell(row)
      early = null
      return () => feed.leave(follower)
    },

    /** Deletes events that are too old to be requested. Safe to repeat. */
    purge: () => store.forgetEvents(clock.now() - HOUR_MS),

    /** Ends all streams: clients reconnect to another process. */
    end: feed.end,
  }
}

const CANCELLED = 'The refresh was canceled.'

const asEvent = (row: EventRow): LiveEvent => ({
  id: row.id,
  kind: row.kind,
  accountId: row.account_id,
  message: row.message,
  at: momentToText(row.at),
})
