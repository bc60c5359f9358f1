/** Who sends a request: by a session, by an API token, or by the key of the machine. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ApiTokensService,
  type AuthService,
  bearerToken,
  isApiToken,
  isMeantAsApiToken,
} from '#features/identity/index.ts'
import { invalidToken } from '#platform/errors.ts'
import { sameSecret } from '#platform/secrets.ts'
import { operatorFrom, type Viewer } from '#platform/viewer.ts'

/** Throws where an API token is dead, or has made all its requests of this minute. `reply` gets how many it has left. */
export function viewerOf(
  { auth, apiTokens }: { auth: AuthService; apiTokens: ApiTokensService },
  operatorKey: string | undefined,
) {
  return async (request: FastifyRequest, reply?: FastifyReply): Promise<Viewer | null> => {
    const { authorization } = request.headers
    const bearer = bearerToken(authorization)
    const isPublic = request.routeOptions.config.row?.access === 'public'
    if (!bearer && !isPublic && isMeantAsApiToken(authorization)) throw invalidToken()
    if (!bearer) return null
    if (operatorKey && sameSecret(bearer, operatorKey)) return operatorFrom(request.ip)
    if (!isApiToken(bearer)) return auth.viewerWith(bearer, request.ip)
    // Signing in and out is for people; to these addresses a program is a stranger like any other.
    if (isPublic) return null
    const { viewer, allowance } = await apiTokens.viewerWith(bearer, request.ip)
    reply?.headers({ 'ratelimit-limit': allowance.limit, 'ratelimit-remaining': allowance.remaining })
    return viewer
  }
}
