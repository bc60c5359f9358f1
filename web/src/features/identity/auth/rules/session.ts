import { ApiError, NetworkError } from '#lib/api.ts'

/**
 * Whether a failed status check says nothing about the session: no answer, or a server in trouble. Then a remembered
 * user stays signed in (spec §4); any other failure is a no.
 */
export function isInconclusive(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408 || error.status === 429
  return error instanceof NetworkError
}
