/** What runs, what failed lately, and what just happened: for screens that are open. */
import type { LiveEvent, Work } from '@tangelo/contract'
import { WORK_KINDS, type WorkKind } from '@tangelo/contract/limits'
import { scopeOf } from '#features/accounts/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { firstWords } from '#platform/first-words.ts'
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

/** An id that was passed over is looked for this often: five seconds, longer than a transaction here takes. */
const LATE_LOOKS = 50
const PASSED_OVER_MAX = 200
/** The round is there all day: shown when it takes so long that somebody may wonder. */
const ROUND_SHOWN_AFTER_MS = 10_000

/** What the list of work needs to know of renders: they are called off by their own room, which gives the credit back. */
interface Renders {
  captions(ids: readonly string[]): Promise<ReadonlyMap<string, { itemId: string; caption: string | null }>>
  cancel(viewer: Viewer, id: string): Promise<unknown>
}

/** What it needs of imports out of a drive: one that is cancelled may be asked for again. */
interface Imports {
  cancelled(id: string): Promise<void>
}

interface Stream {
  send(event: LiveEvent): void
  end(): void
}

interface Follower {
  scope: ReturnType<typeof scopeOf>
  take(row: EventRow): void
  end(): void
}

export function activityService({
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
  const store = activityStore(database.queries)
  const followers = new Set<Follower>()
  /** Ids that were passed over: another transaction may still be writing them. By how many looks they are waited for. */
  const missing = new Map<number, number>()
  let lastSeen = 0
  let beginning: Promise<void> | undefined
  let looking: NodeJS.Timeout | undefined

  /** From here on events are seen: the newest now, and those before it that are still being written. */
  async function begin() {
    const newest = await store.newestEvent()
    const first = Math.max(1, newest - PASSED_OVER_MAX)
    const known = new Set((await store.eventsAfter('all', first - 1, PASSED_OVER_MAX + 1)).map(({ id }) => id))
    missing.clear()
    for (let id = first; id < newest; id += 1) if (!known.has(id)) missing.set(id, LATE_LOOKS)
    lastSeen = newest
    looking = setTimeout(look, LOOK_EVERY_MS)
  }

  /** One look of this process serves all its streams. */
  async function look() {
    try {
      const late = missing.size > 0 ? await store.eventsOf([...missing.keys()]) : []
      for (const [id, looks] of missing) {
        if (looks <= 1) missing.delete(id)
        else missing.set(id, looks - 1)
      }
      for (const row of late) missing.delete(row.id)
      deliver(late)
      for (let rows = await next(); rows.length > 0; rows = await next()) deliver(rows)
    } catch (error) {
      log.error({ err: error }, 'looking for events failed')
    }
    if (followers.size > 0) looking = setTimeout(look, LOOK_EVERY_MS)
    else beginning = undefined
  }

  /** The events after the last that was seen; ids between them that are not there are waited for. */
  async function next(): Promise<EventRow[]> {
    const rows = await store.eventsAfter('all', lastSeen, EVENTS_AT_ONCE)
    for (const { id } of rows) {
      const first = Math.max(lastSeen + 1, id - PASSED_OVER_MAX)
      for (let passed = first; passed < id; passed += 1) missing.set(passed, LATE_LOOKS)
      lastSeen = id
    }
    return rows
  }

  function deliver(rows: EventRow[]) {
    for (const row of rows) for (const { scope, take } of followers) if (isFor(scope, row)) take(row)
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
      const wish = { companyId: scope, kinds: WORK_KINDS, failedSince: now - DAY_MS, limit: WORK_SHOWN_MAX }
      const shown = (await queue.list(wish)).filter(
        ({ kind, state, createdAt }) =>
          kind !== 'refresh-round' || state === 'failed' || now - createdAt >= ROUND_SHOWN_AFTER_MS,
      )
      const names = await store.namesOf(shown.flatMap((job) => accountOf(job) ?? []))
      const reels = await renders.captions(shown.flatMap((job) => renderOf(job) ?? []))
      const folders = await store.foldersOf(shown.flatMap((job) => importOf(job) ?? []))
      return shown.map((job) => asWork(job, names, reels, folders))
    },

    async retry(viewer: Viewer, id: string): Promise<void> {
      const job = await workOf(viewer, id)
      if (renderOf(job) !== null)
        throw conflict('not_failed', 'Its credit was given back: generate the reel again on the page of the reels')
      if (!(await queue.retry(id))) throw conflict('not_failed', 'This work is not waiting for another try')
    },

    async cancel(viewer: Viewer, id: string): Promise<void> {
      const job = await workOf(viewer, id)
      const renderId = renderOf(job)
      if (renderId !== null && isLive(job)) return void (await renders.cancel(viewer, renderId))
      if (!(await queue.cancel(id))) throw conflict('not_running', 'This work has ended already')
      const importId = importOf(job)
      if (importId !== null) await imports.cancelled(importId)
    },

    /**
     * Sends what happened after an event, then what happens from now on, each once. Calls `end` when this process ends.
     * Answers how to stop.
     */
    async follow(viewer: Viewer, after: number | null, { send, end }: Stream): Promise<() => void> {
      const scope = scopeOf(viewer)
      const sent = new Set<number>()
      const tell = (row: EventRow) => {
        if (!sent.has(row.id)) send(asEvent(row))
      }
      let meanwhile: EventRow[] | null = []
      const follower = { scope, end, take: (row: EventRow) => (meanwhile ? void meanwhile.push(row) : tell(row)) }
      beginning ??= begin()
      followers.add(follower)
      try {
        await beginning
        for (let from = scope === 'none' ? null : after; from !== null; ) {
          const rows = await store.eventsAfter(scope, from, EVENTS_AT_ONCE)
          for (const row of rows) {
            tell(row)
            sent.add(row.id)
          }
          from = rows.length < EVENTS_AT_ONCE ? null : (rows.at(-1)?.id ?? null)
        }
      } catch (error) {
        followers.delete(follower)
        beginning = undefined
        throw error
      }
      for (const row of meanwhile) tell(row)
      meanwhile = null
      return () => {
        followers.delete(follower)
      }
    },

    /** Forgets what nobody asks for any more. Safe to repeat. */
    tidy: () => store.forgetEvents(clock.now() - HOUR_MS),

    /** Ends all streams: who wants to go on asks another process. */
    end() {
      clearTimeout(looking)
      for (const { end } of followers) end()
      followers.clear()
    },
  }
}

const isShown = (kind: string): kind is WorkKind => WORK_KINDS.some((shown) => shown === kind)

const isFor = (scope: number | 'all' | 'none', { company_id }: EventRow) => scope === 'all' || scope === company_id

const accountOf = ({ kind, key }: JobView) => (kind === 'refresh-account' ? Number(key) : null)

const renderOf = ({ kind, key }: JobView) => (kind === 'render-reel' ? key : null)

const importOf = ({ kind, key }: JobView) => (kind === 'drive-import' ? key : null)

const isLive = ({ state }: JobView) => state === 'waiting' || state === 'running'

const asEvent = (row: EventRow): LiveEvent => ({
  id: row.id,
  kind: row.kind,
  accountId: row.account_id,
  message: row.message,
  at: momentToText(row.at),
})

function asWork(
  job: JobView,
  names: ReadonlyMap<number, string>,
  reels: Awaited<ReturnType<Renders['captions']>>,
  folders: ReadonlyMap<string, string>,
): Work {
  const accountId = accountOf(job)
  const renderId = renderOf(job)
  const reel = renderId === null ? undefined : reels.get(renderId)
  const name = accountId === null ? undefined : names.get(accountId)
  const state = job.state === 'running' || job.state === 'waiting' ? job.state : 'failed'
  return {
    id: job.id,
    kind: job.kind as WorkKind, // only shown kinds come here
    subject: name !== undefined ? `@${name}` : reel ? firstWords(reel.caption) : (folders.get(job.key) ?? null),
    accountId: name === undefined ? null : accountId,
    renderId,
    reelId: reel?.itemId ?? null,
    state,
    progress: job.kind === 'refresh-account' ? null : job.progress,
    message: job.reason,
    createdAt: momentToText(job.createdAt),
    runAt: state === 'waiting' ? momentToText(job.runAt) : null,
  }
}
