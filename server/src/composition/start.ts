/** Takes the data folder and opens the store, migrated: what every entry point needs. */

import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import { bringAllUpToDate } from '#features/analytics/index.ts'
import type { Config } from '#platform/config.ts'
import { type DataFolder, takeDataFolder } from '#platform/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import { evenOnFullDisk } from '#platform/database/disk-reserve.ts'
import { migrate } from '#platform/database/migrate.ts'
import { type Nodes, nodesOf } from '#platform/database/nodes.ts'
import { searchProblem } from '#platform/database/trigrams.ts'
import type { MetricsPage } from '#platform/http/metrics.ts'
import { openLog } from '#platform/log.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { throttledLog } from '#platform/throttled-log.ts'
import { systemClock } from '#ports/clock.ts'
import type { Metrics } from '#ports/metrics.ts'
import { migrations } from '../migrations/index.ts'
import { compose } from './compose.ts'
import type { Composition } from './composition.ts'
import { encryptionFor } from './encryption-key.ts'
import { expectReachable, openStore, whyNotOpened } from './open-store.ts'
import { watchStore } from './store-check.ts'
import {
  contentDatabaseFor,
  drivesFor,
  instagramSources,
  mailSenderFor,
  metricsFor,
  paymentsFor,
  pictureFetchFor,
  publishingLoginsFor,
  publishingReachesPrivateFor,
  rendererFor,
  sourceOpener,
  tracesFor,
} from './vendors.ts'

export interface Started extends Composition {
  folder: DataFolder
  database: Database
  /** Why some secrets cannot be used, in a sentence for the person at the terminal. */
  keyProblem: string | null
  /** The processes that work on the same store. */
  nodes: Nodes
  /** What this process records, and where it is read; null without `METRICS_TOKEN`. */
  metrics: { metrics: Metrics; page: MetricsPage } | null
  close(): Promise<void>
}

/** An import of another node that has said nothing for this long has ended with its process. */
const IMPORT_ABANDONED_MS = 60 * 60_000

export async function start(config: Config, { importsIn }: { importsIn: 'worker' | 'this thread' }): Promise<Started> {
  if (config.role !== 'all' && config.databaseUrl === null)
    throw new StartRefused(`ROLE ${config.role} needs PostgreSQL: set DATABASE_URL, or leave ROLE at all.`)
  const plainLog = throttledLog(openLog(config.logLevel))
  const folder = takeDataFolder(config.dataFolder)
  const { database, check } = await openStore(config, folder)
  const close = async () => {
    await database.close()
    folder.release()
  }
  try {
    await expectReachable(database)
    const problem = await whyNotS3(config.s3, { clock: systemClock, log: plainLog })
    if (problem !== null) throw new StartRefused(problem)
    await evenOnFullDisk(() => migrate(database, migrations))
    const isAlone = database.engine === 'sqlite'
    const keys = await encryptionFor(config, database, { makesKey: true })
    const keyProblem = await keys.problem()
    const nodes = nodesOf({
      database,
      log: plainLog,
      role: config.role,
      folder: folder.path,
      keepsMedia: config.s3 === null,
    })
    const traces = await tracesFor(config, nodes.label, plainLog)
    const recorded = await metricsFor(config, nodes.label)
    const composition = compose({
      metrics: recorded?.metrics ?? null,
      role: config.role,
      workerKinds: config.workerKinds,
      database,
      folder,
      session: config.session,
      encryption: keys.encryption,
      webhooks: config.webhooks,
      publicUrl: config.publicUrl,
      log: plainLog,
      s3: config.s3,
      secrets: config.secrets,
      sources: instagramSources(config, systemClock),
      openSource: sourceOpener(config, systemClock),
      graphTokenExpiresAt: config.graphTokenExpiresAt,
      pictures: pictureFetchFor(config),
      renderer: rendererFor(config),
      rendersAtOnce: config.render.concurrency,
      chromiumPath: config.chromiumPath,
      contentDatabase: contentDatabaseFor(config, systemClock),
      ai: config.ai,
      aiCallsPerDay: config.aiCallsPerDay,
      driveOf: drivesFor(config, systemClock),
      payments: paymentsFor(config, { database, clock: systemClock, encryption: keys.encryption }),
      publishingLogins: publishingLoginsFor(config, systemClock),
      publishingReachesPrivate: publishingReachesPrivateFor(config),
      mail: mailSenderFor(config),
      mailProblem: config.mail.problem,
      given: config.given,
      isAlone,
      node: folder.id,
      importsIn,
      nodes,
      warnings: async () =>
        [await keys.problem(), await nodes.problem(), await searchProblem(database)].filter((one) => one !== null),
    })
    const { services, metricsPage } = composition
    if (config.mail.problem !== null) composition.log.warn({ problem: config.mail.problem }, 'mail is off')
    if (keyProblem !== null) composition.log.warn({ problem: keyProblem }, 'the encryption key does not fit the store')
    await evenOnFullDisk(async () => {
      if (isAlone) await composition.endLeases()
      await services.auth.purge()
      await services.dataImports.failUnfinished({ startedBefore: Date.now() - (isAlone ? 0 : IMPORT_ABANDONED_MS) })
      await bringAllUpToDate(database)
    })
    database.hints.listen(composition.log)
    const endWatch = watchStore(database, { first: check, log: composition.log })
    return {
      ...composition,
      folder,
      database,
      keyProblem,
      nodes,
      metrics:
        recorded && metricsPage
          ? { metrics: recorded.metrics, page: { token: recorded.token, read: metricsPage.read } }
          : null,
      async close() {
        endWatch()
        await services.errorLog.flush()
        await composition.endThreads()
        await traces?.end()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw whyNotOpened(error, folder)
  }
}

/** Ends the process with one sentence for a refused start, and with the whole story for anything else. */
export function explainAndExit(error: unknown): never {
  if (error instanceof StartRefused) process.stderr.write(`tangelo did not start: ${error.message}\n`)
  else process.stderr.write(`tangelo did not start: ${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** What a person needs to sign in the first time; shown once and written nowhere else (D3). */
export function describeFirstSignIn(signIn: { username: string; generatedPassword: string | null }): string {
  if (signIn.generatedPassword === null) return `  Sign in as ${signIn.username} with the password in ADMIN_PASSWORD.\n`
  return [
    `  Username  ${signIn.username}`,
    `  Password  ${signIn.generatedPassword}`,
    '  This password is shown only now; you choose your own when you first sign in.',
    '',
  ].join('\n')
}
