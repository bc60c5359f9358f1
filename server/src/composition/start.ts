/** Takes the data folder and opens the store, migrated: what every entry point needs. */

import { existsSync } from 'node:fs'
import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import { bringAllUpToDate } from '#features/analytics/index.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { type DataFolder, type Places, placesIn, takeDataFolder } from '#platform/data-folder.ts'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { diskReserve, evenOnFullDisk } from '#platform/database/disk-reserve.ts'
import { migrate, refuseOtherSchema } from '#platform/database/migrate.ts'
import { type Nodes, nodesOf } from '#platform/database/nodes.ts'
import { searchProblem } from '#platform/database/trigrams.ts'
import { isDiskFull, isStoreDamage } from '#platform/errors.ts'
import type { MetricsPage } from '#platform/http/metrics.ts'
import { openLog } from '#platform/log.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { throttledLog } from '#platform/throttled-log.ts'
import { systemClock } from '#ports/clock.ts'
import type { Metrics } from '#ports/metrics.ts'
import { explainDamage } from '../commands/backup-words.ts'
import { migrations } from '../migrations/index.ts'
import { compose } from './compose.ts'
import type { Composition } from './composition.ts'
import { encryptionFor } from './encryption-key.ts'
import { refuseDamagedStore, watchStore } from './store-check.ts'
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
    await reachable(database)
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

const storeLocation = (config: Config, folder: Pick<DataFolder, 'databasePath'>): StoreLocation =>
  config.databaseUrl ? { engine: 'postgres', url: config.databaseUrl } : { engine: 'sqlite', path: folder.databasePath }

/** Throws `StartRefused` for a damaged file and for a disk without any room, and lets go of the folder. */
async function openStore(config: Config, folder: DataFolder) {
  const location = storeLocation(config, folder)
  if (location.engine === 'postgres') return { database: openDatabase(location), check: Promise.resolve(null) }
  const reserve = diskReserve(folder.reservePath)
  try {
    const { result: check } = await refuseDamagedStore(folder)
    return { database: openDatabase(location, { reserve }), check }
  } catch (error) {
    reserve.end()
    folder.release()
    throw whyNotOpened(error, folder)
  }
}

function whyNotOpened(error: unknown, places: Places): unknown {
  if (isDiskFull(error))
    return new StartRefused(`The disk of the data folder ${places.path} is full: make room on it, then start again.`)
  return isStoreDamage(error) ? new StartRefused(explainDamage(error.message, places)) : error
}

/**
 * For commands that look at an installation while its server may be running: takes no lock, migrates nothing. Throws
 * `StartRefused` when there is no store yet, or one that this program does not fit.
 */
export async function openBeside(): Promise<{ config: Config; database: Database; places: Places }> {
  const config = readConfig()
  const places = placesIn(config.dataFolder)
  const location = storeLocation(config, places)
  if (location.engine === 'sqlite' && !existsSync(location.path))
    throw new StartRefused(`There is nothing in ${places.path} yet: start tangelo first, or set DATA_DIR.`)
  try {
    const database = openDatabase(location)
    try {
      await reachable(database)
      await refuseOtherSchema(database, migrations)
      return { config, database, places }
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    throw whyNotOpened(error, places)
  }
}

/** PostgreSQL may be elsewhere: say so in a sentence instead of a stack. */
async function reachable(database: Database) {
  if (database.location.engine === 'sqlite') return
  try {
    await database.queries.selectNoFrom((select) => select.lit(1).as('one')).execute()
  } catch (error) {
    const { host } = new URL(database.location.url)
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new StartRefused(
      `PostgreSQL at ${host} does not answer (${cause instanceof Error ? cause.message || cause.name : cause}): check DATABASE_URL and that the server runs.`,
    )
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
