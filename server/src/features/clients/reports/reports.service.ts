/**
 * Reports: made from what the services know, shown before they are kept, and frozen as bytes that never change. The same data
 * make the same bytes (docs/decisions/0043).
 */
import type { Report, ReportPreview } from '@tangelo/contract'
import { PAGE_ROWS_MAX, REPORTS_MAX, type ReportFormat } from '@tangelo/contract/limits'
import { seesOwnFigures } from '#features/analytics/index.ts'
import type { UploadsService } from '#features/content/index.ts'
import {
  type AuditLog,
  type IdempotencyService,
  publishEvents,
  releaseBlobs,
  scopeWithin,
  toKeyedRequest,
  visible,
} from '#features/core/index.ts'
import { type CompaniesService, lockCompany } from '#features/identity/index.ts'
import type { Mail } from '#features/mail/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { accessDenied, conflict, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { PdfPrinter } from '#ports/pdf.ts'
import { fileName, mailCauseOf, periodOf, type ReportContent, reportDeleted, reportsChanged } from './reports.rules.ts'
import { type ReportRow, reportsStore } from './reports.store.ts'
import type { Period } from './rules/periods.ts'
import type { GatherReport } from './service/gather.ts'
import { type MadeReport, reportMaker } from './service/make.ts'
import { shownReports } from './service/shown.ts'
import type { ResolvedSubject } from './service/subjects.ts'
import { reportViews } from './service/views.ts'

export type ReportsService = ReturnType<typeof reportsService>

type Settings = Report['settings']

export function reportsService({
  database,
  clock,
  audit,
  blobs,
  answers,
  companies,
  uploads,
  resolve,
  gather,
  pdf,
  mail,
  fontFaces,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  /** Puts are claimed until a row names them. */
  blobs: BlobStorage
  answers: IdempotencyService
  companies: Pick<CompaniesService, 'timeZoneOf'>
  uploads: Pick<UploadsService, 'imageFor' | 'imagesOf'>
  resolve: (viewer: Viewer, subject: Settings['subject']) => Promise<ResolvedSubject>
  gather: GatherReport
  pdf: PdfPrinter
  mail: Pick<Mail, 'drop'>
  /** Style rules that hold the typeface. */
  fontFaces: string
}) {
  const store = reportsStore(database.queries)
  const views = reportViews({ store, clock })
  const make = reportMaker({ gather, fontFaces })
  const asReports = shownReports({ uploads })

  async function visibleTo(viewer: Viewer, id: number): Promise<ReportRow> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Report')
    return row
  }

  async function read(viewer: Viewer, id: number): Promise<Report> {
    const [report] = await asReports([await visibleTo(viewer, id)])
    if (!report) throw notFound('Report')
    return report
  }

  /** Stores the bytes and the row that names them; `also` runs in the same transaction. */
  async function freeze(
    { subject, timeZone, html, csv }: MadeReport,
    content: ReportContent,
    period: Period,
    by: Pick<ReportRow, 'user_id' | 'user_name' | 'schedule_id' | 'due_at'>,
    also: (tx: Queries, row: ReportRow) => Promise<void>,
  ): Promise<ReportRow> {
    const bytes = Buffer.from(html)
    const [html_hash, csv_hash] = [await blobs.put(bytes), await blobs.put(Buffer.from(csv))]
    return database.transaction(async (tx) => {
      await lockCompany({ queries: tx, engine: database.engine }, subject.companyId)
      await expectCompany(tx, subject.companyId)
      const inside = reportsStore(tx)
      await expectRoom(inside, subject.companyId)
      const row = await inside.add({
        ...by,
        company_id: subject.companyId,
        subject_kind: subject.kind,
        subject_id: content.subject.id,
        subject_name: subject.name,
        first_day: period.from,
        last_day: period.to,
        time_zone: timeZone,
        content: JSON.stringify(content),
        accounts: subject.accounts.length,
        html_hash,
        html_bytes: bytes.length,
        csv_hash,
        frozen_at: clock.now(),
      })
      await also(tx, row)
      await publishEvents(tx, [reportsChanged(row)], clock.now())
      return row
    })
  }

  /** Throws `reports_full`. */
  async function expectRoom(inside: typeof store, companyId: number): Promise<void> {
    if ((await inside.count(companyId)) >= REPORTS_MAX)
      throw conflict('reports_full', `A company keeps at most ${REPORTS_MAX} frozen reports: delete some first`)
  }

  /** In a transaction that has locked the company: it may have been deleted meanwhile. */
  async function expectCompany(tx: Queries, companyId: number): Promise<void> {
    if (!(await reportsStore(tx).hasCompany(companyId))) throw notFound('Company')
  }

  async function bytesOf(hash: string): Promise<Uint8Array> {
    const bytes = await blobs.get(hash)
    if (!bytes) throw notFound('Report')
    return bytes
  }

  /**
   * Throws `not_found` for a subject that the viewer cannot see, `invalid_input` for a logo of another company, `access_denied` for the
   * section of what only owners see where the viewer does not see it.
   */
  async function expectPossible(viewer: Viewer, content: ReportContent): Promise<ResolvedSubject> {
    if (content.sections.some(({ kind }) => kind === 'owner') && !seesOwnFigures(viewer)) throw accessDenied()
    const subject = await resolve(viewer, content.subject)
    const { logoUrl } = content.brand
    if (logoUrl !== null) await uploads.imageFor(subject.companyId, logoUrl, 'brand.logoUrl')
    return subject
  }

  async function prepare(viewer: Viewer, { from, to, ...content }: Settings) {
    const subject = await expectPossible(viewer, content)
    const today = dayOf(clock.now(), await companies.timeZoneOf(subject.companyId))
    return { subject, content, period: periodOf({ from, to }, today) }
  }

  return {
    async list(
      viewer: Viewer,
      { companyId, cursor, limit = PAGE_ROWS_MAX }: PageRequest & { companyId?: number | undefined },
    ): Promise<Page<Report>> {
      const scope = scopeWithin(viewer, companyId)
      if (scope === 'none') return { rows: [], nextCursor: null, total: 0 }
      const after = cursor ? readCursor(cursor, 'integer').id : null
      const [rows, total] = await Promise.all([
        store.page(scope, after === null ? null : Number(after), limit + 1),
        after === null ? store.count(scope) : null,
      ])
      const { page, nextCursor } = cutPage(rows, limit, ({ id }) => [id, id])
      return { rows: await asReports(page), nextCursor, total }
    },

    read,

    /** Once for each `Idempotency-Key`. Throws `not_found` for a subject that the viewer cannot see. */
    async create(viewer: Viewer, settings: Settings, key: unknown, signal?: AbortSignal): Promise<Report> {
      const { subject, content, period } = await prepare(viewer, settings)
      const question = toKeyedRequest(viewer, subject.companyId, key, { report: settings })
      const { id } = await answers.once<{ id: number }>(question, async ({ complete }) => {
        const made = await make(viewer, subject, content, period, { signal })
        const by = { user_id: viewer.userId, user_name: viewer.username, schedule_id: null, due_at: null }
        return { id: (await freeze(made, content, period, by, (tx, { id }) => complete(tx, { id }))).id }
      })
      return read(viewer, id)
    },

    /** The same file, under an address that is good for a while. */
    async preview(viewer: Viewer, settings: Settings, signal?: AbortSignal): Promise<ReportPreview> {
      const { subject, content, period } = await prepare(viewer, settings)
      const { html, pictures, colours } = await make(viewer, subject, content, period, { signal })
      const bytes = Buffer.from(html)
      const hash = await blobs.put(bytes)
      return {
        ...(await views.open(subject.companyId, hash)),
        hash,
        bytes: bytes.length,
        pictures,
        accounts: subject.accounts.length,
        colour: { chosen: colours.area, light: colours.light.ink, dark: colours.dark.ink, contrast: colours.contrast },
      }
    },

    async view(viewer: Viewer, id: number): Promise<{ url: string; until: string }> {
      const row = await visibleTo(viewer, id)
      return views.open(row.company_id, row.html_hash)
    },

    /** Capability URL: knowing the address grants access until its time is over. */
    async readView(id: string): Promise<Uint8Array> {
      return bytesOf(await views.hashAt(id))
    },

    /** The frozen bytes; a PDF is printed from them. Throws `pdf_unavailable` where this server cannot print. */
    async file(
      viewer: Viewer,
      id: number,
      format: ReportFormat,
      signal?: AbortSignal,
    ): Promise<{ name: string; type: string; bytes: Uint8Array }> {
      const row = await visibleTo(viewer, id)
      const name = fileName(row, format)
      if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', bytes: await bytesOf(row.csv_hash) }
      const html = await bytesOf(row.html_hash)
      if (format === 'html') return { name, type: 'text/html; charset=utf-8', bytes: html }
      return { name, type: 'application/pdf', bytes: await pdf.print(html, signal) }
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      const row = await visibleTo(viewer, id)
      await database.transaction(async (tx) => {
        const inside = reportsStore(tx)
        await inside.remove(id)
        await inside.removeViews(row)
        if (row.schedule_id !== null && row.due_at !== null)
          await mail.drop(tx, [mailCauseOf(row.schedule_id, row.due_at)], 'The report was deleted.')
        await releaseBlobs(tx, [row.html_hash, row.csv_hash], clock.now())
        await audit.record(tx, viewer, reportDeleted(row))
        await publishEvents(tx, [reportsChanged(row)], clock.now())
      })
    },

    /**
     * What a schedule asks for at this moment, once; without a logo that is gone. `also` runs with it in one transaction. Throws
     * `not_found` for a subject that is gone, `group_empty` for a group that has lost its accounts, `reports_full`.
     */
    async makeDue(
      viewer: Viewer,
      {
        scheduleId,
        dueAt,
        content,
        period,
      }: { scheduleId: number; dueAt: number; content: ReportContent; period: Period },
      also: (tx: Queries, row: ReportRow) => Promise<void>,
      signal?: AbortSignal,
    ): Promise<void> {
      if (await store.ofDue(scheduleId, dueAt)) return
      const subject = await resolve(viewer, content.subject)
      // Its recipients would be the first to see it.
      if (subject.kind === 'group' && subject.accounts.length === 0)
        throw conflict('group_empty', 'This group has no accounts any more')
      await expectRoom(store, subject.companyId)
      const made = await make(viewer, subject, content, period, { signal, isJob: true })
      const by = { user_id: null, user_name: null, schedule_id: scheduleId, due_at: dueAt }
      await freeze(made, content, period, by, also)
    },

    /** A file that is stored nowhere, made in turn with the reports of its company; without a logo that is gone. */
    async makeFile(
      viewer: Viewer,
      content: ReportContent,
      period: Period,
      options: { kind: string; signal: AbortSignal | undefined },
    ): Promise<MadeReport> {
      return make(viewer, await resolve(viewer, content.subject), content, period, options)
    },

    expectPossible,

    expectCompany,

    /** Forgets addresses of previews whose time is over. Safe to repeat. */
    async purge(): Promise<void> {
      await views.forgetOld()
    },
  }
}
