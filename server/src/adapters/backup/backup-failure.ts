/** Why a backup could not be made. */
import type { StoreLocation } from '#platform/database/database.ts'
import { CallFailure } from '#platform/http/call-out.ts'
import { diskFull, isStoreDamage } from '#platform/store-errors.ts'
import { CannotBackUp } from '#ports/backups.ts'

/** In words for the person who asked for the backup; what is not known comes back as it is. */
export function backupFailure(error: unknown, store: StoreLocation): unknown {
  const full = diskFull(error)
  if (full) return new CannotBackUp(full.message)
  if (isStoreDamage(error)) return toDamageFailure(error)
  if (!(error instanceof Error)) return error
  if (error instanceof CallFailure)
    return new CannotBackUp(`The bucket ${error.message}. The backup was not made.`, { cause: error })
  if (error.name === 'S3Failure') return new CannotBackUp(`${error.message} The backup was not made.`, { cause: error })
  if (store.engine === 'postgres' && isLoss(error))
    return new CannotBackUp(
      `PostgreSQL at ${new URL(store.url).host} could not be read to the end (${error.message}): check that it runs, then try again.`,
      { cause: error },
    )
  return error
}

/** The folder of the backup cannot be made, or takes no file. Without a cause: damage of a file in it is none of the store. */
export function folderFailure(error: unknown, folder: string): CannotBackUp {
  const full = diskFull(error)
  if (full) return new CannotBackUp(full.message)
  const why = error instanceof Error ? error.message : error
  return new CannotBackUp(
    `No backup can be written into ${folder} (${why}): give this user the right to write there, or choose another folder.`,
  )
}

/** A connection that could not be made or was lost, and a server that was shut down meanwhile. */
const isLoss = (error: Error) =>
  /^(Connection terminated|timeout expired|Client (was closed|has encountered)|PostgreSQL has been silent)/.test(
    error.message,
  ) ||
  ('code' in error && /^(E[A-Z]+|08\w{3}|57P0\d|28\w{3}|3D000|53300)$/.test(String(error.code)))

const toDamageFailure = (cause: Error) =>
  new CannotBackUp(
    `The database is damaged (${cause.message}), so that no backup can be made of it: put back an earlier one with npm run restore -- FILE.`,
    { cause },
  )
