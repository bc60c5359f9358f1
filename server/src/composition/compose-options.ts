/** What a process, a command or a test gives to `compose.ts`: the store, the settings, and adapters of the outside. */
import type { WriteThrough } from '#features/content/index.ts'
import type { Pause } from '#features/core/index.ts'
import type { DriveOfCompany } from '#features/drive/index.ts'
import type { Config } from '#platform/config.ts'
import type { DataFolder } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import type { Nodes } from '#platform/database/nodes.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { OpenSource } from '#ports/instagram-connection.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { Payments } from '#ports/payments.ts'
import type { PdfPrinter } from '#ports/pdf.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import type { Renderer } from '#ports/renderer.ts'
import type { MailSender } from './mail.ts'
import type { composeMedia } from './media.ts'
import type { ReceiverGuard } from './webhooks.ts'

export interface ComposeOptions {
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
  /** Those of the settings. */
  sources?: readonly InstagramSource[]
  /** What opens the connections that administrators add to the sources. */
  openSource: OpenSource
  /** When the token of the Graph API ends; null where that is not said. */
  graphTokenExpiresAt?: number | null
  pictures: PictureFetch
  renderer: Renderer
  /** Over all nodes. */
  rendersAtOnce?: number
  /** Names of the settings that are given. */
  given?: ReadonlySet<string>
  clock?: Clock
  /** Milliseconds of this process's own time, which no clock setting moves. */
  readElapsedMs?: () => number
  /** How waiting for a place at a source passes. */
  pause?: Pause
  /** No other process works on this store. */
  isAlone?: boolean
  /** Names the place of this process, which has one process at a time. */
  node?: string | null
  /** A server imports beside its requests; a command has none and imports itself. */
  importsIn?: 'worker' | 'this thread'
  contentDatabase?: ContentDatabase | null
  /** Who writes texts; what is built in where no provider is connected. */
  ai?: Config['ai']
  /** What one company may ask of them. */
  aiCallsPerDay?: number
  driveOf: (companyId: number) => DriveOfCompany
  payments: Payments
  /** With what owners connect their accounts; nothing unless given. */
  publishingLogins?: PublishingLogins
  /** Their service stands in this network, and fetches from it: a mock server. */
  publishingReachesPrivate?: boolean
  /** How changes of content reach tables elsewhere; through the content database unless given. */
  writeThrough?: WriteThrough
  /** What works on images; the image library unless given. */
  images?: Parameters<typeof composeMedia>[0]['images']
  /** What the uploaded images and music of one company may take up. */
  uploadsBytesMax?: number
  /** What prints PDFs; the first Chromium that is found unless given. */
  chromiumPath?: string | null
  /** Who prints PDFs; a Chromium of this machine unless given. */
  pdf?: PdfPrinter
  /** What sends mail, and in whose name; null while mail is off. */
  mail?: MailSender | null
  /** Why mail is off although settings for it are given, in a sentence. */
  mailProblem?: string | null
  /** What requests, work and errors are recorded in; null where nothing is. */
  metrics?: Metrics | null
  role?: Config['role']
  /** The kinds of jobs that this process works on; null for all. */
  workerKinds?: Config['workerKinds']
  /** What an administrator should know and mend. */
  warnings: () => Promise<string[]>
  /** The processes that work on the store. */
  nodes: Pick<Nodes, 'list' | 'label'>
}
