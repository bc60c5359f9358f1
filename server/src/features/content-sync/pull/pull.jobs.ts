/** When tables are read: every few minutes, on request, and soon after a company names one. */

import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure } from '#ports/content-database.ts'
import { type Handler, type Queue, RetryAt, type RunningJob, type Schedule } from '#ports/queue.ts'
import { CONTENT_PULL } from '../settings/settings.service.ts'
import { type Linked, syncSettingsStore } from '../settings/settings.store.ts'
import { COMPARE_RECORD, nextTry } from './pull.rules.ts'
import type { PullService } from './service/pull-table.ts'
import { Relinked } from './service/store-pages.ts'

const PULL_ROUND = 'content-pull-round'
/** Looks for tables whose time has come; a company that names one waits so long at most. */
const ROUND_EVERY_MS = 30_000
/** Tables read at once by all processes. They share one rate limit. */
const TABLES_AT_ONCE = 2
/** Columns that get other names while they are read: described again so often. */
const TRIES = 3
/** Failures that end by themselves, or with the next pull. */
const PASSING: ReadonlySet<ContentDatabaseFailure['kind']> = new Set(['limited', 'unavailable', 'columns_changed'])

interface Tools {
  database: Database
  clock: Clock
  queue: Queue
  pulls: PullService
}

export function pullJobs(tools: Tools): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      {
        kind: CONTENT_PULL,
        concurrency: TABLES_AT_ONCE,
        // What has been stored stays stored: however often its process ends, it goes on.
        attempts: Number.POSITIVE_INFINITY,
        run: async ([job]) => {
          if (job) await pullOne(job, tools)
          return undefined
        },
      },
      {
        kind: COMPARE_RECORD,
        concurrency: TABLES_AT_ONCE,
        run: async ([job]) => {
          if (job) await compareOne(job, tools)
          return undefined
        },
      },
      {
        kind: PULL_ROUND,
        concurrency: 1,
        run: async () => {
          await pullDue(tools)
          return undefined
        },
      },
    ],
    schedules: [{ kind: PULL_ROUND, everyMs: ROUND_EVERY_MS }],
  }
}

async function pullDue({ database, clock, queue }: Tools): Promise<void> {
  const store = syncSettingsStore(database.queries)
  const isDue = ({ row }: Linked) => row === null || row.next_pull_at <= clock.now()
  for (const { companyId } of (await store.listLinked()).filter(isDue)) {
    const key = String(companyId)
    // In this order: a pull that a user asked for and that has just ended has named a later moment by the second look.
    if (await queue.findLive(CONTENT_PULL, key)) continue
    const link = await store.link(companyId)
    if (!link || !isDue(link)) continue
    await database.transaction((tx) => queue.enqueue(tx, [{ kind: CONTENT_PULL, key, companyId, payload: {} }]))
  }
}

async function pullOne(job: RunningJob, tools: Tools): Promise<void> {
  const { database, clock, pulls } = tools
  const companyId = Number(job.key)
  await publishEvents(database.queries, [{ companyId, kind: 'content-sync-changed' }], clock.now())
  for (let tries = 1; ; tries += 1) {
    const link = await syncSettingsStore(database.queries).link(companyId)
    if (!link) return
    if (!link.row) await database.transaction((tx) => syncSettingsStore(tx).begin(companyId, link.wanted, clock.now()))
    try {
      return await pulls.pull(link, job.signal, { progress: job.progress, settle: job.complete })
    } catch (error) {
      if (error instanceof Relinked) continue
      if (!(error instanceof ContentDatabaseFailure)) throw error
      if (error.kind === 'columns_changed' && tries < TRIES) continue
      return await noteFailure(link, error, tools)
    }
  }
}

/** The table is tried again by itself: soon for what passes, and when its time comes for the rest. */
async function noteFailure({ companyId, wanted }: Linked, failure: ContentDatabaseFailure, { database, clock }: Tools) {
  const now = clock.now()
  const again = nextTry(now, failure.retryAt)
  await database.transaction(async (tx) => {
    if (!(await syncSettingsStore(tx).holds(companyId, wanted))) return
    await syncSettingsStore(tx).set(companyId, {
      failure_kind: failure.kind,
      failure: failure.message,
      next_pull_at: again,
    })
    await publishEvents(tx, [{ companyId, kind: 'content-sync-changed' }], now)
  })
  // Clients see that it waits, and why.
  if (failure.kind === 'limited') throw new RetryAt(failure.message, failure.retryAt ?? again)
}

/** One record, with its item: what either side has changed. Where it fails for good, the next full scan does the same. */
async function compareOne(
  { companyId, payload, signal }: RunningJob,
  { database, clock, pulls }: Tools,
): Promise<void> {
  const link = await syncSettingsStore(database.queries).link(companyId ?? 0)
  if (!link) return
  try {
    await pulls.compare(link, String(payload.recordId), signal)
  } catch (error) {
    if (error instanceof Relinked) return
    if (!(error instanceof ContentDatabaseFailure) || !PASSING.has(error.kind)) throw error
    throw new RetryAt(error.message, nextTry(clock.now(), error.retryAt))
  }
}
