/** The errors of the Graph API, as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

interface GraphError {
  message: string
  code: number
  error_subcode?: number
  is_transient?: boolean
  error_user_title?: string
  error_user_msg?: string
}

export const graphErrors = {
  tokenExpired: () =>
    graphError(400, {
      message:
        'Error validating access token: Session has expired on Friday, 01-Jan-27 00:00:00 PST. ' +
        'The current time is Saturday, 02-Jan-27 00:00:00 PST.',
      code: 190,
      error_subcode: 463,
    }),
  tokenInvalid: () => graphError(400, { message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }),
  /** The limit of the whole application. */
  appLimit: () => ({
    ...graphError(403, { message: '(#4) Application request limit reached', code: 4, is_transient: true }),
    headers: appUsage({ call_count: 100, total_cputime: 40, total_time: 38 }),
  }),
  userLimit: () => graphError(400, { message: '(#17) User request limit reached', code: 17, is_transient: true }),
  pageLimit: () => graphError(400, { message: '(#32) Page request limit reached', code: 32, is_transient: true }),
  customLimit: () =>
    graphError(400, {
      message: '(#613) Calls to this api have exceeded the rate limit.',
      code: 613,
      is_transient: true,
    }),
  /** @param minutes until calls are accepted again, as a header says. */
  instagramLimit: ({ ownId, minutes }: { ownId: string; minutes: number }) => ({
    ...graphError(400, {
      message: '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.',
      code: 80002,
      is_transient: false,
    }),
    headers: businessUsage(ownId, { call_count: 100, total_cputime: 25, total_time: 25 }, minutes),
  }),
  permissionMissing: () =>
    graphError(403, { message: '(#10) Application does not have permission for this action', code: 10 }),
  /** Something went wrong at the service; trying again may help. */
  unknown: () => graphError(500, { message: 'An unknown error occurred', code: 1, is_transient: true }),
  temporary: () =>
    graphError(500, {
      message: 'An unexpected error has occurred. Please retry your request later.',
      code: 2,
      is_transient: true,
    }),
  badParameter: (message: string) => graphError(400, { message: `(#100) ${message}`, code: 100 }),
  /** A place in a list that the service knows no longer. */
  cursorExpired: () => graphErrors.badParameter('Invalid parameter: after'),
  /** An id that does not exist, or belongs to another account. */
  noSuchObject: (id: string) =>
    graphError(400, {
      message:
        `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
        'permissions, or does not support this operation.',
      code: 100,
      error_subcode: 33,
    }),
  /** No account of this name, or one that business discovery does not show. */
  noSuchUser: (username: string) =>
    graphError(400, {
      message: 'Invalid user id',
      code: 110,
      error_subcode: 2207013,
      is_transient: false,
      error_user_title: 'Cannot find User',
      error_user_msg: `The user with username: ${username} cannot be found.`,
    }),
}

interface Usage {
  call_count: number
  total_cputime: number
  total_time: number
}

/** What the application has used, in percent, as a header. */
export const appUsage = (usage: Usage): Record<string, string> => ({ 'X-App-Usage': JSON.stringify(usage) })

/** What one professional account has used, in percent, as a header. */
export const businessUsage = (ownId: string, usage: Usage, minutesToWait: number): Record<string, string> => ({
  'X-Business-Use-Case-Usage': JSON.stringify({
    [ownId]: [{ type: 'instagram', ...usage, estimated_time_to_regain_access: minutesToWait }],
  }),
})

function graphError(status: number, { message, ...error }: GraphError): Answer {
  return {
    status,
    body: { error: { message, type: 'OAuthException', ...error, fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' } },
  }
}
