/**
 * A small world for tests that come through the door users use: a real store, the real services, the HTTP application,
 * a clock that the test moves, and one person per role. Two companies, so that "foreign" means something.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished } from 'vitest'
import { prometheusMetrics } from '#adapters/metrics/prometheus.ts'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { DriveOfCompany } from '#features/drive/index.ts'
import { nodesOf } from '#platform/database/nodes.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { openLog } from '#platform/log.ts'
import { readiness } from '#platform/readiness.ts'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'
import type { Workers } from '#ports/queue.ts'
import { buildApp } from '../app.ts'
import { compose } from '../composition/compose.ts'
import { sourceOpener } from '../composition/vendors.ts'
import { expectKeptAsShown } from './kept-as-shown.ts'
import { memoryDrive } from './memory-drive.ts'
import { populate, START, TOKENS, track } from './people.ts'
import { foldersOfRun } from './stores-of-a-run.ts'
import { testRenderer } from './test-renderer.ts'
import { type Fill, type TestStore, testStore } from './test-store.ts'
import type { Given, World } from './world-given.ts'

export { PASSWORD, PEOPLE, type Person, START } from './people.ts'
export type { World } from './world-given.ts'

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

/** The secrets of a store that is copied are opened by every world of its copies. */
const KEY = randomBytes(32)

export async function world({ furnish, ...given }: Given = {}): Promise<World> {
  if (!furnish) return worldOn(await testStore(populate), given)
  const furnished = furnishedAlready.get(furnish) ?? furnishing(furnish, given)
  furnishedAlready.set(furnish, furnished)
  const store = await testStore(furnished.fill)
  cpSync(furnished.folder, store.folder, { recursive: true })
  return worldOn(store, { ...given, accounts: [] })
}

type Furnish = NonNullable<Given['furnish']>
const furnishedAlready = new Map<Furnish, { fill: Fill; folder: string }>()

function furnishing(furnish: Furnish, given: Given): { fill: Fill; folder: string } {
  const folder = mkdtempSync(join(foldersOfRun(), 'furnished-'))
  return {
    folder,
    async fill(database) {
      await populate(database)
      const here = await worldOn({ database, folder, dispose: async () => {} }, { ...given, until: 'file' })
      await furnish(here)
      await here.close()
    },
  }
}

async function worldOn(
  { database, folder, dispose }: TestStore,
  {
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
  }: Given,
): Promise<World> {
  let now = START
  const working: Workers[] = []
  const clock = {
    now: () => now,
    moveBy: (milliseconds: number) => {
      now += milliseconds
      // By their own timers they would see it half a second of real time later.
      for (const workers of working) workers.wake()
    },
  }
  const renderer = testRenderer()
  const sealed = encryptionWith(KEY)
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
    readElapsedMs: clock.now,
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
  const close = async () => {
    await Promise.all(working.map((workers) => workers.end()))
    await app.close()
    await services.errorLog.flush()
    await endThreads()
    if (!breaksStore) {
      await expectKeptAsShown(database)
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

/** One world for all tests of a file that leave it as it is. Call this where the file begins. */
export function setUpSharedWorld(given: Omit<Given, 'until'> = {}): () => Promise<World> {
  let made: Promise<World> | undefined
  afterAll(async () => (await made)?.close())
  return () => {
    made ??= world({ ...given, until: 'file' })
    return made
  }
}

/** A form with one file, as a browser sends it. */
export function formWith(content: string | Uint8Array<ArrayBuffer>, name = 'figures.csv', field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new Blob([content]), name)
  return form
}
