import * as z from 'zod'
import { CLIENT_MAIL_REFUSALS, REPORT_INTERVALS, REPORT_RECIPIENTS_MAX } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Done, Moment, PathId } from '../base/shared.ts'
import { MailAddress } from '../mail/recipients.ts'
import { ReportContent } from './report-settings.ts'

const ScheduleFields = z.strictObject({
  /** On Mondays about the week before, or on the first of a month about the month before. */
  every: z.enum(REPORT_INTERVALS, `must be one of: ${REPORT_INTERVALS.join(', ')}`),
  /** On the clocks of the company's time zone, 0 to 23. */
  hour: z.int('must be a whole number').min(0, 'must be at least 0').max(23, 'must be at most 23'),
  content: ReportContent,
  /** Who gets each report by mail, once each; empty unless given. Administrators and pro users add them. */
  recipients: z
    .array(MailAddress)
    .max(REPORT_RECIPIENTS_MAX, `must hold at most ${REPORT_RECIPIENTS_MAX} addresses`)
    .optional(),
})

export const ReportSchedule = ScheduleFields.extend({
  id: z.int(),
  companyId: z.int(),
  recipients: z.array(z.string()),
  /** Recipients that get none, and why. */
  refusals: z.array(z.object({ address: z.string(), reason: z.enum(CLIENT_MAIL_REFUSALS) })),
  subjectName: z.string(),
  timeZone: z.string(),
  nextAt: Moment,
  /** Of the last one that it made. */
  lastReportId: z.int().nullable(),
  /** Why the last report could not be made, in one sentence; null where it could. */
  failure: z.string().nullable(),
  by: z.string(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const params = z.strictObject({ scheduleId: PathId })

export const reportSchedules = {
  list: route({
    method: 'GET',
    path: '/api/report-schedules',
    access: 'signedIn',
    summary: 'List the schedules of reports, the next first',
    query: z.strictObject({ companyId: PathId.optional() }),
    reply: z.array(ReportSchedule),
  }),
  /** Once for an `Idempotency-Key`, as a report. */
  create: route({
    method: 'POST',
    path: '/api/report-schedules',
    access: 'signedIn',
    summary: 'Have a report made and frozen every week or every month',
    body: ScheduleFields,
    takesKey: true,
    reply: ReportSchedule,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/report-schedules/:scheduleId',
    access: 'signedIn',
    summary: 'Change when a report is made and what it says; absent fields stay',
    params,
    body: ScheduleFields.partial(),
    reply: ReportSchedule,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/report-schedules/:scheduleId',
    access: 'signedIn',
    summary: 'End a schedule; the reports that it made stay',
    params,
    reply: Done,
  }),
}
