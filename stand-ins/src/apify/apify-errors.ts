/** The errors of Apify's interface, as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

export const apifyErrors = {
  runFailed: (state: 'FAILED' | 'TIMED-OUT' = 'FAILED') =>
    apifyError(400, 'run-failed', `Actor run did not succeed (run ID: AbCdEf123456, status: ${state})`),
  invalidInput: (problem: string) => apifyError(400, 'invalid-input', `Input is not valid: ${problem}`),
  tokenMissing: () => apifyError(401, 'token-not-provided', 'Authentication token was not provided'),
  tokenInvalid: () =>
    apifyError(401, 'user-or-token-not-found', 'User was not found or authentication token is not valid'),
  outOfCredit: () =>
    apifyError(402, 'not-enough-usage-to-run-paid-actor', 'By launching this job you will exceed your remaining usage'),
  permissionMissing: () => apifyError(403, 'insufficient-permissions', 'Insufficient permissions for the Actor'),
  noSuchActor: () => apifyError(404, 'record-not-found', 'Actor was not found'),
  runTooLong: () =>
    apifyError(408, 'run-timeout-exceeded', 'Actor run exceeded the timeout of 300 seconds for this API endpoint'),
  rateLimit: () => apifyError(429, 'rate-limit-exceeded', 'You have exceeded the rate limit of requests per second'),
}

const apifyError = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
})
