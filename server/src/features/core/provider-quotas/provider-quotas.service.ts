/**
 * The quota of calls to the sources, in the database: all processes together stay within what a source allows. A call
 * takes its slot in the row first; one that has to wait has its slot already.
 */
import { setTimeout as timer } from 'node:timers/promises'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { SourceUse } from '#ports/instagram.ts'
import type { OutsideService, QuotaName, ServiceFailure } from '#ports/outside-service.ts'
import { distanceMs, isPaused, isSpare, pauseAfterFailure, pauseAfterUse } from './provider-quotas.rules.ts'
import { providerQuotasStore } from './provider-quotas.store.ts'

export type { ProviderQuotaRow } from './provider-quotas.store.ts'

export type ProviderQuotasService = ReturnType<typeof providerQuotasService>

/** Places taken at once must not lie further ahead than this: a pause or a failure would find them taken. */
const AHEAD_MS = 2_000

/** How many calls that were not made lately may be made up for at once. */
const UNUSED_CALLS = 10

/** How many wait for a slot together at most: accounts read on demand, the round, and tests of a connection. */
const WAITING_MAX = 16
/** Where callers may be turned away (`withinMs`), slots are never further ahead than this by themselves. */
const PATIENCE_MAX_MS = 60_000

/** No calls before `until`; `failure` is set when the source itself is the cause. */
export interface SourcePause {
  until: number
  failure: string | null
  isRefused: boolean
}
export type CallSlots = { at: number[]; until?: undefined } | ({ at?: undefined } & SourcePause)

interface SlotOptions {
  isAwaited?: boolean
  withinMs?: number
}

const REMOVED = 'This connection has been removed.'
/** Any pause is longer than any wait for a place. */
const PAUSED_LAST_MS = 24 * 60 * 60_000

/** Connections that administrators add have a quota from then until they are removed; others whenever they are called. */
const isOwn = (name: QuotaName) => !name.includes(':')

async function hold(store: ReturnType<typeof providerQuotasStore>, name: QuotaName) {
  if (isOwn(name)) await store.ensure(name)
  return store.hold(name)
}

/** Waits, unless the signal comes first: then it throws. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

/** The latest quota report of a source is written at most this often, while nothing changes. */
const WRITE_EVERY_MS = 60_000

export function providerQuotasService({
  database,
  clock,
  pause = (milliseconds, signal) => timer(milliseconds, undefined, { signal }),
}: {
  database: Database
  clock: Clock
  pause?: Pause
}) {
  const store = providerQuotasStore(database.queries)
  const written = new Map<QuotaName, { at: number; percent: number | null }>()
  return {
    /**
     * The moments at which the next calls may begin, at most `wanted`, at least one; or until when there are none.
     * `isAwaited`: a user waits, so the call may also take some of the recently unused slots. `withinMs`: a slot
     * further ahead is not taken; the moment to retry is returned instead.
     */
    take: (
      source: OutsideService,
      wanted: number,
      { isAwaited = false, withinMs }: SlotOptions = {},
    ): Promise<CallSlots> =>
      database.transaction(async (tx) => {
        const inside = providerQuotasStore(tx)
        const row = await hold(inside, source.name)
        const now = clock.now()
        if (!row) return { until: now + AHEAD_MS, failure: REMOVED, isRefused: false }
        if (isPaused(row.paused_until, now))
          return { until: row.paused_until, failure: row.failure, isRefused: row.failure_kind === 'refused' }
        const distance = distanceMs(source.callsPerHour, row.used_percent)
        const earliest = isAwaited ? now - UNUSED_CALLS * distance : now
        // After a clock was set back, calls must not wait for the old time.
        const reason = withinMs === undefined ? AHEAD_MS + WAITING_MAX * distance : PATIENCE_MAX_MS
        const first = row.next_call_at > now + reason ? now : Math.max(row.next_call_at, earliest)
        if (withinMs !== undefined && first > now + withinMs)
          return { until: Math.ceil(first), failure: null, isRefused: false }
        const count = Math.max(1, Math.min(wanted, Math.floor((now + AHEAD_MS - first) / distance)))
        await inside.set(source.name, { next_call_at: first + count * distance })
        return { at: Array.from({ length: count }, (_, at) => first + at * distance) }
      }),

    /**
     * A slot that nothing else needs, for calls that may wait for days: only while at most half of what the source allows
     * is used, and after a slot that was left free. Answers when to begin or to ask again; null while the source is busy.
     */
    takeSpare: (source: OutsideService): Promise<{ at: number; isTaken: boolean } | null> =>
      database.transaction(async (tx) => {
        const inside = providerQuotasStore(tx)
        const row = await hold(inside, source.name)
        const now = clock.now()
        if (!row || isPaused(row.paused_until, now) || !isSpare(row.used_percent)) return null
        const distance = distanceMs(source.callsPerHour, row.used_percent)
        const free = row.next_call_at + distance
        if (free > now) return { at: free, isTaken: false }
        await inside.set(source.name, { next_call_at: now + distance })
        return { at: now, isTaken: true }
      }),

    async noteSuccess(name: QuotaName, { percent }: SourceUse): Promise<void> {
      const now = clock.now()
      const last = written.get(name)
      const isFresh =
        last && Math.abs(now - last.at) < WRITE_EVERY_MS && Math.abs((percent ?? 0) - (last.percent ?? 0)) < 1
      if (isFresh) return
      written.set(name, { at: now, percent })
      const pausedUntil = pauseAfterUse(percent, now)
      await store.set(name, {
        succeeded_at: now,
        used_percent: percent,
        failures: 0,
        failing_since: null,
        failure: null,
        failure_kind: null,
        ...(pausedUntil > 0 && { paused_until: pausedUntil }),
      })
    },

    noteFailure: (name: QuotaName, failure: ServiceFailure): Promise<void> => {
      written.delete(name)
      return database.transaction(async (tx) => {
        const inside = providerQuotasStore(tx)
        const row = await hold(inside, name)
        if (!row) return
        const now = clock.now()
        const before = { failures: row.failures, failingSince: row.failing_since }
        await inside.set(name, {
          failed_at: now,
          failure: failure.message,
          failure_kind: failure.kind,
          failures: row.failures + 1,
          failing_since: row.failing_since ?? now,
          paused_until: Math.max(row.paused_until, pauseAfterFailure(name, failure, before, now)),
        })
      })
    },

    /**
     * Waits for a slot, and before that for the end of a pause of at most `silenceMs`; returns the slot's moment. Throws
     * what `explain` makes of a longer pause.
     */
    async waitForSlot(
      source: OutsideService,
      signal: AbortSignal,
      {
        silenceMs = 0,
        explain,
        ...options
      }: SlotOptions & { silenceMs?: number; explain: (why: SourcePause) => Error },
    ): Promise<number> {
      let slots = await this.take(source, 1, options)
      if (slots.until !== undefined && !slots.isRefused && slots.until - clock.now() <= silenceMs) {
        await this.waitUntil(slots.until, signal)
        slots = await this.take(source, 1, options)
      }
      if (!slots.at) throw explain(slots)
      const [at = clock.now()] = slots.at
      await this.waitUntil(at, signal)
      return at
    },

    async waitUntil(moment: number, signal: AbortSignal): Promise<void> {
      const wait = moment - clock.now()
      if (wait > 0) await pause(wait, signal)
    },

    /** Ends a pause, for a user who tests whether it works now. What another node has noted since is answered by that test. */
    async unpause(name: QuotaName): Promise<void> {
      written.delete(name)
      if (isOwn(name)) await store.ensure(name)
      await store.set(name, { paused_until: 0 })
    },

    /** For who came later to its place than a service that counts by the second overlooks: the next must not be too near. */
    postpone: store.postpone,

    find: store.find,

    /** In the order in which a call would begin: those that wait for the end of a pause last. */
    async inOrder<Service extends OutsideService>(services: readonly Service[]): Promise<Service[]> {
      if (services.length < 2) return [...services]
      const rows = new Map((await store.all(services.map(({ name }) => name))).map((row) => [row.name, row]))
      const now = clock.now()
      const beginning = ({ name }: Service) => {
        const row = rows.get(name)
        if (!row) return now
        return isPaused(row.paused_until, now) ? row.paused_until + PAUSED_LAST_MS : Math.max(now, row.next_call_at)
      }
      return services.toSorted((one, other) => beginning(one) - beginning(other))
    },

    /** Begins the quota of a connection that is being added. */
    begin: (tx: Queries, name: QuotaName) => providerQuotasStore(tx).ensure(name),

    /** Forgets the quota of a connection that is being removed: no place of it is given out from then on. */
    end: (tx: Queries, name: QuotaName) => providerQuotasStore(tx).remove(name),
  }
}
