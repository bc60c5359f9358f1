/** A stored report as the wire shows it, and what a request may ask. */
import type { Report } from '@tangelo/contract'
import { REPORT_DAYS_MAX } from '@tangelo/contract/limits'
import type { NewAuditEntry } from '#features/core/index.ts'
import { dayToText, momentToText } from '#platform/calendar.ts'
import { invalidInput } from '#platform/errors.ts'
import type { ReportRow } from './reports.store.ts'
import { type Period, periodFromText } from './rules/periods.ts'

/** What a report says, without its period. */
export type ReportContent = Omit<Report['settings'], 'from' | 'to'>

/** Throws `invalid_input` for days in the wrong order, too many of them, or a period that has not begun. */
export function periodOf(settings: { from: string; to: string }, today: number): Period {
  const period = periodFromText(settings)
  if (period.from > period.to) throw invalidInput('from must not be after to', { from: 'must not be after to' })
  if (period.to - period.from + 1 > REPORT_DAYS_MAX)
    throw invalidInput('A report covers at most three years', { from: 'is more than three years before to' })
  if (period.from > today) throw invalidInput('The period has not begun yet', { from: 'is in the future' })
  return period
}

export const asReport = (row: ReportRow): Report => ({
  id: row.id,
  companyId: row.company_id,
  settings: { ...JSON.parse(row.content), from: dayToText(row.first_day), to: dayToText(row.last_day) },
  subjectName: row.subject_name,
  timeZone: row.time_zone,
  accounts: row.accounts,
  hash: row.html_hash,
  bytes: Number(row.html_bytes),
  frozenAt: momentToText(Number(row.frozen_at)),
  by: row.user_name,
  scheduleId: row.schedule_id,
})

/** For open screens, of reports and of schedules. */
export const reportsChanged = ({ company_id }: { company_id: number }) =>
  ({ companyId: company_id, kind: 'reports-changed' }) as const

/** What the audit log records of a deleted report: which bytes they were. */
export const reportDeleted = (row: ReportRow): NewAuditEntry => ({
  act: 'report.deleted',
  object: { kind: 'report', id: row.id, name: titleOf(row) },
  companyId: row.company_id,
  details: { from: dayToText(row.first_day), to: dayToText(row.last_day), hash: row.html_hash },
})

const titleOf = ({ content }: Pick<ReportRow, 'content'>): string => JSON.parse(content).title

/** The name of a file in every file system: letters, digits and hyphens. */
export function fileName(row: Pick<ReportRow, 'content' | 'first_day' | 'last_day'>, format: string): string {
  const words = titleOf(row)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${words || 'report'}-${dayToText(row.first_day)}-${dayToText(row.last_day)}.${format}`
}

/** What the mails of a scheduled report are about: the moment of its schedule. */
export const mailCauseOf = (scheduleId: number, dueAt: number): string => `report:${scheduleId}:${dueAt}`
