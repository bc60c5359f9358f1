/** The errors of Google Drive and of Google's OAuth, as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

export const googleErrors = {
  invalidGrant: () => oauthError(400, 'invalid_grant', 'Token has been expired or revoked.'),
  badCode: () => oauthError(400, 'invalid_grant', 'Malformed auth code.'),
  otherRedirect: () => oauthError(400, 'redirect_uri_mismatch', 'Bad Request'),
  invalidClient: () => oauthError(401, 'invalid_client', 'The OAuth client was not found.'),
  invalidToken: () => oauthError(400, 'invalid_token', 'Token expired or revoked'),
  invalidRequest: () => oauthError(400, 'invalid_request', 'Bad Request'),
  tokenExpired: () =>
    driveError(401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.', 'authError', {
      status: 'UNAUTHENTICATED',
    }),
  scopeTooSmall: () =>
    driveError(403, 'Request had insufficient authentication scopes.', 'insufficientPermissions', {
      status: 'PERMISSION_DENIED',
    }),
  noRight: () =>
    driveError(403, 'The user does not have sufficient permissions for this file.', 'insufficientFilePermissions'),
  noDownload: () => driveError(403, 'This file cannot be downloaded by the user.', 'cannotDownloadFile'),
  apiNotEnabled: () =>
    driveError(
      403,
      'Google Drive API has not been used in project 1 before or it is disabled.',
      'accessNotConfigured',
      {
        domain: 'usageLimits',
      },
    ),
  userRateLimit: () => driveError(403, 'User Rate Limit Exceeded', 'userRateLimitExceeded', { domain: 'usageLimits' }),
  rateLimit: (headers: Record<string, string> = {}): Answer => ({
    ...driveError(429, 'Rate Limit Exceeded', 'rateLimitExceeded', { domain: 'usageLimits' }),
    headers,
  }),
  notFound: (id: string) => driveError(404, `File not found: ${id}.`, 'notFound', { location: 'fileId' }),
  invalid: (location: string) => driveError(400, 'Invalid Value', 'invalid', { location }),
  backend: () => driveError(500, 'Backend Error', 'backendError'),
}

const oauthError = (status: number, error: string, description: string): Answer => ({
  status,
  body: { error, error_description: description },
})

function driveError(
  code: number,
  message: string,
  reason: string,
  { domain = 'global', status, location }: { domain?: string; status?: string; location?: string } = {},
) {
  return {
    status: code,
    body: {
      error: {
        code,
        message,
        errors: [{ message, domain, reason, ...(location && { location, locationType: 'parameter' }) }],
        ...(status && { status }),
      },
    },
  } satisfies Answer
}
