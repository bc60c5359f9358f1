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

export const notSignedIn = () => new Failure(401, 'not_signed_in', 'Sign in to go on')

export const wrongCredentials = () => new Failure(401, 'wrong_credentials', 'Invalid username or password')

export const wrongCode = () => new Failure(401, 'wrong_code', 'This code is not right. Please try again.')

export const secondStepOver = () =>
  new Failure(401, 'second_step_over', 'Signing in took too long. Enter your password again.')

export const accessDenied = (message = "You don't have permission to access this feature") =>
  new Failure(403, 'access_denied', message)

export const passwordChangeDue = () =>
  new Failure(403, 'password_change_due', 'Choose a new password first; the generated one opens nothing else')

export const twoFactorDue = () =>
  new Failure(403, 'two_factor_due', 'Administrators sign in with two factors here: set it up first')

/** D6: a foreign object and a missing one answer alike. */
export const notFound = (what: string) => new Failure(404, 'not_found', `${what} not found`)

export const conflict = (code: string, message: string, details: Record<string, unknown> = {}) =>
  new Failure(409, code, message, details)

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

/** Of the system, of PostgreSQL, and of SQLite in numbers of its own. */
const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
const SQLITE_FULL = 13

/** The words for a full disk, wherever it is met. Null for another error. */
export const diskFull = (error: unknown): Failure | null =>
  error instanceof Error &&
  (('code' in error && FULL_CODES.has(error.code)) || ('errcode' in error && error.errcode === SQLITE_FULL))
    ? new Failure(507, 'disk_full', 'The disk of the server is full. Make room on it, then try again.')
    : null

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
      ? 'Your company has as many reels waiting as it may have. Try again when one of them is done.'
      : 'More reels are waiting than can be made soon. Try again later.',
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )

/** Nobody reads it: whoever asked is gone. */
export const hungUp = () => new Failure(408, 'hung_up', 'The caller has hung up')

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

/** spec §9: an account is refreshed once per day on demand. */
export const tooSoon = (hoursRemaining: number) =>
  new Failure(
    429,
    'too_soon',
    `Account data can only be refreshed once per day. Please try again in ${hoursRemaining} hours.`,
    { hoursRemaining },
    { 'retry-after': String(hoursRemaining * 3_600) },
  )
