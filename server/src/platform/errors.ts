/**
 * Every failure that a person or a program can cause has a name here.
 * Services throw them; `platform/http/failures.ts` alone turns them into answers.
 */

export class Failure extends Error {
  override name = 'Failure'
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
  }
}

/** The input does not fit; `fields` names each bad field with its own sentence. */
export const invalidInput = (message: string, fields: Record<string, string> = {}) =>
  new Failure(400, 'invalid_input', message, { fields })

export const noSuchCompany = () => invalidInput('There is no such company', { companyId: 'is no company' })

export const notSignedIn = () => new Failure(401, 'not_signed_in', 'Sign in to continue')

export const wrongCredentials = () => new Failure(401, 'wrong_credentials', 'Invalid username or password')

export const wrongCode = () => new Failure(401, 'wrong_code', 'This code is wrong. Please try again.')

export const challengeExpired = () =>
  new Failure(401, 'second_step_over', 'Signing in took too long. Enter your password again.')

export const accessDenied = (message = "You don't have permission to access this feature") =>
  new Failure(403, 'access_denied', message)

export const passwordChangeDue = () =>
  new Failure(403, 'password_change_due', 'Choose a new password first: the generated one only lets you do that')

export const twoFactorDue = () =>
  new Failure(403, 'two_factor_due', 'Administrators sign in with two factors here: set it up first')

/** D6: a foreign object and a missing one answer alike. */
export const notFound = (what: string) => new Failure(404, 'not_found', `${what} not found`)

export const conflict = (code: string, message: string, details: Record<string, unknown> = {}) =>
  new Failure(409, code, message, details)

/** `current`: the object as it is now, in the form that the client sent it from. */
export const changedMeanwhile = <Current extends { version: number }>(
  what: string,
  version: number,
  current: Current,
) =>
  conflict(
    'changed_meanwhile',
    `This ${what} has been changed meanwhile: you have version ${version}, it is at version ${current.version} now`,
    { current },
  )

export const methodNotAllowed = (method: string, allowed: string[]) =>
  new Failure(
    405,
    'method_not_allowed',
    `${method} is not offered at this address, only ${allowed.join(', ')}`,
    {},
    { allow: allowed.join(', ') },
  )

export const unsupportedMediaType = (message = 'Send JSON with the content type application/json') =>
  new Failure(415, 'unsupported_media_type', message)

export const tooLarge = (message: string) => new Failure(413, 'too_large', message)

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
  new Failure(
    503,
    'store_unavailable',
    'The database does not answer just now. Try again in a few seconds.',
    { retryAfterSeconds: STORE_RETRY_SECONDS },
    { 'retry-after': String(STORE_RETRY_SECONDS) },
  )

/** Without `Retry-After`: a program that simply sent it again could do it twice. */
export const outcomeUnknown = () =>
  new Failure(
    503,
    'outcome_unknown',
    'The connection to the database was lost while this change was being saved. Look whether it was saved before you try again.',
  )

export const notEnoughCredits = () =>
  new Failure(
    402,
    'not_enough_credits',
    "You don't have enough credits to create a reel. Please upgrade your subscription.",
  )

/** Of one company, or of all of them. */
export const tooManyRenders = (whose: 'company' | 'all', retryAfterSeconds: number) =>
  new Failure(
    429,
    'too_many_renders',
    whose === 'company'
      ? 'Your company has reached its limit of waiting reels. Try again when one of them is done.'
      : 'Too many reels are waiting to be made. Try again later.',
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )

const ANALYSIS_RETRY_SECONDS = 5

export const tooManyAnalyses = () =>
  new Failure(
    503,
    'too_many_analyses',
    'Many accounts are being analyzed right now. Try again in a few seconds.',
    { retryAfterSeconds: ANALYSIS_RETRY_SECONDS },
    { 'retry-after': String(ANALYSIS_RETRY_SECONDS) },
  )

/** The client has disconnected. */
export const clientClosed = () => new Failure(408, 'hung_up', 'The caller has hung up')

/** The client sends nothing more, or too little. */
export const tooSlow = () => new Failure(408, 'too_slow', 'The request did not arrive in time')

export const unreadableFile = (message: string) => new Failure(422, 'unreadable_file', message)

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new Failure(
    429,
    'too_many_attempts',
    `Too many failed attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )

/** Alike for a token that was never made, one that was deleted and one that has expired. */
export const invalidToken = () =>
  new Failure(
    401,
    'invalid_token',
    'This API token is not valid: it has expired, or was deleted',
    {},
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  )

/** spec §9: 100 requests per minute per token. */
export const tooManyRequests = (limit: number, retryAfterSeconds: number) =>
  new Failure(
    429,
    'too_many_requests',
    `This API token has made ${limit} requests within a minute. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds), 'ratelimit-limit': String(limit), 'ratelimit-remaining': '0' },
  )

export const tooManyTests = (retryAfterSeconds: number) =>
  new Failure(
    429,
    'too_many_tests',
    'This webhook has been tested a few times within a minute. Try again in a minute.',
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )

export const tooManyMails = (retryAfterSeconds: number) =>
  new Failure(
    429,
    'too_many_mails',
    'A few such mails have been sent already. Look for the last one, or try again later.',
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )

export const mailIsOff = () => conflict('mail_off', 'This server sends no mail: an administrator can set it up')

export const linkOver = () =>
  new Failure(404, 'link_over', 'This link is over: it was used, is too old, or was replaced by a newer one')

const STREAM_RETRY_SECONDS = 30

export const tooManyStreams = (whose: 'session' | 'company', limit: number) =>
  new Failure(
    429,
    'too_many_streams',
    whose === 'session'
      ? `tangelo is open in ${limit} of your windows already. Close one of them, then try again.`
      : `tangelo is open in ${limit} windows of your company already. Try again when one of them is closed.`,
    { retryAfterSeconds: STREAM_RETRY_SECONDS },
    { 'retry-after': String(STREAM_RETRY_SECONDS) },
  )

/** spec §9: an account is refreshed once per day on demand. */
export const tooSoon = (hoursRemaining: number) =>
  new Failure(
    429,
    'too_soon',
    `Account data can only be refreshed once per day. Please try again in ${hoursRemaining} hours.`,
    { hoursRemaining },
    { 'retry-after': String(hoursRemaining * 3_600) },
  )
