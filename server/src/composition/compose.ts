/** Puts the services together: adapters and a store in, services out. Which adapters, says `vendors.ts`. */
import { join } from 'node:path'
import { UPLOADS_BYTES_MAX } from '@tangelo/contract/limits'
import { chromiumPrinter } from '#adapters/pdf/chromium.ts'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { reportFontFaces } from '#adapters/report-font/index.ts'
import { accountBatchesService } from '#features/analytics/index.ts'
import { auditLogService, eventsService, idempotencyService, providerQuotasService } from '#features/core/index.ts'
import { errorLogService, metricsService } from '#features/operations/index.ts'
import { rendersService } from '#features/reels/index.ts'
import { forgetCommitMarks } from '#platform/database/commit-marks.ts'
import { systemClock } from '#ports/clock.ts'
import { composeAlerts } from './alerts.ts'
import { composeAnalytics } from './analytics.ts'
import { composeBilling } from './billing.ts'
import { composeClients } from './clients.ts'
import type { ComposeOptions } from './compose-options.ts'
import type { Composition } from './composition.ts'
import { composeContent } from './content.ts'
import { composeContentSync } from './content-sync.ts'
import { composeDemo } from './demo.ts'
import { composeDrive } from './drive.ts'
import { composeIdentity } from './identity.ts'
import { composeMail } from './mail.ts'
import { countLogErrors, measureRenderer } from './measure.ts'
import { composeMedia } from './media.ts'
import { oneByOne } from './one-by-one.ts'
import { composeOperations } from './operations.ts'
import { composeOwnAccesses, composePublishing } from './publishing.ts'
import { composeReels } from './reels.ts'
import { settlingBeside } from './settling.ts'
import { aiFor } from './vendors.ts'
import { composeWebhooks } from './webhooks.ts'
import { handlersOfNode } from './work.ts'

export function compose({
  database,
  folder,
  session,
  encryption,
  webhooks: webhookGuard,
  publicUrl = null,
  log: plainLog,
  s3 = null,
  secrets = [],
  sources = [],
  openSource,
  graphTokenExpiresAt = null,
  pictures,
  renderer: plainRenderer,
  rendersAtOnce = 1,
  given = new Set(),
  clock = systemClock,
  readElapsedMs = () => performance.now(),
  pause,
  isAlone = false,
  node = null,
  importsIn = 'worker',
  contentDatabase = null,
  ai: aiAt = null,
  aiCallsPerDay: callsPerDay = AI_CALLS_USUAL,
  driveOf,
  payments,
  publishingLogins = {},
  publishingReachesPrivate = false,
  writeThrough: givenWriteThrough,
  images: givenImages,
  uploadsBytesMax = UPLOADS_BYTES_MAX,
  chromiumPath = null,
  pdf: givenPdf,
  mail: sender = null,
  mailProblem = null,
  metrics = null,
  role = 'all',
  workerKinds = null,
  warnings,
  nodes,
}: ComposeOptions): Composition {
  const audit = auditLogService({ database, clock })
  const errorLog = errorLogService({ database, clock, audit, secrets })
  const log = errorLog.logging(metrics ? countLogErrors(plainLog, metrics) : plainLog)
  const renderer = metrics ? measureRenderer(plainRenderer, metrics) : plainRenderer
  const blobLocation = { folder: folder.blobsPath, s3 }
  const files = { location: blobLocation, temporaryPath: folder.temporaryPath, companyBytesMax: uploadsBytesMax }
  const media = composeMedia({ database, clock, audit, log, renderer, images: givenImages, ...files })
  const { blobs, images, variants } = media
  const { uploads } = media.services
  const queue = tableQueue({ database, clock, log, isAlone, node })
  const quotas = providerQuotasService({ database, clock, ...(pause && { pause }) })
  const answers = idempotencyService({ database, clock })
  const parts = { database, clock, audit, queue, log, quotas, encryption, answers, uploads, images, pictures, renderer }
  const mailing = composeMail({ ...parts, readElapsedMs, blobs, sender, publicUrl, problem: mailProblem })
  const { mail, mailRecipients } = mailing.services
  const webhooks = composeWebhooks({ ...parts, guard: webhookGuard, publicUrl })
  const identity = composeIdentity({
    ...parts,
    session,
    payments,
    isAlone,
    mail,
    mailRecipients,
    webhooks,
  })
  const { companies } = identity.services
  const { temporaryPath } = folder
  const { accesses, own } = composeOwnAccesses({ ...parts, logins: publishingLogins })
  const analytics = composeAnalytics({
    ...parts,
    companies,
    sources,
    own,
    confirmName: accesses.confirmName,
    openSource,
    blobs,
    answers: media.answers,
    blobLocation,
    variants,
    temporaryPath,
    worksIn: importsIn,
  })
  const sync = composeContentSync({ ...parts, contentDatabase })
  const writeThrough = givenWriteThrough ?? sync.writeThrough
  const ai = aiFor({ ai: aiAt }, { images, clock })
  const writing = composeContent({ ...parts, companies, writeThrough, ai, callsPerDay })
  const { content, itemChanges: items } = writing.services
  const billing = composeBilling({ ...parts, payments })
  const renders = rendersService({ database, clock, queue, audit })
  const reels = composeReels({
    ...parts,
    blobs,
    variants,
    accounts: analytics.services.accounts,
    companies,
    credits: billing.services.credits,
    items,
    writeThrough,
    renders,
    rendersAtOnce,
    workPath: join(temporaryPath, 'renders'),
  })
  const drive = composeDrive({ ...parts, content, driveOf, reels: reels.services.reels, temporaryPath })
  const events = eventsService({ database, clock, queue, log, renders, imports: drive.services.driveImports })
  const operations = composeOperations({
    ...parts,
    dataFolder: folder.path,
    s3,
    worksIn: importsIn,
    attempts: identity.attempts,
    warnings,
    nodes,
    sources,
    capacity: analytics.capacity,
    sourceConnections: analytics.services.sourceConnections,
    hasSource: analytics.hasSource,
    tables: sync.client,
    ai: writing.ai,
    payments,
    drives: drive.services.driveConnections,
    credits: billing.services.credits,
    isSet: (setting) => given.has(setting),
  })
  const publishing = composePublishing({
    ...parts,
    accounts: analytics.services.accounts,
    imageCache: analytics.services.imageCache,
    logins: publishingLogins,
    accesses,
    blobs,
    answers: media.answers,
    videos: reels.services.videos,
    writeThrough,
    mail,
    publicUrl,
    reachesPrivate: publishingReachesPrivate,
  })
  const alerts = composeAlerts({
    ...parts,
    ...operations,
    mail,
    sources,
    hasSource: analytics.hasSource,
    ...analytics.services,
    graphTokenExpiresAt,
    credits: billing.services.credits,
    ownAccounts: publishing.services.ownAccounts,
  })
  const { dataImports, comparison, tags } = analytics.services
  const clients = composeClients({
    ...parts,
    ...analytics.services,
    blobs,
    companies,
    content,
    attempts: identity.attempts,
    videos: reels.services.videos,
    mail,
    mailRecipients,
    fontFaces: reportFontFaces(),
    pdf: givenPdf ?? chromiumPrinter({ chromiumPath, temporaryPath, log }),
  })
  const accountBatches = accountBatchesService({
    database,
    accounts: analytics.services.accounts,
    counts: {
      groups: comparison.groupsWith,
      links: clients.services.links.countWith,
      linksOfGroups: clients.services.links.countOfGroups,
      reportSchedules: clients.services.reportSchedules.countOf,
      reportSchedulesOfGroups: clients.services.reportSchedules.countOfGroups,
      connections: publishing.services.ownAccounts.countOf,
    },
  })
  const demo = composeDemo({
    ...parts,
    blobs,
    dataImports,
    comparison,
    tags,
    items,
    reels: reels.services.reels,
    renders,
    reports: clients.services.reports,
    credits: billing.services.credits,
    subscription: billing.demoSubscription,
    sweep: media.sweep,
    temporaryPath,
  })
  const handlers = handlersOfNode(
    [analytics, reels, drive, billing, webhooks, sync, clients, publishing, alerts, demo].flatMap(
      ({ handlers }) => handlers,
    ),
    { kinds: workerKinds, metrics },
  )
  return {
    log,
    work() {
      const workers = queue.work(
        handlers,
        [analytics, sync, billing, clients, publishing, alerts].flatMap(({ schedules }) => schedules),
      )
      const settle = () => oneByOne([() => renders.purge(), drive.settle, analytics.settle, demo.settle])
      return settlingBeside(mailing.watchBeside(drive.watchBeside(webhooks.watchBeside(workers))), settle, log)
    },
    purge: () =>
      oneByOne([
        () => forgetCommitMarks(database),
        () => identity.purge(),
        () => events.purge(),
        () => queue.purge(clock.now() - JOBS_KEPT_MS),
        () => analytics.purge(),
        () => reels.purge(),
        async () => sync.creates?.purge(),
        () => drive.purge(),
        () => billing.purge(),
        () => mailing.purge(),
        () => webhooks.service.purge(),
        () => clients.purge(),
        () => publishing.purge(),
        () => alerts.purge(),
        () => media.purge(),
      ]),
    async endLeases() {
      await answers.endLeases()
      await mailing.endLeases()
      await sync.creates?.endLeases()
    },
    endThreads: analytics.endThreads,
    mailSending: mailing.sending,
    metricsPage: metrics && metricsService({ metrics, database, clock, queue, log, role }),
    services: {
      ...mailing.services,
      auditLog: audit,
      events,
      errorLog,
      webhooks: webhooks.service,
      ...identity.services,
      ...analytics.services,
      accountBatches,
      ...media.services,
      ...writing.services,
      ...sync.services,
      ...billing.services,
      ...reels.services,
      ...drive.services,
      ...clients.services,
      ...publishing.services,
      ...operations,
      ...alerts.services,
      ...demo.services,
    },
  }
}

/** Work that has ended is forgotten after a week. */
const JOBS_KEPT_MS = 7 * 24 * 60 * 60_000
/** As the setting has it. */
const AI_CALLS_USUAL = 200
