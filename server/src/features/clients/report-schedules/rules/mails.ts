/** The mails that bring a scheduled report to its recipients. Pure. */
import type { MailRequest } from '#features/mail/index.ts'
import { fileName, mailCauseOf, type ReportContent } from '../../reports/reports.rules.ts'
import type { ReportRow } from '../../reports/reports.store.ts'
import { namePeriod } from '../../reports/rules/periods.ts'

/** One for each recipient, the same however often the job runs. In the name of the report's sender, or of its company. */
export function mailsOf(
  report: Pick<ReportRow, 'company_id' | 'content' | 'first_day' | 'last_day' | 'html_hash'>,
  {
    recipients,
    scheduleId,
    dueAt,
    companyName,
  }: { recipients: readonly string[]; scheduleId: number; dueAt: number; companyName: string },
): MailRequest[] {
  const { title, brand }: ReportContent = JSON.parse(report.content)
  const data = {
    title,
    companyName: brand.name || companyName,
    period: namePeriod({ from: report.first_day, to: report.last_day }).name,
    file: { hash: report.html_hash, name: fileName(report, 'html'), type: 'text/html; charset=utf-8' },
  }
  const cause = mailCauseOf(scheduleId, dueAt)
  // In one order, so that two processes that add the same addresses do not wait for each other.
  const inOrder = recipients.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  const { company_id: companyId } = report
  return inOrder.map((to) => ({ to, companyId, cause, dueAt, kind: 'transactional', template: 'report', data }))
}

/** Who was a recipient and is none any more, however they are spelled. */
export function findRemoved(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(after.map((address) => address.toLowerCase()))
  return before.filter((address) => !kept.has(address.toLowerCase()))
}

/** Once each, however they are spelled; the first spelling counts. */
export function onceEach(addresses: readonly string[]): string[] {
  const keys = addresses.map((address) => address.toLowerCase())
  return addresses.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}
