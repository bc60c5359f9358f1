/** What the audit log records of a schedule, and whom it names. Pure. */
import type { AuditDetails, NewAuditEntry } from '#features/core/index.ts'
import type { ScheduleRow } from '../report-schedules.store.ts'

const titleOf = ({ content }: Pick<ScheduleRow, 'content'>): string => JSON.parse(content).title

export const recipientsOf = ({ recipients }: Pick<ScheduleRow, 'recipients'>): string[] => JSON.parse(recipients)

/** What the audit log records of a schedule. */
export const tellingOf = (row: ScheduleRow) => ({
  every: row.every,
  hour: row.hour,
  title: titleOf(row),
  recipients: recipientsOf(row).join(', '),
})

export const scheduleAct = (
  act: 'schedule.made' | 'schedule.changed' | 'schedule.deleted',
  row: ScheduleRow,
  details: AuditDetails = {},
): NewAuditEntry => ({
  act,
  object: { kind: 'schedule', id: row.id, name: titleOf(row) },
  companyId: row.company_id,
  details,
})
