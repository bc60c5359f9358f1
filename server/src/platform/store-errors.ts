/** Failures of the store, of its disk and of the key of its secrets, and how to tell them from other errors. */
import { Failure, tryLater } from './errors.ts'

/** Of the system, and of PostgreSQL. */
const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
/** Of SQLite: full, and no room for the index of its write-ahead log. */
const SQLITE_FULL_CODES = new Set<unknown>([13, 4874])
/** Of SQLite, in the low byte of its codes: input or output failed, damaged, not a database. */
const SQLITE_DAMAGE_CODES = new Set([10, 11, 26])

const sqliteCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null

export const isDiskFull = (error: unknown): boolean =>
  SQLITE_FULL_CODES.has(sqliteCodeOf(error)) ||
  (error instanceof Error && 'code' in error && FULL_CODES.has(error.code))

/** True when SQLite could not read or write a part of its file. */
export function isStoreDamage(error: unknown): error is Error {
  const code = sqliteCodeOf(error)
  return code !== null && !isDiskFull(error) && SQLITE_DAMAGE_CODES.has(code & 0xff)
}

export const diskIsFull = () =>
  new Failure(507, 'disk_full', 'The disk of the server is full. Make room on it, then try again.')

/** The words for a full disk, wherever it is met. Null for another error. */
export const diskFull = (error: unknown): Failure | null => (isDiskFull(error) ? diskIsFull() : null)

export const encryptionKeyMissing = () =>
  new Failure(
    503,
    'encryption_key_missing',
    'This needs a secret that was encrypted with a key that is not here. An administrator finds under System what to do.',
  )

const storeIsDamaged = () =>
  new Failure(
    500,
    'store_damaged',
    'A part of the stored data cannot be read, because the database or its disk is damaged. An administrator finds under System what to do.',
  )

/** The words for damage of the store, which fails what touches the damaged part and nothing else. Null for another error. */
export const storeDamaged = (error: unknown): Failure | null => (isStoreDamage(error) ? storeIsDamaged() : null)

const STORE_RETRY_SECONDS = 5

/** The database is unavailable. It comes back without any action here, so a retry is worth it. */
export const storeUnavailable = () =>
  tryLater(
    503,
    'store_unavailable',
    'The database does not answer just now. Try again in a few seconds.',
    STORE_RETRY_SECONDS,
  )

/** Without `Retry-After`: a program that simply sent it again could do it twice. */
export const outcomeUnknown = () =>
  new Failure(
    503,
    'outcome_unknown',
    'The connection to the database was lost while this change was being saved. Look whether it was saved before you try again.',
  )
