/** Reports that are made by themselves: what they say, and when. */
import type { ReportSchedule } from '@tangelo/contract'
import { REPORT_SCHEDULES_MAX } from '@tangelo/contract/limits'
import { scopeWithin, visible } from '#features/core/index.ts'
import { type CompaniesService, lockCompany } from '#features/identity/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import { nextMoment } from './report-schedules.rules.ts'
import { reportSchedulesStore, type ScheduleRow } from './report-schedules.store.ts'

export type ReportSchedulesService = ReturnType<typeof reportSchedulesService>

type Fields = Pick<ReportSchedule, 'every' | 'hour' | 'content'>

const LISTED_MAX = 500

export function reportSchedulesService({
  database,
  clock,
  companies,
  reports,
}: {
  database: Database
  clock: Clock
  companies: Pick<CompaniesService, 'timeZoneOf'>
  reports: Pick<ReportsService, 'expectPossible'>
}) {
  const store = reportSchedulesStore(database.queries)

  async function visibleTo(viewer: Viewer, id: number): Promise<ScheduleRow> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Schedule')
    return row
  }

  async function shown(rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> {
    const last = await store.lastReports(rows.map(({ id }) => id))
    const zones = new Map<number, string>()
    for (const { company_id } of rows)
      if (!zones.has(company_id)) zones.set(company_id, await companies.timeZoneOf(company_id))
    return rows.map((row) => ({
      id: row.id,
      companyId: row.company_id,
      every: row.every,
      hour: row.hour,
      content: JSON.parse(row.content),
      subjectName: row.subject_name,
      timeZone: zones.get(row.company_id) ?? 'UTC',
      nextAt: momentToText(Number(row.next_at)),
      lastReportId: last.get(row.id) ?? null,
      failure: row.failure,
      by: row.user_name,
    }))
  }

  async function shownOne(row: ScheduleRow): Promise<ReportSchedule> {
    const [one] = await shown([row])
    if (!one) throw notFound('Schedule')
    return one
  }

  return {
    async list(viewer: Viewer, { companyId }: { companyId?: number | undefined }): Promise<ReportSchedule[]> {
      const scope = scopeWithin(viewer, companyId)
      return scope === 'none' ? [] : shown(await store.list(scope, LISTED_MAX))
    },

    /** Throws `not_found` for a subject that the viewer cannot see, and `too_many_schedules` where there are enough. */
    async create(viewer: Viewer, { every, hour, content }: Fields): Promise<ReportSchedule> {
      const { companyId, name } = await reports.expectPossible(viewer, content)
      const timeZone = await companies.timeZoneOf(companyId)
      const now = clock.now()
      const row = await database.transaction(async (tx) => {
        await lockCompany({ queries: tx, engine: database.engine }, companyId)
        const inside = reportSchedulesStore(tx)
        if ((await inside.count(companyId)) >= REPORT_SCHEDULES_MAX)
          throw conflict('too_many_schedules', `A company has at most ${REPORT_SCHEDULES_MAX} schedules`)
        return inside.add({
          company_id: companyId,
          user_id: viewer.userId,
          user_name: viewer.username,
          every,
          hour,
          content: JSON.stringify(content),
          subject_name: name,
          next_at: nextMoment({ every, hour }, now, timeZone),
          failure: null,
          created_at: now,
        })
      })
      return shownOne(row)
    },

    /** Counts from now on: what was due before stays as it was. Throws `invalid_input` for a subject of another company. */
    async update(
      viewer: Viewer,
      id: number,
      changes: { [Key in keyof Fields]?: Fields[Key] | undefined },
    ): Promise<ReportSchedule> {
      const row = await visibleTo(viewer, id)
      const { every = row.every, hour = row.hour, content } = changes
      const subject = content ? await reports.expectPossible(viewer, content) : null
      if (subject && subject.companyId !== row.company_id)
        throw invalidInput('A schedule stays with its company', { content: 'is about another company' })
      const isMoved = every !== row.every || hour !== row.hour
      const timeZone = await companies.timeZoneOf(row.company_id)
      await store.change(id, {
        every,
        hour,
        ...(isMoved && { next_at: nextMoment({ every, hour }, clock.now(), timeZone) }),
        ...(content && { content: JSON.stringify(content), failure: null }),
        ...(subject && { subject_name: subject.name }),
      })
      return shownOne(await visibleTo(viewer, id))
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      await visibleTo(viewer, id)
      await store.remove(id)
    },
  }
}
