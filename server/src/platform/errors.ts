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

/** Worth a retry after so many seconds. */
export const tryLater = (status: 429 | 503, code: string, message: string, retryAfterSeconds: number) =>
  new Failure(status, code, message, { retryAfterSeconds }, { 'retry-after': String(retryAfterSeconds) })

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

export const notEnoughCredits = () =>
  new Failure(
    402,
    'not_enough_credits',
    "You don't have enough credits to create a reel. Please upgrade your subscription.",
  )

/** The client has disconnected. */
export const clientClosed = () => new Failure(408, 'hung_up', 'The caller has hung up')

/** The client sends nothing more, or too little. */
export const tooSlow = () => new Failure(408, 'too_slow', 'The request did not arrive in time')

export const unreadableFile = (message: string) => new Failure(422, 'unreadable_file', message)

/** Alike for a token that was never made, one that was deleted and one that has expired. */
export const invalidToken = () =>
  new Failure(
    401,
    'invalid_token',
    'This API token is not valid: it has expired, or was deleted',
    {},
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  )

export const mailIsOff = () => conflict('mail_off', 'This server sends no mail: an administrator can set it up')

export const linkOver = () =>
  new Failure(404, 'link_over', 'This link is over: it was used, is too old, or was replaced by a newer one')
