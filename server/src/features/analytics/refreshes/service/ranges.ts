/**
 * Nodes share a round: each leases ranges of the profiles that are due, in the order of their time, and reads them. A range is leased by a
 * try of a job, so its lease ends with the heartbeats of its process, and its number is the fence: what is stored under a range
 * that another node has taken over is refused (docs/decisions/0054).
 */
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { ProfileSourceName } from '#ports/instagram.ts'
import type { Queue, RunningJob } from '#ports/queue.ts'
import type { LeasedRange, Owner, ProfileRow } from '../store/profile-rows.ts'
import { rangesStore } from '../store/ranges.ts'

export interface ReadableRange extends LeasedRange {
  profiles: ProfileRow[]
}

export type RefreshRanges = ReturnType<typeof refreshRanges>

export function refreshRanges({ database, clock, queue }: { database: Database; clock: Clock; queue: Queue }) {
  const store = rangesStore(database.queries)
  return {
    /** The longest waiting profiles that no node reads, at most `limit`; null where there are none. */
    lease: (
      source: ProfileSourceName,
      owners: readonly Owner[],
      { kind, tryId }: Pick<RunningJob, 'kind' | 'tryId'>,
      limit: number,
    ): Promise<ReadableRange | null> =>
      database.transaction(async (tx) => {
        const inside = rangesStore(tx)
        const fence = await inside.nextFence(source)
        const running = await queue.runningTries(tx, kind)
        const known = await inside.all(source)
        const dead = known.filter(({ try_id }) => !running.has(try_id))
        await inside.removeOf(
          source,
          dead.map(({ try_id }) => try_id),
        )
        const held = known.filter(({ try_id }) => running.has(try_id))
        const profiles = await inside.dueOutside(owners, held, clock.now(), limit)
        const [first] = profiles
        const last = profiles.at(-1)
        if (!first || !last || !running.has(tryId)) return null
        await inside.add({
          source,
          fence,
          try_id: tryId,
          from_due: first.due_at,
          from_key: first.username_key,
          to_due: last.due_at,
          to_key: last.username_key,
        })
        return { source, fence, profiles }
      }),

    /** Whether this node still has it. */
    isHeld: store.isHeld,

    release: async (range: LeasedRange): Promise<void> => {
      await store.remove(range)
    },
  }
}
