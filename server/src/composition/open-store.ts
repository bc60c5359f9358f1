/** Opens the store of an installation: for its server, which then migrates it, and for commands beside it. */
import { existsSync } from 'node:fs'
import { type Config, readConfig } from '#platform/config.ts'
import { type DataFolder, type Places, placesIn } from '#platform/data-folder.ts'
import { type Database, openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { diskReserve } from '#platform/database/disk-reserve.ts'
import { refuseOtherSchema } from '#platform/database/migrate.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { isDiskFull, isStoreDamage } from '#platform/store-errors.ts'
import { explainDamage } from '../commands/backup-words.ts'
import { migrations } from '../migrations/index.ts'
import { refuseDamagedStore } from './store-check.ts'

const storeLocation = (config: Config, folder: Pick<DataFolder, 'databasePath'>): StoreLocation =>
  config.databaseUrl ? { engine: 'postgres', url: config.databaseUrl } : { engine: 'sqlite', path: folder.databasePath }

/** Throws `StartRefused` for a damaged file and for a disk without any room, and lets go of the folder. */
export async function openStore(config: Config, folder: DataFolder) {
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

export function whyNotOpened(error: unknown, places: Places): unknown {
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
      await expectReachable(database)
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
export async function expectReachable(database: Database) {
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
