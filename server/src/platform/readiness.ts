/**
 * Whether this process should get requests, as `/readyz` reports to a load balancer: a list of checks, each of which
 * finds a reason against it, or null. A check that throws or hangs is a reason too.
 */
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/** Why a node is not ready. `reason` is for programs, `message` a sentence for people. */
export interface NotReady {
  reason: string
  message: string
}

export interface ReadinessCheck {
  /** What is answered when the check itself fails or takes too long. */
  otherwise: NotReady
  find(): Promise<NotReady | null>
}

/** The node is ending on purpose, and says so before it stops listening: no reason for a line in the log. */
export const DRAINING: NotReady = {
  reason: 'draining',
  message: 'This node is ending: other nodes take its requests.',
}

/** A load balancer polls every few seconds and waits about as long. */
const CHECK_TIMEOUT_MS = 2_000

export interface Readiness {
  /** The first reason in the order of the checks. Never rejects. */
  find(): Promise<NotReady | null>
}

/** A change of the state is logged once, however often a load balancer polls. */
export function readiness(
  checks: readonly ReadinessCheck[],
  { log, timeoutMs = CHECK_TIMEOUT_MS }: { log: Log; timeoutMs?: number },
): Readiness {
  let before: string | null = null

  function note(found: NotReady | null, error: unknown) {
    if ((found?.reason ?? null) === before || found === DRAINING) return
    if (found) log.error({ ...found, ...(error !== undefined && { err: error }) }, 'not ready for requests')
    else log.info({}, 'ready for requests again')
    before = found?.reason ?? null
  }

  return {
    async find() {
      const results = await Promise.all(checks.map((check) => runCheck(check, timeoutMs)))
      const first = results.find(({ found }) => found !== null)
      note(first?.found ?? null, first?.error)
      return first?.found ?? null
    },
  }
}

async function runCheck(
  check: ReadinessCheck,
  timeoutMs: number,
): Promise<{ found: NotReady | null; error?: unknown }> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return { found: await Promise.race([check.find(), timeout.promise]) }
  } catch (error) {
    return { found: check.otherwise, error }
  } finally {
    clearTimeout(timer)
  }
}

/** The store answers a question. */
export const storeAnswers = ({ queries }: Pick<Database, 'queries'>): ReadinessCheck => ({
  otherwise: {
    reason: 'store_unavailable',
    message: 'The database does not answer. Requests work again as soon as it does.',
  },
  async find() {
    await queries.selectNoFrom((select) => select.lit(1).as('one')).execute()
    return null
  },
})
