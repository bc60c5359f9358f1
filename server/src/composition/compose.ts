/** Puts the services together: adapters and a store in, services out. Which adapters, says `vendors.ts`. */
import { join } from 'node:path'
import { UPLOADS_BYTES_MAX } from '@tangelo/contract/limits'
import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import { figuresFile } from '#adapters/figures-file/index.ts'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import {
  accountsService,
  imageCacheJobs,
  imageCacheService,
  importFile,
  integrityCheckService,
  metricsImportService,
  metricsService,
  profileSyncService,
  provenanceService,
  refreshAfterAdding,
  refreshesService,
  refreshJobs,
} from '#features/analytics/index.ts'
import { aiClient, draftsService, itemsService, noTables, type WriteThrough } from '#features/content/index.ts'
import {
  attachmentJobs,
  pendingCreates,
  pulledPages,
  pullJobs,
  pullService,
  pushService,
  syncSettingsService,
  tableClient,
} from '#features/content-sync/index.ts'
import {
  auditLogService,
  eventsService,
  idempotencyService,
  type Pause,
  providerQuotasService,
} from '#features/core/index.ts'
import type { DriveOfCompany } from '#features/drive/index.ts'
import { apiTokensService, companiesService, rateLimitService } from '#features/identity/index.ts'
import { errorLogService, integrationsService } from '#features/operations/index.ts'
import { rendersService } from '#features/reels/index.ts'
import type { Config } from '#platform/config.ts'
import type { DataFolder } from '#platform/data-folder.ts'
import { forgetCommitMarks } from '#platform/database/commit-marks.ts'
import type { Database, StoreLocation } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import { type Clock, systemClock } from '#ports/clock.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { Payments } from '#ports/payments.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { Workers } from '#ports/queue.ts'
import type { Renderer } from '#ports/renderer.ts'
import type { Services } from '../app.ts'
import { importInWorker } from '../threads/import-thread.ts'
import { wirePayments } from './billing.ts'
import { wireTexts } from './content.ts'
import { wireDrive } from './drive.ts'
import { wirePeople } from './identity.ts'
import { wireMedia } from './media.ts'
import { wireSystem } from './operations.ts'
import { wireReels } from './reels.ts'
import { settlingBeside } from './settling.ts'
import { aiFor } from './vendors.ts'
import { type ReceiverGuard, wireWebhooks } from './webhooks.ts'

export const storeLocation = (config: Config, folder: Pick<DataFolder, 'databasePath'>): StoreLocation =>
  config.databaseUrl ? { engine: 'postgres', url: config.databaseUrl } : { engine: 'sqlite', path: folder.databasePath }

export interface Wired {
  services: Services
  /** The log, whose errors are kept as well. */
  log: Log
  /** Begins to work on jobs in this process. */
  work(): Workers
  /** Forgets what nobody needs any more. Safe to repeat. */
  purge(): Promise<void>
  /** For the one process of a store, before it works: what earlier processes were doing once may be taken over at once. */
  endLeases(): Promise<void>
}

export function wire({
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
  pictures,
  renderer,
  rendersAtOnce = 1,
  given = new Set(),
  clock = systemClock,
  pause,
  isAlone = false,
  importsIn = 'worker',
  contentDatabase = null,
  ai: aiAt = null,
  aiCallsPerDay: callsPerDay = AI_CALLS_USUAL,
  driveOf,
  payments,
  writeThrough: givenWriteThrough,
  images: givenImages,
  uploadsBytesMax = UPLOADS_BYTES_MAX,
  warnings,
}: {
  database: Database
  folder: Pick<DataFolder, 'path' | 'blobsPath' | 'temporaryPath'>
  session: Config['session']
  encryption: Encryption
  /** Which addresses of receivers may be called. */
  webhooks: ReceiverGuard
  /** The origin of media addresses in what is sent without having been asked for. */
  publicUrl?: string | null
  log: Log
  /** Where blobs are kept instead of in the folder. */
  s3?: Config['s3']
  /** Values of settings that must stand nowhere. */
  secrets?: readonly string[]
  sources?: readonly InstagramSource[]
  pictures: PictureFetch
  renderer: Renderer
  /** Over all nodes. */
  rendersAtOnce?: number
  /** Names of the settings that are given. */
  given?: ReadonlySet<string>
  clock?: Clock
  /** How waiting for a place at a source passes. */
  pause?: Pause
  /** No other process works on this store. */
  isAlone?: boolean
  /** A server imports beside its requests; a command has none and imports itself. */
  importsIn?: 'worker' | 'this thread'
  contentDatabase?: ContentDatabase | null
  /** Who writes texts; what is built in where nobody is connected. */
  ai?: Config['ai']
  /** What one company may ask of them. */
  aiCallsPerDay?: number
  driveOf: (companyId: number) => DriveOfCompany
  payments: Payments
  /** How changes of content reach tables elsewhere; through the content database unless given. */
  writeThrough?: WriteThrough
  /** What works on images; the image library unless given. */
  images?: Parameters<typeof wireMedia>[0]['images']
  /** What the uploaded images and music of one company may take up. */
  uploadsBytesMax?: number
  /** What an administrator should know and mend. */
  warnings: () => Promise<string[]>
}): Wired {
  const audit = auditLogService({ database, clock })
  const errorLog = errorLogService({ database, clock, audit, secrets })
  const log = errorLog.logging(plainLog)
  const blobLocation = { folder: folder.blobsPath, s3 }
  const files = { location: blobLocation, temporaryPath: folder.temporaryPath, companyBytesMax: uploadsBytesMax }
  const media = wireMedia({ database, clock, audit, log, renderer, images: givenImages, ...files })
  const { blobs, images, variants } = media
  const { uploads } = media.services
  const queue = tableQueue({ database, clock, log, isAlone })
  const quotas = providerQuotasService({ database, clock, ...(pause && { pause }) })
  const profiles = profileSyncService({ database, clock, blobs: media.answers, queue, sources, quotas })
  const webhooks = wireWebhooks({ database, clock, queue, log, audit, encryption, guard: webhookGuard, publicUrl })
  const limits = rateLimitService({ database, clock, isAlone })
  const apiTokens = apiTokensService({ database, clock, audit, limits })
  const { attempts, ...people } = wirePeople({
    database,
    clock,
    session,
    encryption,
    audit,
    apiTokens,
    webhookProblem: webhooks.problemOf,
  })
  const companies = companiesService({ database, clock, audit, payments })
  const accounts = accountsService({
    database,
    clock,
    audit,
    onAdded: refreshAfterAdding({ queue, isConnected: sources.length > 0 }),
  })
  const answers = idempotencyService({ database, clock })
  const ai = aiClient({ ai: aiFor({ ai: aiAt }, { images, clock }), quotas, clock, log })
  const client = contentDatabase && tableClient({ contentDatabase, quotas, clock })
  const pages = client && pulledPages({ database, clock, queue })
  const pulls = client && pages && pullService({ database, clock, client, queue, pages })
  const creates = client && pendingCreates({ database, clock, client })
  const writeThrough =
    givenWriteThrough ??
    (client && pages && creates ? pushService({ database, clock, client, pages, creates, uploads }) : noTables)
  const pulling = pulls ? pullJobs({ database, clock, queue, pulls }) : { handlers: [], schedules: [] }
  const content = itemsService({ database, clock, companies, uploads, answers, writeThrough })
  const renders = rendersService({ database, clock, queue, audit })
  const reeling = wireReels({
    database,
    clock,
    answers,
    audit,
    blobs,
    variants,
    accounts,
    companies,
    content,
    uploads,
    renders,
    writeThrough,
    images,
    pictures,
    renderer,
    rendersAtOnce,
    workPath: join(folder.temporaryPath, 'renders'),
  })
  const driving = wireDrive({
    database,
    clock,
    log,
    audit,
    queue,
    encryption,
    content,
    uploads,
    driveOf,
    reels: reeling.services.reels,
    temporaryPath: folder.temporaryPath,
  })
  const paying = wirePayments({ database, clock, audit, queue, encryption, payments })
  const events = eventsService({ database, clock, queue, log, renders, imports: driving.services.driveImports })
  const refreshing = refreshJobs({ database, clock, profiles, quotas })
  return {
    log,
    work() {
      const workers = queue.work(
        [
          ...refreshing.handlers,
          ...imageCacheJobs({ database, clock, blobs, pictures }),
          ...reeling.handlers,
          ...driving.handlers,
          ...paying.handlers,
          ...webhooks.handlers,
          ...pulling.handlers,
          ...(client ? attachmentJobs({ database, clock, client, pictures, uploads }) : []),
        ],
        [...refreshing.schedules, ...pulling.schedules, ...paying.schedules],
      )
      const settle = async () => {
        await renders.purge()
        await driving.settle()
      }
      return settlingBeside(driving.watchBeside(webhooks.watchBeside(workers)), settle, log)
    },
    async purge() {
      await forgetCommitMarks(database)
      await people.auth.purge()
      await apiTokens.purge()
      await events.purge()
      await queue.purge(clock.now() - JOBS_KEPT_MS)
      await profiles.purge()
      await reeling.purge()
      await creates?.purge()
      await driving.purge()
      await paying.purge()
      await webhooks.service.purge()
      await media.purge()
    },
    async endLeases() {
      await answers.endLeases()
      await creates?.endLeases()
    },
    services: {
      ...people,
      apiTokens,
      companies,
      accounts,
      events,
      content,
      drafts: draftsService({ database, clock, content, writeThrough }),
      ...media.services,
      ...reeling.services,
      ...driving.services,
      ...paying.services,
      errorLog: errorLog,
      ...wireSystem({
        database,
        clock,
        audit,
        queue,
        log,
        dataFolder: folder.path,
        s3,
        worksIn: importsIn,
        attempts,
        warnings,
      }),
      auditLog: audit,
      audits: integrityCheckService({ database, clock }),
      metrics: metricsService({ database, clock, accounts, companies, audit }),
      webhooks: webhooks.service,
      ...wireTexts({ database, clock, audit, ai, images, companies, content, uploads, callsPerDay }),
      imageCache: imageCacheService({ database, blobs, imageVariants: variants }),
      refreshes: refreshesService({ database, clock, queue, accounts, profiles }),
      provenance: provenanceService({ database, accounts, blobs: media.answers }),
      contentTables: syncSettingsService({ database, clock, queue, client, audit }),
      integrations: integrationsService({
        database,
        audit,
        sources,
        tables: client,
        ai,
        payments,
        quotas,
        clock,
        drives: driving.services.driveConnections,
        encoder: () => renderer.encoder(),
        bucket: s3 && { whyNot: () => whyNotS3(s3, { clock, log }) },
        isSet: (setting) => given.has(setting),
      }),
      dataImports: metricsImportService({
        database,
        clock,
        accounts,
        companies,
        audit,
        temporaryPath: folder.temporaryPath,
        run:
          importsIn === 'worker'
            ? (job) => importInWorker(job, database, blobLocation)
            : (job) =>
                importFile(job, {
                  database,
                  clock,
                  blobs: media.answers,
                  readerFor: (timeZone) => figuresFile({ now: clock.now, timeZone }),
                }),
      }),
    },
  }
}

/** Work that has ended is forgotten after a week. */
const JOBS_KEPT_MS = 7 * 24 * 60 * 60_000
/** As the setting has it. */
const AI_CALLS_USUAL = 200
