import * as z from 'zod'
import { REPORT_FORMATS } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Done, MediaAddress, Moment, Paging, PathId } from '../base/shared.ts'
import { ReportSettings } from './report-settings.ts'

/** A frozen report: its bytes never change. */
export const Report = z.object({
  id: z.int(),
  companyId: z.int(),
  settings: ReportSettings,
  /** The account, group or company as it was called. */
  subjectName: z.string(),
  timeZone: z.string(),
  /** How many accounts its figures are of. */
  accounts: z.int(),
  /** SHA-256 of the HTML file: the same data make the same bytes. */
  hash: z.string(),
  bytes: z.int(),
  frozenAt: Moment,
  /** Null for one that a schedule made. */
  by: z.string().nullable(),
  scheduleId: z.int().nullable(),
})
export type Report = z.infer<typeof Report>

const View = z.object({
  /** The file itself, for a frame or a tab of its own. A capability URL: knowing it grants access until then. */
  url: MediaAddress,
  until: Moment,
})

const Preview = View.extend({
  hash: z.string(),
  bytes: z.int(),
  pictures: z.int(),
  accounts: z.int(),
  colour: z.object({
    chosen: z.string(),
    /** As it is shown on white and on the dark surface. */
    light: z.string(),
    dark: z.string(),
    /** Contrast of the colour as it was given, on white. */
    contrast: z.number(),
  }),
})
export type ReportPreview = z.infer<typeof Preview>

const params = z.strictObject({ reportId: PathId })

export const reports = {
  list: route({
    method: 'GET',
    path: '/api/reports',
    access: 'signedIn',
    summary: 'List the frozen reports, the latest first',
    query: Paging.pick({ limit: true, cursor: true }).extend({ companyId: PathId.optional() }),
    reply: z.array(Report),
    paged: true,
  }),
  /**
   * Once for an `Idempotency-Key`: 422 `key_reused` for another body, 409 `in_progress` while the first one is worked on. 503
   * `too_many_reports` while several of the company are being made, 409 `reports_full` where it keeps as many as it may.
   */
  create: route({
    method: 'POST',
    path: '/api/reports',
    access: 'signedIn',
    summary: 'Make a report of an account, a group or a company and freeze it',
    body: ReportSettings,
    takesKey: true,
    reply: Report,
    status: 201,
  }),
  preview: route({
    method: 'POST',
    path: '/api/reports/preview',
    access: 'signedIn',
    summary: 'Make the file of a report without freezing it',
    body: ReportSettings,
    reply: Preview,
  }),
  read: route({
    method: 'GET',
    path: '/api/reports/:reportId',
    access: 'signedIn',
    summary: 'Read what a frozen report was made with',
    params,
    reply: Report,
  }),
  view: route({
    method: 'POST',
    path: '/api/reports/:reportId/view',
    access: 'signedIn',
    summary: 'Open a frozen report at an address that a browser can show',
    params,
    reply: View,
  }),
  file: route({
    method: 'GET',
    path: '/api/reports/:reportId/file',
    access: 'signedIn',
    summary: 'Download a frozen report: one HTML file, its figures as CSV, or a PDF where the server can make one',
    params,
    query: z.strictObject({
      format: z.enum(REPORT_FORMATS, `must be one of: ${REPORT_FORMATS.join(', ')}`).default('html'),
    }),
    reply: z.string(),
    file: ['text/html', 'text/csv', 'application/pdf'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/reports/:reportId',
    access: 'signedIn',
    summary: 'Delete a frozen report',
    params,
    reply: Done,
  }),
}
