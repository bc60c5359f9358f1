/** Schedules of reports: what they say, and when. */
import type { ReportSchedule } from '@tangelo/contract'
import { REPORT_SCHEDULES_MAX, type ReportSubject } from '@tangelo/contract/limits'
import { seesOwnFigures } from '#features/analytics/index.ts'
import {
  type AuditLog,
  differences,
  type IdempotencyService,
  publishEvents,
  scopeWithin,
  toKeyedRequest,
  visible,
} from '#features/core/index.ts'
import { type CompaniesService, lockCompany } from '#features/identity/index.ts'
import type { ClientAddresses, Mail } from '#features/mail/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { mayShare } from '../links/links.policy.ts'
import { mailCauseOf, reportsChanged } from '../reports/reports.rules.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import { firstDue, keepOwnerSection, nextOf } from './report-schedules.rules.ts'
import { reportSchedulesStore, type ScheduleRow } from './report-schedules.store.ts'
import { recipientsOf, scheduleAct, tellingOf } from './rules/acts.ts'
import { findRemoved, onceEach } from './rules/mails.ts'
import { shownSchedules } from './service/shown.ts'

export type ReportSchedulesService = ReturnType<typeof reportSchedulesService>

type Fields = Pick<ReportSchedule, 'every' | 'hour' | 'content'> & { recipients?: string[] | undefined }

const LISTED_MAX = 500

export function reportSchedulesService({
  database,
  clock,
  audit,
  answers,
  companies,
  reports,
  mail,
  mailRecipients,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  answers: IdempotencyService
  companies: Pick<CompaniesService, 'timeZoneOf'>
  reports: Pick<ReportsService, 'expectPossible' | 'expectCompany'>
  mail: Pick<Mail, 'drop'>
  mailRecipients: ClientAddresses
}) {
  const store = reportSchedulesStore(database.queries)

  const { asSchedules, asSchedule } = shownSchedules({ store, companies, mailRecipients })

  async function visibleTo(viewer: Viewer, id: number): Promise<ScheduleRow> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Schedule')
    return row
  }

  async function countAbout(companyId: number, kind: ReportSubject, ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0
    const isOne = (subject: ReportSchedule['content']['subject']) => subject.kind === kind && ids.includes(subject.id)
    return (await store.contents(companyId)).filter(({ content }) => isOne(JSON.parse(content).subject)).length
  }

  /** Mails of its reports that wait while the mail server is away. `to`: those of all recipients unless given. */
  async function dropMails(tx: Queries, id: number, problem: string, to?: readonly string[]): Promise<void> {
    const due = await reportSchedulesStore(tx).latestDue(id)
    const causes = due.map((dueAt) => mailCauseOf(id, dueAt))
    await mail.drop(tx, causes, problem, to)
  }

  return {
    async list(viewer: Viewer, { companyId }: { companyId?: number | undefined }): Promise<ReportSchedule[]> {
      const scope = scopeWithin(viewer, companyId)
      return scope === 'none' ? [] : asSchedules(await store.list(scope, LISTED_MAX))
    },

    /** Schedules of a company that make reports of one of these accounts. Not limited to what a viewer sees. */
    countOf: (companyId: number, accountIds: readonly number[]) => countAbout(companyId, 'account', accountIds),

    /** The same of groups. */
    countOfGroups: (companyId: number, groupIds: readonly number[]) => countAbout(companyId, 'group', groupIds),

    /**
     * Once for each `Idempotency-Key`. Throws `not_found` for a subject that the viewer cannot see, `access_denied` for recipients of a
     * viewer who may not share, and `too_many_schedules` where there are enough.
     */
    async create(viewer: Viewer, fields: Fields, key: unknown): Promise<ReportSchedule> {
      const { every, hour, content } = fields
      const recipients = onceEach(fields.recipients ?? [])
      mayMail(viewer, recipients, [])
      const { companyId, name } = await reports.expectPossible(viewer, content)
      const question = toKeyedRequest(viewer, companyId, key, { schedule: fields })
      const { id } = await answers.once<{ id: number }>(question, async ({ complete }) => {
        const timeZone = await companies.timeZoneOf(companyId)
        const now = clock.now()
        const due = firstDue({ every, hour }, now, timeZone)
        return database.transaction(async (tx) => {
          await lockCompany({ queries: tx, engine: database.engine }, companyId)
          await reports.expectCompany(tx, companyId)
          const inside = reportSchedulesStore(tx)
          if ((await inside.count(companyId)) >= REPORT_SCHEDULES_MAX)
            throw conflict('too_many_schedules', `A company has at most ${REPORT_SCHEDULES_MAX} schedules`)
          const row = await inside.add({
            company_id: companyId,
            user_id: viewer.userId,
            user_name: viewer.username,
            every,
            hour,
            content: JSON.stringify(content),
            subject_name: name,
            next_at: due.at,
            next_day: due.day,
            time_zone: timeZone,
            failure: null,
            created_at: now,
            recipients: JSON.stringify(recipients),
          })
          const made = { every, hour, ...(recipients.length > 0 && { recipients: recipients.join(', ') }) }
          await audit.record(tx, viewer, scheduleAct('schedule.made', row, made))
          await publishEvents(tx, [reportsChanged(row)], now)
          await complete(tx, { id: row.id })
          return { id: row.id }
        })
      })
      return asSchedule(await visibleTo(viewer, id))
    },

    /** Absent fields stay, and the section that the viewer does not see. Throws `invalid_input` for a subject of another company, `access_denied` as above. */
    async update(
      viewer: Viewer,
      id: number,
      { every, hour, content, recipients }: { [Key in keyof Fields]?: Fields[Key] | undefined },
    ): Promise<ReportSchedule> {
      const seen = await visibleTo(viewer, id)
      const { company_id: companyId } = seen
      mayMail(viewer, recipients ?? [], recipientsOf(seen))
      const subject = content ? await reports.expectPossible(viewer, content) : null
      if (subject && subject.companyId !== companyId)
        throw invalidInput('A schedule stays with its company', { content: 'is about another company' })
      const timeZone = await companies.timeZoneOf(companyId)
      await database.transaction(async (tx) => {
        await lockCompany({ queries: tx, engine: database.engine }, companyId)
        const inside = reportSchedulesStore(tx)
        const before = await inside.find(id)
        if (!before) throw notFound('Schedule')
        const kept =
          content && !seesOwnFigures(viewer) ? keepOwnerSection(content, JSON.parse(before.content)) : content
        const changes = {
          ...(every !== undefined && { every }),
          ...(hour !== undefined && { hour }),
          ...(kept && { content: JSON.stringify(kept), failure: null }),
          ...(recipients && { recipients: JSON.stringify(onceEach(recipients)) }),
          ...(subject && { subject_name: subject.name }),
        }
        const after = { ...before, ...changes }
        await inside.change(id, { ...changes, ...nextOf(before, after, { now: clock.now(), timeZone }) })
        const gone = findRemoved(recipientsOf(before), recipientsOf(after))
        if (gone.length > 0) await dropMails(tx, id, 'The recipient was taken out of the schedule.', gone)
        const details = differences(tellingOf(before), tellingOf(after))
        if (Object.keys(details).length > 0)
          await audit.record(tx, viewer, scheduleAct('schedule.changed', before, details))
        await publishEvents(tx, [reportsChanged(before)], clock.now())
      })
      return asSchedule(await visibleTo(viewer, id))
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      const row = await visibleTo(viewer, id)
      await database.transaction(async (tx) => {
        // A report that is being frozen comes before this, with its mails.
        await lockCompany({ queries: tx, engine: database.engine }, row.company_id)
        await dropMails(tx, id, 'The schedule was deleted.')
        await reportSchedulesStore(tx).remove(id)
        await audit.record(tx, viewer, scheduleAct('schedule.deleted', row))
        await publishEvents(tx, [reportsChanged(row)], clock.now())
      })
    },
  }
}

/** A mail shows a company's data to people without an account, as a link does: who may not share adds no recipient. */
function mayMail(viewer: Viewer, recipients: readonly string[], before: readonly string[]): void {
  const known = new Set(before.map((address) => address.toLowerCase()))
  if (recipients.some((address) => !known.has(address.toLowerCase()))) mayShare(viewer)
}
