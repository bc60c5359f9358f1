/**
 * A small world for tests that come through the door users use: a real store, the real services, the HTTP application,
 * a clock that the test moves, and one person per role. Two companies, so that "foreign" means something.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@tangelo/contract/limits'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, expect, onTestFinished } from 'vitest'
import { prometheusMetrics } from '#adapters/metrics/prometheus.ts'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { shownAccount } from '#features/analytics/accounts/accounts.rules.ts'
import type { WriteThrough } from '#features/content/index.ts'
import { renderCalendarItem, renderItem, searchText } from '#features/content/items/rules/item-json.ts'
import type { DriveOfCompany } from '#features/drive/index.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { nodesOf } from '#platform/database/nodes.ts'
import { type Encryption, encryptionWith } from '#platform/encryption.ts'
import { openLog } from '#platform/log.ts'
import { hashPassword } from '#platform/passwords.ts'
import { readiness } from '#platform/readiness.ts'
import { newSecret } from '#platform/secrets.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import type { Images } from '#ports/images.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { OpenSource } from '#ports/instagram-connection.ts'
import type { Payments } from '#ports/payments.ts'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import type { Workers } from '#ports/queue.ts'
import { type AppOptions, buildApp, type Services } from '../app.ts'
import { compose } from '../composition/compose.ts'
import { sourceOpener } from '../composition/vendors.ts'
import { memoryDrive } from './memory-drive.ts'
import { type TestRenderer, testRenderer } from './test-renderer.ts'
import { testStore } from './test-store.ts'

/** `foreigner` belongs to company 2, `loner` to none; the others to company 1. */
export const PEOPLE = {
  admin: { role: 'admin', companyId: 1 },
  pro: { role: 'pro', companyId: 1 },
  basic: { role: 'basic', companyId: 1 },
  foreigner: { role: 'pro', companyId: 2 },
  loner: { role: 'basic', companyId: null },
} as const satisfies Record<string, { role: Role; companyId: number | null }>

export type Person = keyof typeof PEOPLE

/** Everybody's password in tests. */
export const PASSWORD = 'a ripe tangelo in March'

/** 2026-11-20, 09:00 in UTC: where the clock of a world begins. */
export const START = Date.UTC(2026, 10, 20, 9)

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

interface Given {
  /** Accounts of company 1 (or of the one named), by username. */
  accounts?: (string | { username: string; companyId: number })[]
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

/** Where nothing answers. */
export const NO_SERVERS = {
  graphServer: { url: 'http://127.0.0.1:9', version: 'v25.0', callsPerHour: 200 },
  apifyServer: { url: 'http://127.0.0.1:9', callsPerHour: 360 },
}

const NO_PICTURES: PictureFetch = {
  fetch: async () => {
    throw new NoPicture('refused', 'Nothing is fetched here')
  },
}

/** A drive for each company, without anything in it. */
export function emptyFolders(): (companyId: number) => DriveOfCompany {
  const drives = new Map<number, DriveOfCompany>()
  return (companyId) => {
    const known = drives.get(companyId) ?? { drive: memoryDrive({ isConnected: false }), path: '/srv/reels' }
    drives.set(companyId, known)
    return known
  }
}

/** Everybody is signed in already, as the store keeps it: by the hash of a token that only these tests know. */
const TOKENS = Object.fromEntries(Object.keys(PEOPLE).map((person) => [person, newSecret()])) as Record<Person, string>

export async function world({
  accounts = [],
  until = 'test',
  importsIn = 'this thread',
  breaksStore = false,
  isAlone = false,
  workerKinds,
  session = { idleMs: 24 * 3_600_000, maxMs: 7 * 24 * 3_600_000 },
  webhooks = {},
  sources = () => [],
  openSource = (time) => sourceOpener(NO_SERVERS, time),
  graphTokenExpiresAt,
  pictures = NO_PICTURES,
  contentDatabase,
  publishingLogins,
  driveOf = emptyFolders(),
  payments = sandboxPayments,
  writeThrough,
  images,
  s3 = null,
  ai = null,
  aiCallsPerDay,
  uploadsBytesMax,
  chromiumPath,
  secrets = [],
  publicUrl,
  mail = null,
  metricsToken,
  logTo,
  app: options = {},
}: Given = {}): Promise<World> {
  const { database, folder, dispose } = await testStore(populate)
  let now = START
  const clock = {
    now: () => now,
    moveBy: (milliseconds: number) => {
      now += milliseconds
    },
  }
  const renderer = testRenderer()
  const sealed = encryptionWith(randomBytes(32))
  const metrics = metricsToken === undefined ? null : prometheusMetrics('test')
  const { services, log, work, purge, endThreads, mailSending, metricsPage } = compose({
    database,
    metrics,
    folder: { path: folder, blobsPath: `${folder}/blobs`, temporaryPath: folder },
    session,
    secrets,
    encryption: sealed,
    webhooks,
    clock,
    openSource: openSource(clock),
    elapsed: clock.now,
    importsIn,
    isAlone,
    ...(workerKinds && { workerKinds }),
    log: logTo ? openLog('trace', { write: logTo }) : openLog('silent'),
    warnings: async () => [],
    nodes: nodesOf({ database, log: openLog('silent'), folder, keepsMedia: s3 === null, role: 'all' }),
    sources: sources(clock),
    ...(graphTokenExpiresAt !== undefined && { graphTokenExpiresAt }),
    pictures,
    renderer,
    s3,
    ai,
    mail,
    ...(aiCallsPerDay !== undefined && { aiCallsPerDay }),
    contentDatabase: contentDatabase?.(clock) ?? null,
    ...(publishingLogins && { publishingLogins: publishingLogins(clock), publishingReachesPrivate: true }),
    driveOf,
    payments: payments({ database, clock, encryption: sealed }),
    pause: async (milliseconds) => clock.moveBy(Math.ceil(milliseconds)),
    ...(publicUrl && { publicUrl }),
    ...(writeThrough && { writeThrough }),
    ...(images && { images }),
    ...(uploadsBytesMax !== undefined && { uploadsBytesMax }),
    ...(chromiumPath !== undefined && { chromiumPath }),
  })
  if (accounts.length > 0) await track(database, accounts)
  const app = await buildApp({
    services,
    log,
    readiness: readiness([], { log }),
    checksReadyReplies: true,
    ...(publicUrl && { publicUrl }),
    ...(metrics &&
      metricsPage && { metrics: { metrics, page: { token: metricsToken ?? '', read: metricsPage.read } } }),
    ...options,
  })
  const working: Workers[] = []
  const close = async () => {
    await Promise.all(working.map((workers) => workers.end()))
    await app.close()
    await services.errorLog.flush()
    await endThreads()
    if (!breaksStore) {
      await expectShownAsKept(database)
      await expectItemsAsKept(database)
      await expectLedgerAsRendered(database)
      expect((await services.auditLog.check()).problems).toEqual([])
    }
    await dispose()
  }
  if (until === 'test') onTestFinished(close)
  return {
    app,
    services,
    work() {
      const workers = work()
      working.push(workers)
      return workers
    },
    purge,
    sendMail: async () => (await mailSending?.sendDue(new AbortController().signal)) ?? 0,
    database,
    folder,
    renderer,
    encryption: sealed,
    clock,
    tokens: TOKENS,
    close,
    async ask(who, method, url, body, more = {}) {
      const token = who === 'garbage' ? 'garbage-garbage-garbage-garbage' : who === 'stranger' ? null : TOKENS[who]
      const headers = { ...more, ...(token && { authorization: `Bearer ${token}` }) }
      if (!(body instanceof FormData))
        return app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
      const encoded = new Response(body)
      return app.inject({
        method,
        url,
        headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
    },
  }
}

/** Whatever a test did: what lists show of an account is what its row says. */
async function expectShownAsKept({ queries }: Database) {
  const rows = await queries.selectFrom('accounts').selectAll().where('shown', 'is not', null).execute()
  for (const row of rows) expect(row.shown, `what is shown of ${row.username}`).toBe(shownAccount(row))
}

/** What lists show of content items is what their rows say, and the counts are those of the rows. */
async function expectItemsAsKept({ queries }: Database) {
  const items = await queries.selectFrom('content_items').selectAll().execute()
  const rows = items.map((row) => ({ ...row, account_name: null, account_picture: null, assignee_name: null }))
  const counts = new Map<string, { items: number; undated: number }>()
  for (const row of rows) {
    if (row.shown !== null) expect(row.shown, `what is shown of ${row.id}`).toBe(renderItem(row))
    if (row.planned !== null) expect(row.planned, `what a calendar shows of ${row.id}`).toBe(renderCalendarItem(row))
    expect(row.search_text).toBe(searchText(row))
    if (row.is_gone === 1) continue
    const key = `${row.company_id} ${row.status_key}`
    const { items, undated } = counts.get(key) ?? { items: 0, undated: 0 }
    counts.set(key, { items: items + 1, undated: undated + (row.publish_at === null ? 1 : 0) })
  }
  const kept = await queries.selectFrom('content_counts').selectAll().where('items', '!=', 0).execute()
  expect(
    Object.fromEntries(
      kept.map(({ company_id, status_key, items, undated }) => [`${company_id} ${status_key}`, { items, undated }]),
    ),
  ).toEqual(Object.fromEntries(counts))
}

/** The credits are right: a render with a video was paid for once, one without a video was not. */
async function expectLedgerAsRendered({ queries }: Database) {
  const entries = await queries.selectFrom('credit_entries').selectAll().execute()
  for (const [companyId, own] of Map.groupBy(entries, ({ company_id }) => company_id)) {
    const left = own.reduce((sum, { credits }) => sum + credits, 0)
    expect(left, `credits of company ${companyId}`).toBeGreaterThanOrEqual(0)
  }
  const moved = new Map(entries.map(({ company_id, reason, credits }) => [`${company_id} ${reason}`, credits]))
  for (const { id, company_id, state } of await queries.selectFrom('renders').selectAll().execute()) {
    const reason = `${company_id} render:${id}`
    expect(moved.get(reason), `what render ${id} took`).toBe(-1)
    const isBack = state === 'failed' || state === 'cancelled'
    expect(moved.get(`${reason}:back`), `what render ${id} gave back`).toBe(isBack ? 1 : undefined)
  }
}

/** One world for all tests of a file that leave it as it is. Call this where the file begins. */
export function sharedWorld(given: Omit<Given, 'until'> = {}): () => Promise<World> {
  let made: Promise<World> | undefined
  afterAll(async () => (await made)?.close())
  return () => {
    made ??= world({ ...given, until: 'file' })
    return made
  }
}

async function populate({ queries }: Database) {
  for (const name of ['Citrus Studio', 'Grove Agency'])
    await queries
      .insertInto('companies')
      .values({ name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: START })
      .execute()
  const passwordHash = await hashPassword(PASSWORD)
  for (const username of Object.keys(PEOPLE) as Person[]) {
    const { role, companyId } = PEOPLE[username]
    const { id } = await queries
      .insertInto('users')
      .values({
        username,
        username_key: username,
        password_hash: passwordHash,
        role,
        company_id: companyId,
        must_change_password: 0,
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token_hash = createHash('sha256').update(TOKENS[username]).digest('hex')
    await queries
      .insertInto('sessions')
      .values({ token_hash, id: `of-${username}`, user_id: id, created_at: START, last_seen_at: START })
      .execute()
  }
}

async function track({ queries }: Database, accounts: NonNullable<Given['accounts']>) {
  const rows = accounts.map((account) => {
    const { username, companyId } = typeof account === 'string' ? { username: account, companyId: 1 } : account
    return { company_id: companyId, username, username_key: username.toLowerCase(), created_at: START }
  })
  await queries.insertInto('accounts').values(rows).execute()
}

/** A form with one file, as a browser sends it. */
export function formWith(content: string | Uint8Array<ArrayBuffer>, name = 'figures.csv', field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new Blob([content]), name)
  return form
}
