/**
 * `npm run backup -- FILE`: everything that an installation keeps, in one checked file; beside a running server or without
 * one. Where the store is PostgreSQL it says how that is backed up.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { backupMaker } from '#adapters/backup/index.ts'
import { loadDotEnv, readConfig } from '#platform/config.ts'
import { placesIn } from '#platform/data-folder.ts'
import { isStoreDamage } from '#platform/errors.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { CannotBackUp } from '#ports/backups.ts'
import { systemClock } from '#ports/clock.ts'
import { explainBackup, explainDamage, fileToUse, inWords, mediaInWords, quoted } from './backup-words.ts'

async function main() {
  endWithReader()
  const path = fileToUse(process.argv.slice(2), 'npm run backup -- FILE')
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  // Also of an older tangelo: before it is brought up to date is when a backup is wanted.
  const config = readConfig()
  if (config.databaseUrl !== null) throw new StartRefused(explainBackup(config))
  const places = placesIn(config.dataFolder)
  const { path: folder, databasePath, blobsPath } = places
  if (!existsSync(databasePath))
    throw new StartRefused(`There is nothing in ${folder} yet: start tangelo first, or set DATA_DIR.`)
  const location = { databasePath, blobsPath: config.s3 ? null : blobsPath }
  const contents = await backupMaker(location, systemClock.now)
    .make(path, showProgress)
    .catch((error: unknown) => {
      const cause = error instanceof CannotBackUp ? error.cause : error
      if (isStoreDamage(cause)) throw new StartRefused(explainDamage(cause.message, places))
      throw error
    })
  process.stdout.write(
    [
      `${process.stdout.isTTY ? '\r' : ''}Backed up to ${path}`,
      `  the store, ${inWords(contents.storeBytes)}, and ${mediaInWords(contents, config)}; read back and found whole`,
      '  not in it: .env, and the key that secrets are encrypted with. Keep those apart, as safe as a password.',
      `  put it back with: npm run restore -- ${quoted(path)}`,
      '',
    ].join('\n'),
  )
}

function showProgress(share: number) {
  if (process.stdout.isTTY) process.stdout.write(`\r${Math.round(share * 100)}%`)
}

await main().catch((error: unknown) => {
  const isMeant = error instanceof StartRefused || error instanceof CannotBackUp
  process.stderr.write(`${isMeant ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
