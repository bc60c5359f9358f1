/** What a world of tests has, and what a test may say about the one that it wants. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { WriteThrough } from '#features/content/index.ts'
import type { DriveOfCompany } from '#features/drive/index.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import type { Images } from '#ports/images.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { OpenSource } from '#ports/instagram-connection.ts'
import type { Payments } from '#ports/payments.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import type { Workers } from '#ports/queue.ts'
import type { AppOptions, Services } from '../app.ts'
import type { compose } from '../composition/compose.ts'
import type { Person } from './people.ts'
import type { TestRenderer } from './test-renderer.ts'

export interface World {
  app: FastifyInstance
  services: Services
  /** Begins to work on jobs; the world ends it. */
  work(): Workers
  purge(): Promise<void>
  /** Sends mail that is due, as the workers do all the time; answers how many were tried. */
  sendMail(): Promise<number>
  database: Database
  folder: string
  renderer: TestRenderer
  /** Of the secrets in this store. */
  encryption: Encryption
  clock: { now(): number; moveBy(milliseconds: number): void }
  tokens: Record<Person, string>
  /** Sends a request as this actor; a body is JSON unless it is a FormData. */
  ask(
    who: Person | 'stranger' | 'garbage',
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object | FormData,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export interface Given {
  /** Accounts of company 1 (or of the one named), by username. */
  accounts?: (string | { username: string; companyId: number })[]
  /**
   * What else is there at the beginning. It is done once, through HTTP as well, for all worlds that name the same function: each
   * begins with a copy of the store, and of the data folder.
   */
  furnish?: (here: World) => Promise<void>
  /** `file`: the caller closes the world itself, in afterAll. */
  until?: 'test' | 'file'
  importsIn?: 'worker' | 'this thread'
  /** How long sessions live; long enough for a day of tests unless given. */
  session?: { idleMs: number; maxMs: number }
  /** Which receivers of webhooks may be called; those on the public internet unless given. */
  webhooks?: Parameters<typeof compose>[0]['webhooks']
  /** Made with the clock of the world; none unless given. */
  sources?: (clock: World['clock']) => InstagramSource[]
  /** What opens the connections that administrators add; at addresses that nothing answers unless given. */
  openSource?: (clock: World['clock']) => OpenSource
  /** When the token of the Graph API ends. */
  graphTokenExpiresAt?: number
  pictures?: PictureFetch
  /** Made with the clock of the world; none unless given. */
  contentDatabase?: (clock: World['clock']) => ContentDatabase
  /** With which owners connect their accounts; made with the clock of the world, none unless given. */
  publishingLogins?: (clock: World['clock']) => PublishingLogins
  /** An empty folder for each company unless given. */
  driveOf?: (companyId: number) => DriveOfCompany
  /** Made with the store and the clock of the world; the sandbox unless given. */
  payments?: (parts: { database: Database; clock: World['clock']; encryption: Encryption }) => Payments
  /** Nothing is written through unless given. */
  writeThrough?: WriteThrough
  /** What works on images; the image library unless given. */
  images?: Images
  /** Where blobs are kept instead of in the folder. */
  s3?: Config['s3']
  /** Who writes texts; what is built in unless given. */
  ai?: Config['ai']
  /** Texts that one company may ask for in a day. */
  aiCallsPerDay?: number
  /** What the uploaded images of one company may take up. */
  uploadsBytesMax?: number
  /** What prints PDFs; the first Chromium that is found unless given. */
  chromiumPath?: string
  /** No other process works on the store: one node may then keep in memory what several would share. */
  isAlone?: boolean
  /** Which kinds of jobs its workers run; all of them unless given. */
  workerKinds?: readonly string[]
  /** Values of settings that must stand nowhere. */
  secrets?: string[]
  /** What `PUBLIC_URL` says. */
  publicUrl?: string
  /** What sends mail; mail is off unless given. */
  mail?: Parameters<typeof compose>[0]['mail']
  /** What reads the metrics; nothing is recorded unless given. */
  metricsToken?: string
  /** Takes every line of the log; nothing is logged unless given. */
  logTo?: (line: string) => void
  /** The test takes tables away. */
  breaksStore?: boolean
  /** Where the application should differ from what tests usually need. */
  app?: Partial<AppOptions>
}
