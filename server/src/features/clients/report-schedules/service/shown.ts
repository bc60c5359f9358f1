/** Schedules as clients get them: with the last report of each, and the recipients that refuse such mails. */
import type { ReportSchedule } from '@tangelo/contract'
import type { CompaniesService } from '#features/identity/index.ts'
import type { ClientAddresses } from '#features/mail/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { notFound } from '#platform/errors.ts'
import type { reportSchedulesStore, ScheduleRow } from '../report-schedules.store.ts'
import { recipientsOf } from '../rules/acts.ts'

export function shownSchedules({
  store,
  companies,
  mailRecipients,
}: {
  store: ReturnType<typeof reportSchedulesStore>
  companies: Pick<CompaniesService, 'timeZoneOf'>
  mailRecipients: ClientAddresses
}) {
  async function asSchedules(rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> {
    const last = await store.lastReports(rows.map(({ id }) => id))
    const refused = await mailRecipients.refusals(rows.flatMap(recipientsOf), 'report')
    const zones = new Map<number, string>()
    for (const { company_id } of rows)
      if (!zones.has(company_id)) zones.set(company_id, await companies.timeZoneOf(company_id))
    return rows.map((row) => ({
      id: row.id,
      companyId: row.company_id,
      every: row.every,
      hour: row.hour,
      content: JSON.parse(row.content),
      recipients: recipientsOf(row),
      refusals: recipientsOf(row).flatMap((address) => {
        const reason = refused.get(address.toLowerCase())
        return reason ? [{ address, reason }] : []
      }),
      subjectName: row.subject_name,
      timeZone: zones.get(row.company_id) ?? 'UTC',
      nextAt: momentToText(Number(row.next_at)),
      lastReportId: last.get(row.id) ?? null,
      failure: row.failure,
      by: row.user_name,
    }))
  }

  async function asSchedule(row: ScheduleRow): Promise<ReportSchedule> {
    const [one] = await asSchedules([row])
    if (!one) throw notFound('Schedule')
    return one
  }

  return { asSchedules, asSchedule }
}
