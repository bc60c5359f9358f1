/**
 * Stores every error that is logged, so that an administrator finds it without reading files (docs/decisions/0018).
 * Errors are collected for a second and counted by fault: a storm of them is a handful of writes. Storing one never
 * fails.
 */
import type { ErrorLogEntry } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { evenOnFullDisk } from '#platform/database/disk-reserve.ts'
import type { Log } from '#platform/log.ts'
import { currentRequestId } from '#platform/request-id.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { reportOf } from './error-log.rules.ts'
import { type CountedError, errorLogStore } from './error-log.store.ts'

export type ErrorLogService = ReturnType<typeof errorLogService>

const KEPT_MAX = 200
const GATHER_MS = 1_000
/** Between tries while the store takes nothing. */
const RETRY_MS = 10_000

export function errorLogService({
  database,
  clock,
  audit,
  secrets,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  /** Values that must stand nowhere. */
  secrets: readonly string[]
}) {
  const store = errorLogStore(database.queries)
  let gathered = new Map<string, CountedError>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function gather(fingerprint: string, one: CountedError): void {
    const known = gathered.get(fingerprint)
    // Too many different ones at once would be memory for nothing: the store keeps no more either.
    if (!known && gathered.size >= KEPT_MAX) return
    const latest = known && known.lastAt > one.lastAt ? known : one
    gathered.set(fingerprint, {
      ...latest,
      times: one.times + (known?.times ?? 0),
      firstAt: Math.min(one.firstAt, known?.firstAt ?? one.firstAt),
    })
  }

  function keep(details: object, doing: string): void {
    const report = reportOf({ reqId: currentRequestId(), ...details }, doing, secrets)
    const now = clock.now()
    gather(report.fingerprint, { ...report, times: 1, firstAt: now, lastAt: now })
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
  }

  /** Writes what was gathered. What the store cannot take now, on a full disk or while it is away, is tried again. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const happened = gathered
    gathered = new Map()
    if (happened.size > 0)
      // What could not be written before is no reason not to try this.
      writing = writing.catch(nothing).then(() => evenOnFullDisk(() => write(happened)))
    return writing.catch(nothing)
  }

  async function write(happened: Map<string, CountedError>): Promise<void> {
    try {
      for (const [fingerprint, one] of happened) {
        await store.keep(one)
        happened.delete(fingerprint)
      }
      await store.keepLatest(KEPT_MAX)
    } catch (error) {
      for (const [fingerprint, one] of happened) gather(fingerprint, one)
      timer ??= setTimeout(() => void flush(), RETRY_MS).unref()
      throw error
    }
  }

  return {
    /** The log, which keeps its errors as well. */
    logging: (log: Log): Log => ({
      error(details, message) {
        log.error(details, message)
        keep(details, message)
      },
      warn: (details, message) => log.warn(details, message),
      info: (details, message) => log.info(details, message),
      debug: (details, message) => log.debug(details, message),
    }),

    async list(): Promise<ErrorLogEntry[]> {
      await flush()
      return (await store.latest(KEPT_MAX)).map((row) => ({
        id: row.id,
        doing: row.doing,
        message: row.message,
        place: row.place,
        times: row.times,
        firstAt: momentToText(row.first_at),
        lastAt: momentToText(row.last_at),
        requestId: row.request_id,
      }))
    },

    async clear(viewer: Viewer): Promise<void> {
      await flush()
      await database.transaction(async (tx) => {
        await errorLogStore(tx).clear()
        await audit.record(tx, viewer, {
          act: 'errors.cleared',
          object: { kind: 'errors', id: null, name: null },
          companyId: null,
        })
      })
    },

    /** Call it before the store is closed. */
    flush,
  }
}

function nothing(): void {}
