/**
 * The one loop of this process that polls for events and delivers them to all streams; it runs while there are streams.
 */
import type { StoreHints } from '#platform/database/store-hints.ts'
import type { Log } from '#platform/log.ts'
import { onBehalfOf } from '#platform/request-id.ts'
import type { EventRow, eventsStore } from './events.store.ts'

/** Screens learn of an event this soon at most. */
const POLL_EVERY_MS = 100
/** While hints of the store are heard, which are followed at once. */
const HINTED_POLL_EVERY_MS = 1_000
/** Between two polls however many hints come: what one transaction after the other commits is read together. */
const HINTS_APART_MS = 20
/** While the store does not answer. */
const LOOK_AGAIN_MS = 1_000
export const EVENTS_AT_ONCE = 500

/** An id that was passed over is looked for this long: longer than a transaction here takes. */
const LATE_MS = 5_000
const PASSED_OVER_MAX = 200

export interface Follower {
  scope: number | 'all' | 'none'
  /** Whose stream it is, for the limits: a session, and a company where there is one. */
  session: string
  companyId: number | null
  take(row: EventRow): void
  end(): void
}

export interface EventFeed {
  /** Every event after its resolution is given to the follower. Rejects, and forgets the follower, while the store is away. */
  join(follower: Follower): Promise<void>
  leave(follower: Follower): void
  /** How many follow now, of those that fit. */
  count(fits: (follower: Follower) => boolean): number
  /** Ends all streams. */
  end(): void
}

export function eventFeed({
  store,
  hints,
  log,
}: {
  store: ReturnType<typeof eventsStore>
  hints: StoreHints
  log: Log
}): EventFeed {
  const followers = new Set<Follower>()
  /** Ids that were passed over: another transaction may still be writing them. With the moment until which they are waited for. */
  const missing = new Map<number, number>()
  let lastSeen = 0
  /** Set from the beginning of the loop to its end, so that there is never a second one. */
  let begun: Promise<void> | null = null
  /** Absent while it is polled, and while no stream is open. */
  let timer: NodeJS.Timeout | undefined
  let isHinted = false
  let polledAt = 0

  /** From here on events are seen: the newest now, and those before it that are still being written. */
  async function begin() {
    try {
      const newest = await store.newestEvent()
      const first = Math.max(1, newest - PASSED_OVER_MAX)
      const known = new Set((await store.eventsAfter('all', first - 1, PASSED_OVER_MAX + 1)).map(({ id }) => id))
      missing.clear()
      for (let id = first; id < newest; id += 1) if (!known.has(id)) missing.set(id, performance.now() + LATE_MS)
      lastSeen = newest
      timer = setTimeout(poll, POLL_EVERY_MS)
    } catch (error) {
      begun = null
      throw error
    }
  }

  async function poll() {
    timer = undefined
    isHinted = false
    try {
      const late = missing.size > 0 ? await store.eventsOf([...missing.keys()]) : []
      const now = performance.now()
      for (const [id, until] of missing) if (until < now) missing.delete(id)
      for (const row of late) missing.delete(row.id)
      deliver(late)
      for (let rows = await next(); rows.length > 0; rows = await next()) deliver(rows)
      planNext(isHinted ? HINTS_APART_MS : waitMs())
    } catch (error) {
      log.error({ err: error }, 'looking for events failed')
      planNext(LOOK_AGAIN_MS)
    }
  }

  const waitMs = () => (hints.isHeard() && missing.size === 0 ? HINTED_POLL_EVERY_MS : POLL_EVERY_MS)

  function planNext(milliseconds: number) {
    polledAt = performance.now()
    if (followers.size > 0) timer = setTimeout(poll, milliseconds)
    else begun = null
  }

  hints.on('events', () => {
    isHinted = true
    // It is being polled, or no stream is open.
    if (timer === undefined) return
    clearTimeout(timer)
    timer = setTimeout(poll, Math.max(0, polledAt + HINTS_APART_MS - performance.now()))
  })

  /** The events after the last that was seen; ids between them that are not there are waited for. */
  async function next(): Promise<EventRow[]> {
    const rows = await store.eventsAfter('all', lastSeen, EVENTS_AT_ONCE)
    for (const { id } of rows) {
      const first = Math.max(lastSeen + 1, id - PASSED_OVER_MAX)
      for (let passed = first; passed < id; passed += 1) missing.set(passed, performance.now() + LATE_MS)
      lastSeen = id
    }
    return rows
  }

  function deliver(rows: EventRow[]) {
    for (const row of rows) for (const { scope, take } of followers) if (isFor(scope, row)) take(row)
  }

  return {
    async join(follower) {
      followers.add(follower)
      // The loop outlives the request that begins it.
      begun ??= onBehalfOf(null, begin)
      try {
        await begun
      } catch (error) {
        followers.delete(follower)
        throw error
      }
    },
    leave(follower) {
      followers.delete(follower)
    },
    count: (fits) => [...followers].filter(fits).length,
    end() {
      clearTimeout(timer)
      timer = undefined
      for (const { end } of followers) end()
      followers.clear()
    },
  }
}

const isFor = (scope: Follower['scope'], { company_id }: EventRow) => scope === 'all' || scope === company_id
