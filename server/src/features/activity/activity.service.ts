/** What runs, what failed lately, and what just happened: for screens that are open. */
import type { LiveEvent, Work } from '@tangelo/contract'
import { WORK_KINDS, type WorkKind } from '@tangelo/contract/limits'
import { scopeOf } from '#features/accounts/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { JobView, Queue } from '#ports/queue.ts'
import { activityStore, type EventRow } from './activity.store.ts'

export type ActivityService = ReturnType<typeof activityService>

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const WORK_SHOWN_MAX = 100
/** Screens learn of an event this soon at most. */
const LOOK_EVERY_MS = 100
const EVENTS_AT_ONCE = 500

type Send = (event: LiveEvent) => void

export function activityService({
  database,
  clock,
  queue,
  log,
}: {
  database: Database
  clock: Clock
  queue: Queue
  log: Log
}) {
  const store = activityStore(database.queries)
  const followers = new Set<{ scope: ReturnType<typeof scopeOf>; send: Send }>()
  let lastSeen = 0
  let looking: NodeJS.Timeout | undefined

  /** One look of this process serves all its streams. */
  async function look() {
    try {
      for (;;) {
        const rows = await store.eventsAfter(lastSeen, EVENTS_AT_ONCE)
        for (const row of rows) {
          lastSeen = row.id
          const event = asEvent(row)
          for (const { scope, send } of followers) if (isFor(scope, row)) send(event)
        }
        if (rows.length < EVENTS_AT_ONCE) break
      }
    } catch (error) {
      log.error({ err: error }, 'looking for events failed')
    }
    if (followers.size > 0) looking = setTimeout(look, LOOK_EVERY_MS)
    else looking = undefined
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
      const jobs = await queue.list({ companyId: scope, failedSince: clock.now() - DAY_MS, limit: WORK_SHOWN_MAX })
      const shown = jobs.filter(({ kind }) => isShown(kind))
      const names = await store.namesOf(shown.flatMap((job) => accountOf(job) ?? []))
      return shown.map((job) => asWork(job, names))
    },

    async retry(viewer: Viewer, id: string): Promise<void> {
      await workOf(viewer, id)
      if (!(await queue.retry(id))) throw conflict('not_failed', 'This work is not waiting for another try')
    },

    async cancel(viewer: Viewer, id: string): Promise<void> {
      await workOf(viewer, id)
      if (!(await queue.cancel(id))) throw conflict('not_running', 'This work has ended already')
    },

    /** Sends what happened after an event, then what happens from now on. Answers how to stop. */
    async follow(viewer: Viewer, after: number | null, send: Send): Promise<() => void> {
      const scope = scopeOf(viewer)
      const follower = { scope, send }
      if (!looking) lastSeen = await store.newestEvent()
      if (after !== null) {
        for (const row of await store.eventsAfter(after, EVENTS_AT_ONCE))
          if (row.id <= lastSeen && isFor(scope, row)) send(asEvent(row))
      }
      followers.add(follower)
      looking ??= setTimeout(look, LOOK_EVERY_MS)
      return () => {
        followers.delete(follower)
      }
    },

    /** Forgets what nobody asks for any more. Safe to repeat. */
    tidy: () => store.forgetEvents(clock.now() - HOUR_MS),

    end() {
      clearTimeout(looking)
      followers.clear()
    },
  }
}

const isShown = (kind: string): kind is WorkKind => WORK_KINDS.some((shown) => shown === kind)

const isFor = (scope: number | 'all' | 'none', { company_id }: EventRow) => scope === 'all' || scope === company_id

const accountOf = ({ kind, key }: JobView) => (kind === 'refresh-account' ? Number(key) : null)

const asEvent = (row: EventRow): LiveEvent => ({
  id: row.id,
  kind: row.kind,
  accountId: row.account_id,
  message: row.message,
  at: momentToText(row.at),
})

function asWork(job: JobView, names: ReadonlyMap<number, string>): Work {
  const accountId = accountOf(job)
  const name = accountId === null ? undefined : names.get(accountId)
  const state = job.state === 'running' || job.state === 'waiting' ? job.state : 'failed'
  return {
    id: job.id,
    kind: job.kind as WorkKind, // only shown kinds come here
    subject: name === undefined ? null : `@${name}`,
    accountId: name === undefined ? null : accountId,
    state,
    progress: job.kind === 'refresh-round' ? job.progress : null,
    message: job.reason,
    createdAt: momentToText(job.createdAt),
    runAt: state === 'waiting' ? momentToText(job.runAt) : null,
  }
}
