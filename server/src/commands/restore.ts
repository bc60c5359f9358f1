/**
 * `npm run restore -- FILE`: puts a backup in the place of what the data folder holds. The store that was there is kept
 * beside it. Nothing happens while a server holds the folder, and nothing to a backup that is not whole.
 */
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BrokenBackup, restoreBackup } from '#adapters/backup/index.ts'
import { loadDotEnv, readConfig } from '#platform/config.ts'
import { takeDataFolder } from '#platform/data-folder.ts'
import { openDatabase } from '#platform/database/database.ts'
import { refuseNewerSchema } from '#platform/database/migrate.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { systemClock } from '#ports/clock.ts'
import { migrations } from '../migrations/index.ts'
import { explainRestore, fileToUse, inWords, mediaInWords } from './backup-words.ts'

async function main() {
  endWithReader()
  const path = fileToUse(process.argv.slice(2), 'npm run restore -- FILE')
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  const config = readConfig()
  if (config.databaseUrl !== null) throw new StartRefused(explainRestore(config))
  await access(path, constants.R_OK).catch(() => {
    throw new StartRefused(`The file ${path} cannot be read: check its name.`)
  })
  const folder = takeDataFolder(config.dataFolder)
  try {
    const restored = await restoreBackup(path, folder, { now: systemClock.now, prepare })
    process.stdout.write(
      [
        `Restored what was backed up on ${new Date(restored.madeAt).toISOString()} by tangelo ${restored.version}:`,
        `  the store, ${inWords(restored.storeBytes)}, and ${mediaInWords(restored, config)}`,
        ...(restored.keptAs === null ? [] : [`  the store that was there before is now ${restored.keptAs}`]),
        '  everybody signs in again. Start tangelo now: npm start',
        '',
      ].join('\n'),
    )
  } finally {
    folder.release()
  }
}

/** Refuses what only a newer program understands. Sessions that were ended since must not come back to life. */
async function prepare(storePath: string): Promise<void> {
  const database = openDatabase({ engine: 'sqlite', path: storePath })
  try {
    await refuseNewerSchema(database, migrations)
    await database.queries.deleteFrom('sessions').execute()
  } finally {
    await database.close()
  }
}

await main().catch((error: unknown) => {
  if (error instanceof BrokenBackup) process.stderr.write(`This backup cannot be used: ${error.message}\n`)
  else if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
