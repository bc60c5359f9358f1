/** Takes the data folder and opens the store, migrated: what every entry point needs. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import { bringAllUpToDate } from '#features/metrics/index.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { type DataFolder, takeDataFolder } from '#platform/data-folder.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate, refuseOtherSchema } from '#platform/database/migrate.ts'
import { openLog } from '#platform/log.ts'
import { keyIn, sealer } from '#platform/sealing.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { systemClock } from '#ports/clock.ts'
import { migrations } from './migrations/index.ts'
import {
  contentDatabaseFor,
  drivesFor,
  instagramSources,
  paymentsFor,
  pictureFetchFor,
  rendererFor,
} from './wire-vendors.ts'
import { storeLocation, type Wired, wire } from './wiring.ts'

export interface Started extends Wired {
  folder: DataFolder
  database: Database
  close(): Promise<void>
}

/** An import of another node that has said nothing for this long has ended with its process. */
const IMPORT_ABANDONED_MS = 60 * 60_000

export async function start(config: Config, { importsIn }: { importsIn: 'worker' | 'this thread' }): Promise<Started> {
  if (config.role !== 'all' && config.databaseUrl === null)
    throw new StartRefused(`ROLE ${config.role} needs PostgreSQL: set DATABASE_URL, or leave ROLE at all.`)
  const plainLog = openLog(config.logLevel)
  const folder = takeDataFolder(config.dataFolder)
  const database = openDatabase(storeLocation(config, folder))
  const close = async () => {
    await database.close()
    folder.release()
  }
  try {
    await reachable(database)
    const problem = await whyNotS3(config.s3, { clock: systemClock, log: plainLog })
    if (problem !== null) throw new StartRefused(problem)
    await migrate(database, migrations)
    const isAlone = database.engine === 'sqlite'
    const sealed = sealer(config.encryptionKey ?? keyIn(folder.path))
    const wired = wire({
      database,
      folder,
      session: config.session,
      sealer: sealed,
      webhooks: config.webhooks,
      log: plainLog,
      s3: config.s3,
      secrets: config.secrets,
      sources: instagramSources(config, systemClock),
      pictures: pictureFetchFor(config),
      renderer: rendererFor(config),
      rendersAtOnce: config.render.concurrency,
      contentDatabase: contentDatabaseFor(config, systemClock),
      ai: config.ai,
      aiCallsPerDay: config.aiCallsPerDay,
      driveOf: drivesFor(config, systemClock),
      payments: paymentsFor(config, { database, clock: systemClock, sealer: sealed }),
      given: config.given,
      isAlone,
      importsIn,
    })
    const { services } = wired
    await services.auth.tidy()
    await services.dataImports.tidy({ startedBefore: Date.now() - (isAlone ? 0 : IMPORT_ABANDONED_MS) })
    await bringAllUpToDate(database)
    return {
      ...wired,
      folder,
      database,
      async close() {
        await services.keptErrors.flush()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * For commands that look at an installation while its server may be running: takes no lock, migrates nothing. Throws
 * `StartRefused` when there is no store yet, or one that this program does not fit.
 */
export async function openBeside(): Promise<{ config: Config; database: Database }> {
  const config = readConfig()
  const folder = resolve(config.dataFolder)
  const location = storeLocation(config, { databasePath: join(folder, 'tangelo.sqlite') })
  if (location.engine === 'sqlite' && !existsSync(location.path))
    throw new StartRefused(`There is nothing in ${folder} yet: start tangelo first, or set DATA_DIR.`)
  const database = openDatabase(location)
  try {
    await reachable(database)
    await refuseOtherSchema(database, migrations)
    return { config, database }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** PostgreSQL may be elsewhere: say so in a sentence instead of a stack. */
async function reachable(database: Database) {
  if (database.location.engine === 'sqlite') return
  try {
    await database.queries.selectNoFrom((select) => select.lit(1).as('one')).execute()
  } catch (error) {
    const { host } = new URL(database.location.url)
    throw new StartRefused(
      `PostgreSQL at ${host} does not answer (${error instanceof Error ? error.message || error.name : error}): check DATABASE_URL and that the server runs.`,
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
