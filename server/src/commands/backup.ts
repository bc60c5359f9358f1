/**
 * `npm run backup -- FILE`: everything that an installation keeps, in one checked file; beside running servers or without
 * one. The store is SQLite or PostgreSQL, the media are in the data folder or in the bucket.
 */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { backupMaker } from '#adapters/backup/index.ts'
import { auditLogService } from '#features/core/index.ts'
import { type Config, loadDotEnv, readConfig } from '#platform/config.ts'
import { type Places, placesIn } from '#platform/data-folder.ts'
import type { StoreLocation } from '#platform/database/database.ts'
import { openLog } from '#platform/log.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { isStoreDamage } from '#platform/store-errors.ts'
import { operatorFrom } from '#platform/viewer.ts'
import { CannotBackUp } from '#ports/backups.ts'
import { systemClock } from '#ports/clock.ts'
import { backupSourceOf } from '../composition/backups.ts'
import { openBeside } from '../composition/open-store.ts'
import { explainDamage, fileToUse, inWords, mediaInWords, missingInWords, quotePath } from './backup-words.ts'

async function main() {
  endWithReader()
  const path = fileToUse(process.argv.slice(2), 'npm run backup -- FILE')
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  // Also of an older tangelo: before it is brought up to date is when a backup is wanted.
  const config = readConfig()
  const places = placesIn(config.dataFolder)
  const source = backupSourceOf(
    { store: storeOf(config, places), blobs: { folder: places.blobsPath, s3: config.s3 } },
    { clock: systemClock, log: openLog('error') },
  )
  const contents = await backupMaker(source, systemClock.now)
    .make(path, showProgress)
    .catch((error: unknown) => {
      const cause = error instanceof CannotBackUp ? error.cause : error
      if (isStoreDamage(cause)) throw new StartRefused(explainDamage(cause.message, places))
      throw error
    })
  await recordBackup(basename(path))
  process.stdout.write(
    [
      `${process.stdout.isTTY ? '\r' : ''}Backed up to ${path}`,
      `  the store, ${inWords(contents.storeBytes)}, and ${mediaInWords(contents)}; read back and found whole`,
      ...missingInWords(contents),
      '  not in it: .env, and the key that secrets are encrypted with. Keep those apart, as safe as a password.',
      `  nor are the folders of pictures for reels, in ${config.driveFolder} and beside it: copy those, too. Exported months can be made again.`,
      `  put it back with: npm run restore -- ${quotePath(path)}`,
      '',
    ].join('\n'),
  )
}

function storeOf({ databaseUrl }: Config, { path, databasePath }: Places): StoreLocation {
  if (databaseUrl !== null) return { engine: 'postgres', url: databaseUrl }
  if (!existsSync(databasePath))
    throw new StartRefused(`There is nothing in ${path} yet: start tangelo first, or set DATA_DIR.`)
  return { engine: 'sqlite', path: databasePath }
}

/**
 * For the alert of old backups: no server sees this file. A store of another version is left as it is, and a backup that could not
 * be recorded is one nevertheless.
 */
async function recordBackup(name: string): Promise<void> {
  try {
    const { database } = await openBeside()
    try {
      await database.transaction((tx) =>
        auditLogService({ database, clock: systemClock }).record(tx, operatorFrom(null), {
          act: 'backup.made',
          object: { kind: 'backup', id: name, name },
          companyId: null,
        }),
      )
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(
      `The backup is not in the audit log, and an alert may call the one before it the newest: ${error instanceof Error ? error.message : error}\n`,
    )
  }
}

function showProgress(share: number) {
  if (process.stdout.isTTY) process.stdout.write(`\r${Math.round(share * 100)}%`)
}

await main().catch((error: unknown) => {
  const isMeant = error instanceof StartRefused || error instanceof CannotBackUp
  process.stderr.write(`${isMeant ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
