/** What a report is made with. */
import * as z from 'zod'
import {
  REPORT_BRAND_MAX_LENGTH,
  REPORT_NOTE_MAX_LENGTH,
  REPORT_SECTIONS,
  REPORT_SUBJECTS,
  REPORT_TITLE_MAX_LENGTH,
} from '../base/limits.ts'
import { oneLine } from '../base/one-line.ts'
import { Day, Id, MediaAddress } from '../base/shared.ts'

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

export const ReportSettings = ReportContent.extend({
  /** Days of the company's time zone, both included. */
  from: Day,
  to: Day,
})
