/** The wiring of what clients receive: reports, made from the services of other domains, and their schedules. */
import type {
  AccountsService,
  AnalysisService,
  ComparisonService,
  ImageCacheService,
  MetricsService,
  PostsService,
} from '#features/analytics/index.ts'
import {
  approvalAnswers,
  approvalJobs,
  approvalMedia,
  approvalPage,
  approvalsService,
  approvalWithdrawal,
  calendarLinkPage,
  linkPages,
  linksService,
  linksView,
  liveFiles,
  reportGatherer,
  reportPictures,
  reportScheduleJobs,
  reportSchedulesService,
  reportSubjects,
  reportsService,
  reportsView,
} from '#features/clients/index.ts'
import type { ItemsService, UploadsService } from '#features/content/index.ts'
import type { AuditLog, IdempotencyService } from '#features/core/index.ts'
import type { CompaniesService, LoginThrottle } from '#features/identity/index.ts'
import type { ClientAddresses, Mail } from '#features/mail/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { PdfPrinter } from '#ports/pdf.ts'
import type { Queue } from '#ports/queue.ts'

export function composeClients({
  accounts,
  comparison,
  imageCache,
  queue,
  videos,
  mail,
  mailRecipients,
  ...parts
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  log: Log
  queue: Queue
  answers: IdempotencyService
  encryption: Encryption
  blobs: BlobStorage
  accounts: AccountsService
  metrics: MetricsService
  posts: PostsService
  analysis: AnalysisService
  comparison: ComparisonService
  imageCache: ImageCacheService
  content: ItemsService
  companies: CompaniesService
  uploads: UploadsService
  pdf: PdfPrinter
  fontFaces: string
  attempts: LoginThrottle
  videos: Parameters<typeof approvalMedia>[0]['videos']
  mail: Mail
  mailRecipients: ClientAddresses
}) {
  const { database, clock, audit, log, answers, encryption, companies, uploads } = parts
  const view = reportsView(database.queries)
  const resolve = reportSubjects({ view, accounts, comparison })
  const pictures = reportPictures({ imageCache, uploads })
  const gather = reportGatherer({ ...parts, comparison, pictures })
  const reports = reportsService({ ...parts, resolve, gather, mail })
  const files = liveFiles({
    clock,
    companies,
    view: linksView(database.queries),
    companyName: async (id) => (await view.company(id))?.name ?? null,
    reports,
  })
  const withdraw = approvalWithdrawal({ clock, audit, mail })
  const links = linksService({ ...parts, accounts, reports, files, endTarget: { approval: withdraw } })
  const calendar = calendarLinkPage({ clock, content: parts.content, pictures })
  const media = approvalMedia({ imageCache, uploads, videos })
  const pages = {
    ...linkPages({ reports, files, readBlob: parts.blobs.get, calendar }),
    approval: approvalPage({ database, clock, media, uploads }),
  }
  const approvals = approvalsService({
    database,
    clock,
    audit,
    answers,
    encryption,
    content: parts.content,
    reports,
    links,
    withdraw,
    mail,
    mailRecipients,
  })
  const ofSchedules = reportScheduleJobs({ database, clock, queue, log, reports, mail })
  const ofApprovals = approvalJobs({ database, clock, audit })
  const reportSchedules = reportSchedulesService({
    database,
    clock,
    audit,
    answers,
    companies,
    reports,
    mail,
    mailRecipients,
  })
  return {
    services: {
      reports,
      reportSchedules,
      links,
      linkPages: pages,
      approvals,
      approvalAnswers: approvalAnswers({ database, clock, queue }),
    },
    handlers: [...ofSchedules.handlers, ...ofApprovals.handlers],
    schedules: ofSchedules.schedules,
    async purge() {
      await reports.purge()
      await links.purge()
    },
  }
}
