/**
 * Makes reports when their time has come. A round moves each due schedule on and enqueues one job for its moment, in one
 * transaction; the job freezes the report, which is unique by schedule and moment. Safe to repeat at every step.
 */
import type { CompaniesService } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Handler, Queue, RunningJob, Schedule } from '#ports/queue.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import { periodDue } from '../reports/rules/periods.ts'
import { nextMoment } from './report-schedules.rules.ts'
import { reportSchedulesStore, type ScheduleRow } from './report-schedules.store.ts'

const FIND_DUE = 'find-due-reports'
const MAKE_REPORT = 'make-report'
const EVERY_MS = 60_000
const AT_ONCE = 50
/** A server that was off for long makes the reports of this time, and leaves out earlier ones. */
const MISSED_MAX_MS = 100 * 24 * 60 * 60_000

export function reportScheduleJobs({
  database,
  clock,
  queue,
  companies,
  reports,
}: {
  database: Database
  clock: Clock
  queue: Queue
  companies: Pick<CompaniesService, 'timeZoneOf'>
  reports: Pick<ReportsService, 'makeDue'>
}): { handlers: Handler[]; schedules: Schedule[] } {
  const store = reportSchedulesStore(database.queries)

  async function enqueue(row: ScheduleRow): Promise<void> {
    const dueAt = Number(row.next_at)
    const timeZone = await companies.timeZoneOf(row.company_id)
    const next = nextMoment(row, Math.max(dueAt, clock.now() - MISSED_MAX_MS), timeZone)
    await database.transaction(async (tx) => {
      if (!(await reportSchedulesStore(tx).moveOn(row.id, dueAt, next))) return
      if (dueAt < clock.now() - MISSED_MAX_MS) return
      const payload = { scheduleId: row.id, dueAt }
      await queue.enqueue(tx, [{ kind: MAKE_REPORT, key: `${row.id}:${dueAt}`, companyId: row.company_id, payload }])
    })
  }

  async function findDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      const due = await store.due(clock.now(), AT_ONCE)
      for (const row of due) {
        signal.throwIfAborted()
        await enqueue(row)
      }
      if (due.length === 0) return
    }
  }

  async function make({ payload, signal, complete }: RunningJob): Promise<void> {
    const [scheduleId, dueAt] = [Number(payload.scheduleId), Number(payload.dueAt)]
    const row = await store.find(scheduleId)
    if (!row) return
    const period = periodDue(row.every, dueAt, await companies.timeZoneOf(row.company_id))
    const due = { scheduleId, dueAt, content: JSON.parse(row.content), period }
    try {
      await reports.makeDue(
        ownerOf(row),
        due,
        async (tx) => {
          await reportSchedulesStore(tx).change(scheduleId, { failure: null })
          await complete(tx)
        },
        signal,
      )
    } catch (error) {
      if (error instanceof Failure) await store.change(scheduleId, { failure: error.message })
      // An account, a group or a logo that is gone does not come back with another try.
      if (error instanceof Failure && error.status < 500) return
      throw error
    }
  }

  return {
    handlers: [
      {
        kind: FIND_DUE,
        concurrency: 1,
        run: async ([job]) => {
          if (job) await findDue(job.signal)
          return undefined
        },
      },
      {
        kind: MAKE_REPORT,
        concurrency: 1,
        run: async ([job]) => {
          if (job) await make(job)
          return undefined
        },
      },
    ],
    schedules: [{ kind: FIND_DUE, everyMs: EVERY_MS }],
  }
}

/** The company itself: the user who made the schedule may be gone, and sees no more than the company does. */
const ownerOf = ({ company_id }: ScheduleRow): Viewer => ({
  userId: null,
  username: '',
  role: 'pro',
  companyId: company_id,
  companyName: null,
  mustChangePassword: false,
  address: null,
  via: 'server',
})
