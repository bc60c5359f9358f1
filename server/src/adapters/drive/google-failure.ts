/** What Google refuses, in our words. Its own may hold ids and addresses, and an error of its package holds the token. */
import * as z from 'zod'
import { CallFailure } from '#platform/http/call-out.ts'
import { DriveFailure } from '#ports/drive.ts'
import { retryAfter } from '../vendor-answer.ts'

/** An answer that is no success, from a call that the vendor's package does not make. */
export class AnsweredWith extends Error {
  override name = 'AnsweredWith'
  readonly response: { status: number; headers: Headers; data: unknown }
  constructor(status: number, headers: Headers = new Headers()) {
    super(`status ${status}`)
    this.response = { status, headers, data: null }
  }
}

const Answered = z.object({ response: z.object({ status: z.number(), headers: z.unknown(), data: z.unknown() }) })
const DriveError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }) })
const OAuthError = z.object({ error: z.string() })

/** Translates an error of a call to Google. Any other error is returned as it is. */
export function googleFailure(error: unknown, now: number): unknown {
  if (error instanceof DriveFailure) return error
  const call = callFailureIn(error)
  if (call)
    return new DriveFailure(
      call.kind === 'too_large' ? 'not_understood' : 'unavailable',
      `Google Drive ${call.message}.`,
    )
  if (error instanceof z.ZodError) return notUnderstood()
  const answered = Answered.safeParse(error)
  if (!answered.success) return error
  const { status, headers, data } = answered.data.response
  const body = typeof data === 'string' ? parseJson(data) : data
  const oauth = OAuthError.safeParse(body)
  if (oauth.success) return oauthFailure(oauth.data.error, status)
  const reason = DriveError.safeParse(body).data?.error.errors?.[0]?.reason ?? ''
  return driveFailure(status, reason, retryAt(headers, now))
}

export const notUnderstood = () =>
  new DriveFailure('not_understood', 'Google Drive answered with something unexpected.')

/** The access token was not taken; another one may be. */
export function isTokenRefused(error: unknown): boolean {
  return Answered.safeParse(error).data?.response.status === 401
}

/** A page token lives for hours only; then the walk begins again. */
export function isPageTokenRefused(error: unknown): boolean {
  return [400, 410].includes(Answered.safeParse(error).data?.response.status ?? 0)
}

const LIMITS = new Set([
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'dailyLimitExceeded',
  'quotaExceeded',
  'downloadQuotaExceeded',
  'sharingRateLimitExceeded',
])

function driveFailure(status: number, reason: string, at: number | null): DriveFailure {
  if (status === 429 || (status === 403 && LIMITS.has(reason)))
    return new DriveFailure('limited', 'Google Drive has reached its rate limit and asks to wait.', at)
  if (status === 401) return connectionLost()
  if (status === 403) return refusal(reason)
  if (status === 404)
    return new DriveFailure('gone', 'It is no longer in Google Drive, or not visible to this account.')
  if (status === 408 || status >= 500)
    return new DriveFailure('unavailable', `Google Drive has trouble at the moment (status ${status}).`)
  return new DriveFailure('not_understood', `Google Drive did not understand the request (status ${status}).`)
}

function refusal(reason: string): DriveFailure {
  switch (reason) {
    // Connecting again requests all of them.
    case 'insufficientPermissions':
      return new DriveFailure(
        'connection_lost',
        'Google Drive was connected without a right that is needed: connect it again.',
      )
    case 'accessNotConfigured':
      return new DriveFailure(
        'refused',
        'The Google Drive API is not enabled in the project of GOOGLE_CLIENT_ID: enable it.',
      )
    case 'insufficientFilePermissions':
      return new DriveFailure(
        'refused',
        'The connected Google account may not do this: ask the owner for the right to edit.',
      )
    case 'domainPolicy':
      return new DriveFailure('refused', 'The administrator of the Google domain does not allow this.')
    default:
      return new DriveFailure('refused', 'Google Drive does not allow this to the connected account.')
  }
}

function oauthFailure(error: string, status: number): DriveFailure {
  if (error === 'invalid_grant' || error === 'invalid_token') return connectionLost()
  if (status === 429) return new DriveFailure('limited', 'Google has reached its rate limit and asks to wait.')
  if (status >= 500) return new DriveFailure('unavailable', `Google has trouble at the moment (status ${status}).`)
  if (error === 'redirect_uri_mismatch')
    return new DriveFailure(
      'refused',
      'Google does not know the address of this installation: add it to the client’s redirects.',
    )
  return new DriveFailure('refused', 'Google does not accept GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: correct them.')
}

const connectionLost = () =>
  new DriveFailure(
    'connection_lost',
    'Google Drive is no longer connected: it was disconnected, or not used for too long.',
  )

/** The vendor's package wraps what its `fetch` threw. */
function callFailureIn(error: unknown): CallFailure | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (inner instanceof CallFailure) return inner
  return null
}

const retryAt = (headers: unknown, now: number): number | null =>
  headers instanceof Headers ? retryAfter({ headers: Object.fromEntries(headers) }, { now: () => now }) : null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
