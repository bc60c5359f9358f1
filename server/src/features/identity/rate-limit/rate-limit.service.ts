/**
 * How many requests an API token may make: a hundred in any 60 seconds, over all nodes together. One process alone on its store
 * counts in memory, where a check costs microseconds; where several may share the store they count in it, and requests of a
 * token that wait in one process are counted together (docs/decisions/0014).
 */
import { API_REQUESTS_PER_MINUTE } from '@tangelo/contract/limits'
import { type Database, isOrphan } from '#platform/database/database.ts'
import { invalidToken } from '#platform/errors.ts'
import { tooManyRequests } from '#platform/limit-errors.ts'
import type { Clock } from '#ports/clock.ts'
import { grantRequests, type RateLimitDecision, WINDOW_MS } from './rate-limit.rules.ts'
import { rateLimitStore } from './rate-limit.store.ts'

export type RateLimitService = ReturnType<typeof rateLimitService>

/** What a request leaves of the limit. */
export interface Allowance {
  limit: number
  remaining: number
}

interface Waiting {
  resolve(allowance: Allowance): void
  reject(cause: unknown): void
}

export function rateLimitService({
  database,
  clock,
  isAlone,
}: {
  database: Database
  clock: Clock
  /** No other process answers requests on this store. */
  isAlone: boolean
}) {
  const store = rateLimitStore(database.queries)
  const inMemory = new Map<string, number[]>()
  const queues = new Map<string, Waiting[]>()

  function grantInMemory(tokenId: string, wanted: number): RateLimitDecision {
    const passage = grantRequests(inMemory.get(tokenId) ?? [], wanted, clock.now())
    inMemory.set(tokenId, passage.moments)
    return passage
  }

  /** Ends: whenever another process was first, that process has let a request pass. */
  async function grantInStore(tokenId: string, wanted: number): Promise<RateLimitDecision> {
    for (;;) {
      const counted = await store.find(tokenId)
      const passage = grantRequests(counted?.moments ?? [], wanted, clock.now())
      if (passage.granted === 0) return passage
      const isFirst = await (counted
        ? store.replace(tokenId, counted, passage.moments)
        : store.begin(tokenId, passage.moments))
      if (isFirst) return passage
    }
  }

  /** Lets all waiting requests pass, group by group, until none waits. */
  async function serve(tokenId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0)
      try {
        answerGroup(group, await grantInStore(tokenId, group.length))
      } catch (cause) {
        // The token was deleted while its request was under way.
        for (const { reject } of group) reject(isOrphan(cause) ? invalidToken() : cause)
      }
    }
    queues.delete(tokenId)
  }

  return {
    /** Counts a request of this token. Throws `too_many_requests` where the limit is reached; such a request does not count. */
    async count(tokenId: string): Promise<Allowance> {
      if (isAlone) {
        const passage = grantInMemory(tokenId, 1)
        if (passage.granted === 0) throw tooManyRequests(API_REQUESTS_PER_MINUTE, secondsOf(passage))
        return allowanceOf(passage, 0)
      }
      return new Promise((resolve, reject) => {
        const queue = queues.get(tokenId) ?? []
        const isServed = queues.has(tokenId)
        queue.push({ resolve, reject })
        queues.set(tokenId, queue)
        if (!isServed) void serve(tokenId, queue)
      })
    },

    /** Forgets what counts no more. Safe to repeat. */
    purge(): void {
      const now = clock.now()
      for (const [tokenId, moments] of inMemory) if ((moments.at(-1) ?? 0) <= now - WINDOW_MS) inMemory.delete(tokenId)
    },
  }
}

function answerGroup(group: readonly Waiting[], passage: RateLimitDecision): void {
  for (const [at, { resolve, reject }] of group.entries())
    if (at < passage.granted) resolve(allowanceOf(passage, passage.granted - 1 - at))
    else reject(tooManyRequests(API_REQUESTS_PER_MINUTE, secondsOf(passage)))
}

/** `after`: how many of the same group passed later. */
const allowanceOf = ({ moments }: RateLimitDecision, after: number): Allowance => ({
  limit: API_REQUESTS_PER_MINUTE,
  remaining: API_REQUESTS_PER_MINUTE - moments.length + after,
})

const secondsOf = ({ waitMs }: RateLimitDecision) => Math.max(1, Math.ceil(waitMs / 1_000))
