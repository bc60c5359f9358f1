/**
 * `npm run restore -- FILE`: puts a backup in the place of what the data folder holds, or into an empty PostgreSQL, and its media
 * into the folder or the bucket; whichever of these the backup was made of. A SQLite store that was there is kept beside it.
 * Nothing happens while a server holds the folder, and nothing to a backup that is not whole.
 */
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BrokenBackup, restoreIntoFolder, restoreIntoPostgres } from '#adapters/backup/index.ts'
import { whyNotS3 } from '#adapters/blob-storage/index.ts'
import { type Config, loadDotEnv, readConfig } from '#platform/config.ts'
import { type DataFolder, takeDataFolder } from '#platform/data-folder.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { openLog } from '#platform/log.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { isDiskFull } from '#platform/store-errors.ts'
import { systemClock } from '#ports/clock.ts'
import { mediaTargetOf } from '../composition/backups.ts'
import { encryptionFor } from '../composition/encryption-key.ts'
import { migrations } from '../migrations/index.ts'
import { fileToUse, inWords, mediaInWords, missingInWords } from './backup-words.ts'

async function main() {
  endWithReader()
  const path = fileToUse(process.argv.slice(2), 'npm run restore -- FILE')
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  const config = readConfig()
  await access(path, constants.R_OK).catch(() => {
    throw new StartRefused(`The file ${path} cannot be read: check its name.`)
  })
  const folder = takeDataFolder(config.dataFolder)
  try {
    const restored = await restore(path, config, folder)
    process.stdout.write(
      [
        `Restored what was backed up on ${new Date(restored.madeAt).toISOString()} by tangelo ${restored.version}:`,
        `  the store, ${inWords(restored.storeBytes)}, and ${mediaInWords(restored)}`,
        ...missingInWords(restored),
        ...(restored.keptAs === null ? [] : [`  the store that was there before is now ${restored.keptAs}`]),
        ...(await keyLines(config, folder)),
        ...describePausedAccounts(restored),
        ...describeHeldMails(restored),
        '  everybody signs in again. Start tangelo now: npm start',
        '',
      ].join('\n'),
    )
  } finally {
    folder.release()
  }
}

async function restore(path: string, config: Config, folder: DataFolder) {
  const parts = { clock: systemClock, log: openLog('error') }
  const problem = await whyNotS3(config.s3, parts)
  if (problem !== null) throw new StartRefused(problem)
  const tools = {
    steps: migrations,
    now: systemClock.now,
    media: mediaTargetOf({ folder: folder.blobsPath, s3: config.s3 }, parts),
    temporaryPath: folder.temporaryPath,
  }
  if (config.databaseUrl === null) return restoreIntoFolder(path, folder.databasePath, tools)
  return restoreIntoPostgres(path, config.databaseUrl, tools)
}

/** Where posts were planned. */
const describePausedAccounts = ({ pausedAccounts }: Awaited<ReturnType<typeof restore>>): string[] =>
  pausedAccounts === 0
    ? []
    : [
        `  publishing to ${pausedAccounts.toLocaleString('en-US')} ${pausedAccounts === 1 ? 'account' : 'accounts'} is paused: look on Instagram what has gone out since, then resume it`,
      ]

/** Where mails waited. */
const describeHeldMails = ({ heldMails }: Awaited<ReturnType<typeof restore>>): string[] =>
  heldMails === 0
    ? []
    : [
        `  ${heldMails.toLocaleString('en-US')} ${heldMails === 1 ? 'mail that waited is' : 'mails that waited are'} not sent: look under System which of them to send again`,
      ]

/** Where the key here is not the one that the secrets of the backup were encrypted with. */
async function keyLines(config: Config, folder: DataFolder): Promise<string[]> {
  const location: StoreLocation =
    config.databaseUrl === null
      ? { engine: 'sqlite', path: folder.databasePath }
      : { engine: 'postgres', url: config.databaseUrl }
  const database = openDatabase(location, { connections: 1 })
  try {
    const problem = await (await encryptionFor(config, database, { makesKey: false })).problem()
    return problem === null ? [] : [`  ${problem}`]
  } finally {
    await database.close()
  }
}

await main().catch((error: unknown) => {
  if (error instanceof BrokenBackup) process.stderr.write(`This backup cannot be used: ${error.message}\n`)
  else if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else if (error instanceof Error && error.name === 'S3Failure') process.stderr.write(`${error.message}\n`)
  else if (isDiskFull(error)) process.stderr.write('The disk is full: make room, then restore again.\n')
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
