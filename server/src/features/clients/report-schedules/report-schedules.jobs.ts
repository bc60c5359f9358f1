/**
 * Makes the reports that schedules ask for. A round moves each due schedule on and enqueues one job for its moment, in one
 * transaction; the job freezes the report, which is unique by schedule and moment, and stores its mails with it. Safe to repeat
 * at every step.
 */
import { publishEvents } from '#features/core/index.ts'
import type { Mail } from '#features/mail/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { Failure } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type Handler, type Queue, RetryAt, type RunningJob, type Schedule } from '#ports/queue.ts'
import { reportsChanged } from '../reports/reports.rules.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import type { ReportRow } from '../reports/reports.store.ts'
import { type Period, periodDue } from '../reports/rules/periods.ts'
import { followingDue, momentAt } from './report-schedules.rules.ts'
import { reportSchedulesStore, type ScheduleRow } from './report-schedules.store.ts'
import { mailsOf } from './rules/mails.ts'

const FIND_DUE = 'find-due-reports'
const MAKE_REPORT = 'make-report'
const EVERY_MS = 60_000
const AT_ONCE = 50
const FULL_RETRY_MS = 10 * 60_000

type DueRow = Awaited<ReturnType<ReturnType<typeof reportSchedulesStore>['due']>>[number]

/** A server that was off for long makes the reports of this time, and leaves out earlier ones. */
const MISSED_MAX_MS = 100 * 24 * 60 * 60_000

export function reportScheduleJobs({
  database,
  clock,
  queue,
  log,
  reports,
  mail,
}: {
  database: Database
  clock: Clock
  queue: Queue
  log: Log
  reports: Pick<ReportsService, 'makeDue'>
  mail: Pick<Mail, 'enqueueAll'>
}): { handlers: Handler[]; schedules: Schedule[] } {
  const store = reportSchedulesStore(database.queries)

  async function moveOn({ company_time_zone: timeZone, ...row }: DueRow): Promise<void> {
    const dueAt = Number(row.next_at)
    const { every, hour, next_day: day } = row
    if (row.time_zone !== timeZone) {
      const moved = { next_at: momentAt(day, hour, timeZone), next_day: day, time_zone: timeZone }
      await store.moveOn(row, moved)
      return
    }
    const oldest = clock.now() - MISSED_MAX_MS
    const next = followingDue({ every, hour, day }, oldest, timeZone)
    await database.transaction(async (tx) => {
      const to = { next_at: next.at, next_day: next.day, time_zone: timeZone }
      if (!(await reportSchedulesStore(tx).moveOn(row, to))) return
      if (dueAt < oldest) return
      const payload = { scheduleId: row.id, dueAt, ...periodDue(every, day) }
      await queue.enqueue(tx, [{ kind: MAKE_REPORT, key: `${row.id}:${dueAt}`, companyId: row.company_id, payload }])
      await publishEvents(tx, [{ companyId: row.company_id, kind: 'activity-changed' }], clock.now())
    })
  }

  /** A schedule that fails waits for the next round, and stops no other one. */
  async function findDue(signal: AbortSignal): Promise<void> {
    const failed: number[] = []
    for (;;) {
      const due = await store.due(clock.now(), failed, AT_ONCE)
      for (const row of due) {
        signal.throwIfAborted()
        try {
          await moveOn(row)
        } catch (error) {
          failed.push(row.id)
          log.error({ err: error, scheduleId: row.id }, 'a schedule of reports could not be moved on')
        }
      }
      if (due.length === 0) return
    }
  }

  /** To the recipients as they are now. */
  async function sendTo(tx: Queries, report: ReportRow, { scheduleId, dueAt }: { scheduleId: number; dueAt: number }) {
    const inside = reportSchedulesStore(tx)
    const [schedule, sender] = [await inside.find(scheduleId), await inside.sender(report.company_id)]
    if (!schedule || !sender) return
    const recipients: string[] = JSON.parse(schedule.recipients)
    await mail.enqueueAll(tx, mailsOf(report, { recipients, dueAt, scheduleId, companyName: sender.name }))
  }

  async function make({ payload, signal, complete }: RunningJob): Promise<void> {
    const [scheduleId, dueAt] = [Number(payload.scheduleId), Number(payload.dueAt)]
    const period = { from: Number(payload.from), to: Number(payload.to) }
    const row = await store.find(scheduleId)
    if (!row) return
    const due = { scheduleId, dueAt, content: JSON.parse(row.content), period }
    try {
      await reports.makeDue(
        ownerOf(row),
        due,
        async (tx, report) => {
          await sendTo(tx, report, due)
          await reportSchedulesStore(tx).change(scheduleId, { failure: null })
          await complete(tx)
          await publishEvents(tx, [{ companyId: row.company_id, kind: 'activity-changed' }], clock.now())
        },
        signal,
      )
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      await database.transaction(async (tx) => {
        await reportSchedulesStore(tx).change(scheduleId, { failure: error.message })
        await publishEvents(
          tx,
          [reportsChanged(row), { companyId: row.company_id, kind: 'activity-changed' }],
          clock.now(),
        )
      })
      // Room may be made at any time, until the next report takes the place of this one.
      const again = clock.now() + FULL_RETRY_MS
      if (error.code === 'reports_full' && again < nextAfter(row, period)) throw new RetryAt(error.message, again)
      // An account, a group or a logo that is gone does not come back with another try.
      if (error.status >= 500) throw error
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

/** When the report after the one about this period is due, whose last day is the one before it is due itself. */
const nextAfter = ({ every, hour, time_zone }: ScheduleRow, { to }: Period): number =>
  followingDue({ every, hour, day: to + 1 }, 0, time_zone).at

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
