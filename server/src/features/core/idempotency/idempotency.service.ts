/**
 * Requests that carry an `Idempotency-Key` are done once. The key is claimed in a committed row before anything is called, and
 * completed in the transaction that holds the effect; a repeated request waits for that, or gets 409 `in_progress`. A process that
 * was killed loses its claim with its lease, and the next request with the key goes on with the work. A request that failed
 * for certain frees its key. See docs/decisions/0030.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Queries } from '#platform/database/database.ts'
import { leaseMoments } from '#platform/database/lease-moments.ts'
import { Failure, invalidInput } from '#platform/errors.ts'
import { inProgress, isUnclear, LEASE_MS, renewing } from '#platform/lease.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type IdempotencyKey, idempotencyStore } from './idempotency.store.ts'

export type IdempotencyService = ReturnType<typeof idempotencyService>

const KEY = /^[\x21-\x7e]{1,200}$/
const KEPT_MS = 24 * 60 * 60_000
/** A repeated request waits this long for the first one, looking less and less often. */
const WAITS_MS = 3_000
const FIRST_LOOK_MS = 25
const LONGEST_PAUSE_MS = 400
const COME_BACK_MS = 2_000
const FREE_AGAIN_MS = 500

export interface KeyedRequest extends IdempotencyKey {
  asked: string
}

/** The right to execute a request. */
export interface Claim<Answer> {
  /** What the work is known by wherever it is written down before it is done; null for a request without a key. */
  intent: string | null
  /** In the transaction that holds the effect. Throws `in_progress`, which undoes it, when another process has taken over. */
  complete(tx: Queries, answer: Answer): Promise<void>
}

/** Null without a key. Throws `invalid_input` for a key that is none. */
export function toKeyedRequest(viewer: Viewer, companyId: number, key: unknown, body: unknown): KeyedRequest | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalidInput('Idempotency-Key must be 1 to 200 characters without spaces')
  const asked = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { company_id: companyId, user_id: viewer.userId ?? 0, key, asked }
}

export function idempotencyService({ database, clock }: { database: Database; clock: Clock }) {
  const store = idempotencyStore(database.queries)
  const moments = leaseMoments({ database, clock })

  /** The answer where there is one, else the token of the claim; null while another process has it. Throws `key_reused`. */
  async function claim(request: KeyedRequest): Promise<{ answer: string } | { token: string } | null> {
    const lease = { token: randomUUID(), lease_until: moments.end() }
    const kept = await store.find(request, moments.now())
    if (!kept) {
      const row = { ...request, ...lease, answer: '', state: 'in_progress' as const, at: clock.now() }
      return (await store.add(row)) ? { token: lease.token } : claim(request)
    }
    if (kept.asked !== request.asked)
      throw new Failure(422, 'key_reused', 'This Idempotency-Key came with another request: use a new one for each')
    if (kept.state === 'done') return { answer: kept.answer }
    if (kept.is_free === 0) return null
    return (await store.takeOver(request, moments.now(), lease)) ? { token: lease.token } : null
  }

  async function claimOrWait(request: KeyedRequest): Promise<{ answer: string } | { token: string }> {
    const began = performance.now()
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      const claimed = await claim(request)
      if (claimed) return claimed
      if (performance.now() - began > WAITS_MS) throw inProgress(clock.now() + COME_BACK_MS, clock.now())
      await pause(pauseMs)
    }
  }

  /**
   * Frees a claim whose work has failed. While the store is away this goes on behind the answer, until the lease is over: the
   * same request must not wait for that when the store is back.
   */
  async function freeing(free: () => Promise<unknown>, until = performance.now() + LEASE_MS): Promise<void> {
    await free().catch(() => {
      if (performance.now() < until) setTimeout(() => void freeing(free, until), FREE_AGAIN_MS).unref()
    })
  }

  return {
    /** Does the work once for each key. `work` completes its claim in the transaction that holds its effect. */
    async once<Answer>(request: KeyedRequest | null, work: (claim: Claim<Answer>) => Promise<Answer>): Promise<Answer> {
      if (!request) return work({ intent: null, complete: async () => {} })
      const claimed = await claimOrWait(request)
      if ('answer' in claimed) return JSON.parse(claimed.answer)
      const { token } = claimed
      try {
        return await renewing(
          () => store.setLease(request, token, moments.end()),
          () =>
            work({
              intent: `key:${request.user_id}:${request.key}`,
              async complete(tx, answer) {
                if (!(await idempotencyStore(tx).complete(request, token, JSON.stringify(answer))))
                  throw inProgress(clock.now() + COME_BACK_MS, clock.now())
              },
            }),
        )
      } catch (error) {
        const isOpen = isUnclear(error)
        await freeing(() => (isOpen ? store.setLease(request, token, 0) : store.remove(request, token)))
        throw error
      }
    },

    /** No other process works on this store: what is in progress has lost its process. */
    endLeases: (): Promise<unknown> => store.endLeases(),

    /** Forgets answers that no client waits for any more. Safe to repeat. */
    async purge(): Promise<void> {
      await store.forget(clock.now() - KEPT_MS)
    },
  }
}
