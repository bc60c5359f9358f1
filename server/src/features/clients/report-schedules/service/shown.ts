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
  /** What each is about, as it is called now; as it was called when it was chosen where it is gone, or another company's. */
  async function namesOf(rows: readonly ScheduleRow[]): Promise<Map<number, string>> {
    const names = new Map<number, string>()
    for (const [kind, some] of Map.groupBy(rows, (row) => subjectOf(row).kind)) {
      const found = await store.namesOf(kind, [...new Set(some.map((row) => subjectOf(row).id))])
      for (const row of some) {
        const now = found.find(({ id, company_id }) => id === subjectOf(row).id && company_id === row.company_id)
        names.set(row.id, now?.name ?? row.subject_name)
      }
    }
    return names
  }

  async function asSchedules(rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> {
    const names = await namesOf(rows)
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
      subjectName: names.get(row.id) ?? row.subject_name,
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

const subjectOf = ({ content }: ScheduleRow): ReportSchedule['content']['subject'] => JSON.parse(content).subject
