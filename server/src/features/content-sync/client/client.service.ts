/**
 * Calls to the table service, within the rate limit that all processes share: at most five a second, and none for half
 * a minute after the service refused one for too many calls.
 */
import { isPaused, type ProviderQuotasService, type SourcePause } from '#features/core/index.ts'
import { Failure } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import { type ContentDatabase, ContentDatabaseFailure, type Turn } from '#ports/content-database.ts'
import type { OutsideService, ServiceFailure } from '#ports/outside-service.ts'

export type TableClient = ReturnType<typeof tableClient>

/** A caller that would wait longer than this gets an error with a retry time. */
const PEOPLE_WAIT_MS = 8_000
const WORK_WAITS_MS = 30_000
/** Work waits for the end of a silence that is no longer: a walk goes on where it was, while its place is still known. */
const SILENCE_WAITED_MS = 45_000
/**
 * The rate limit leaves 41 ms of slack a second; a caller that is later than this for its slot moves all later slots
 * back.
 */
const LATE_MS = 15
/** A test may take this long. */
const TEST_MS = 30_000

/** What each failure says about the service as a whole; the others say that it answers. */
const OF_THE_SERVICE: Partial<Record<ContentDatabaseFailure['kind'], ServiceFailure['kind']>> = {
  unauthorized: 'refused',
  limited: 'limited',
  unavailable: 'unavailable',
  not_understood: 'unavailable',
}

export function tableClient({
  contentDatabase,
  quotas,
  clock,
}: {
  contentDatabase: ContentDatabase
  quotas: ProviderQuotasService
  clock: Clock
}) {
  const service: OutsideService = { name: 'airtable', callsPerHour: contentDatabase.callsPerHour }
  const { title } = contentDatabase

  async function waitForTurn(signal: AbortSignal, withinMs: number, silenceMs: number): Promise<void> {
    const at = await quotas.waitForSlot(service, signal, { withinMs, silenceMs, explain: explainPause })
    const lateMs = clock.now() - at - LATE_MS
    if (lateMs > 0) await quotas.postpone(service.name, lateMs)
    // Another caller may have been refused while this one waited for its slot.
    const row = await quotas.find(service.name)
    if (row && isPaused(row.paused_until, clock.now()))
      throw explainPause({ until: row.paused_until, failure: row.failure, isRefused: row.failure_kind === 'refused' })
  }

  const explainPause = (why: SourcePause) =>
    new ContentDatabaseFailure(
      why.isRefused ? 'unauthorized' : 'limited',
      why.failure ?? `${title} is busy at the moment.`,
      { retryAt: why.until },
    )

  async function reportOutcome<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      const result = await call()
      await quotas.noteSuccess(service.name, { percent: null })
      return result
    } catch (error) {
      if (!(error instanceof ContentDatabaseFailure)) throw error
      const kind = OF_THE_SERVICE[error.kind]
      if (kind) await quotas.noteFailure(service.name, { kind, message: error.message, retryAt: error.retryAt })
      else await quotas.noteSuccess(service.name, { percent: null })
      throw error
    }
  }

  const turn =
    (signal: AbortSignal, withinMs: number, silenceMs = 0): Turn =>
    async (call) => {
      await waitForTurn(signal, withinMs, silenceMs)
      return reportOutcome(() => call(signal))
    }

  return {
    contentDatabase,
    /** For work in the background. Throws `limited` while the service is to be left alone for long. */
    forWork: (signal: AbortSignal): Turn => turn(signal, WORK_WAITS_MS, SILENCE_WAITED_MS),
    /** For requests of users: does not wait long. */
    forPeople: (): Turn => turn(new AbortController().signal, PEOPLE_WAIT_MS),

    /**
     * Makes a small call, also while the service is paused after failures, but not while it refuses calls for being too
     * many. A failure is recorded where `find` of the quota returns it, not thrown.
     */
    async test(): Promise<void> {
      const row = await quotas.find(service.name)
      if (row?.failure_kind === 'limited' && isPaused(row.paused_until, clock.now())) return
      await quotas.unpause(service.name)
      try {
        await contentDatabase.test(turn(AbortSignal.timeout(TEST_MS), PEOPLE_WAIT_MS))
      } catch (error) {
        if (!(error instanceof ContentDatabaseFailure)) throw error
        if (!OF_THE_SERVICE[error.kind])
          await quotas.noteFailure(service.name, { kind: 'refused', message: error.message, retryAt: null })
      }
    },
  }
}

/** A failure of the service as clients see it. Anything else stays as it is. */
export function asFailure(error: unknown, now: number): unknown {
  if (!(error instanceof ContentDatabaseFailure)) return error
  const { kind, message, retryAt, isUncertain } = error
  switch (kind) {
    case 'gone':
      return new Failure(404, 'gone', message)
    case 'refused':
    case 'columns_changed':
    case 'missing':
      return new Failure(409, `table_${kind}`, message)
    case 'limited': {
      const seconds = Math.max(1, Math.ceil(((retryAt ?? now) - now) / 1_000))
      return new Failure(
        503,
        'table_limited',
        `${message} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        { retryAfterSeconds: seconds },
        { 'retry-after': String(seconds) },
      )
    }
    default:
      return new Failure(
        502,
        `table_${kind}`,
        isUncertain
          ? `${message} Should the change have arrived there all the same, it comes here by itself.`
          : message,
      )
  }
}
