/** When and to whom a report is repeated, while it is being chosen. Pure. */
import type { RouteInput } from '@tangelo/contract'
import type { ReportInterval } from '@tangelo/contract/limits'
import { formatDay } from '#lib/format.ts'
import { localOf } from '#lib/zones.ts'
import type { ReportSchedule } from '../queries/reports.ts'
import { addressesIn } from './recipients.ts'

export interface SchedulePlan {
  readonly every: ReportInterval | 'never'
  /** 0 to 23, as the field has it. */
  readonly hour: string
  /** As typed. */
  readonly recipients: string
}

const USUAL_HOUR = '8'

const NO_PLAN: SchedulePlan = { every: 'never', hour: USUAL_HOUR, recipients: '' }

/** Null: of a report that is not repeated yet. */
export function planOf(schedule: ReportSchedule | null): SchedulePlan {
  if (!schedule) return NO_PLAN
  const { every, hour, recipients } = schedule
  return { every, hour: String(hour), recipients: recipients.join(', ') }
}

/** Where nothing is repeated, an hour and addresses mean nothing. */
export function isSamePlan(one: SchedulePlan, other: SchedulePlan): boolean {
  if (one.every === 'never' && other.every === 'never') return true
  return one.every === other.every && one.hour === other.hour && one.recipients === other.recipients
}

/** By the clock that the schedule goes by, wherever the browser is: 'Dec 1, 2026, 08:00'. */
export function formatNext({ nextAt, timeZone }: Pick<ReportSchedule, 'nextAt' | 'timeZone'>): string {
  const { day, time } = localOf(nextAt, timeZone)
  return `${formatDay(day, true)}, ${time}`
}

type ScheduleChange = RouteInput<'PUT /api/report-schedules/:scheduleId'>['body']

/** What of a schedule differs from what is stored: what a person left alone stays as others make it meanwhile. */
export function planChanges(schedule: ReportSchedule, { every, hour, recipients }: SchedulePlan): ScheduleChange {
  const stored = planOf(schedule)
  const isOtherTime = every !== stored.every || hour !== stored.hour
  return {
    ...(isOtherTime && every !== 'never' && { every, hour: Number(hour) }),
    ...(recipients !== stored.recipients && { recipients: addressesIn(recipients) }),
  }
}
