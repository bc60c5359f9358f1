import * as z from 'zod'
import {
  REPORT_BRAND_MAX_LENGTH,
  REPORT_FORMATS,
  REPORT_NOTE_MAX_LENGTH,
  REPORT_SECTIONS,
  REPORT_SUBJECTS,
  REPORT_TITLE_MAX_LENGTH,
} from '../base/limits.ts'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Day, Done, Id, MediaAddress, Moment, Paging, PathId } from '../base/shared.ts'

const Subject = z.strictObject({
  kind: z.enum(REPORT_SUBJECTS, `must be one of: ${REPORT_SUBJECTS.join(', ')}`),
  /** Of the account, the group or the company. */
  id: Id,
})

const Section = z.strictObject({
  kind: z.enum(REPORT_SECTIONS, `must be one of: ${REPORT_SECTIONS.join(', ')}`),
  /** Shown with the section, under the name of the brand. */
  note: z
    .string()
    .trim()
    .max(REPORT_NOTE_MAX_LENGTH, `A note has at most ${REPORT_NOTE_MAX_LENGTH} characters`)
    .nullable()
    .default(null),
})

const Brand = z.strictObject({
  /** Who sends the report. */
  name: oneLine(
    z.string().trim().max(REPORT_BRAND_MAX_LENGTH, `A name has at most ${REPORT_BRAND_MAX_LENGTH} characters`),
  )
    .nullable()
    .default(null),
  /** One of `POST /api/upload/images`, of the report's company. */
  logoUrl: MediaAddress.nullable().default(null),
  /** Where it is hard to read, a darker or lighter one of the same hue is shown. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #00656e')
    .toLowerCase()
    .nullable()
    .default(null),
})

/** What a report says, without its period. */
export const ReportContent = z.strictObject({
  title: oneLine(
    z
      .string('A title is required')
      .trim()
      .min(1, 'A title is required')
      .max(REPORT_TITLE_MAX_LENGTH, `A title has at most ${REPORT_TITLE_MAX_LENGTH} characters`),
  ),
  subject: Subject,
  /** In this order, each at most once. */
  sections: z
    .array(Section)
    .min(1, 'A report has at least one section')
    .max(REPORT_SECTIONS.length)
    .refine((sections) => new Set(sections.map(({ kind }) => kind)).size === sections.length, {
      message: 'must not hold a section twice',
    }),
  brand: Brand.default({ name: null, logoUrl: null, colour: null }),
})
export type ReportContent = z.infer<typeof ReportContent>

const ReportSettings = ReportContent.extend({
  /** Days of the company's time zone, both included. */
  from: Day,
  to: Day,
})

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
