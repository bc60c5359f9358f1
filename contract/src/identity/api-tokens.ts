import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Id, Moment } from '../base/shared.ts'
import { API_TOKEN_NAME_MAX_LENGTH, API_TOKEN_STATUSES } from './limits.ts'

/** An API token as its owner may know it later: the token itself is shown once, and kept nowhere (D9). */
export const ApiToken = z.object({
  /** UUID. */
  id: z.string(),
  /** What its owner calls it, so that the program that uses it is known; null for one without a name. */
  name: z.string().nullable(),
  /** How the token begins, and its last letters: enough to identify it among several. */
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
  /** To the minute; null before the first request. */
  lastUsedAt: Moment.nullable(),
  status: z.enum(API_TOKEN_STATUSES),
})
export type ApiToken = z.infer<typeof ApiToken>

const EXAMPLE = {
  id: '0b8f6f0e-6f1d-4c3a-9f0e-2a7d1c5b9e44',
  name: 'Weekly report',
  prefix: 'tangelo_Qw3x',
  lastFour: 'k9Zt',
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2027-02-18T09:00:00.000Z',
  lastUsedAt: '2026-11-20T09:12:00.000Z',
  status: 'Active',
}

export const apiTokens = {
  generate: route({
    method: 'POST',
    path: '/api/auth/generate-api-token',
    access: 'signedIn',
    summary: 'Make an API token for oneself, or as an administrator for another user; it is shown once',
    body: z.strictObject({
      userId: Id.optional(),
      name: oneLine(
        z
          .string()
          .trim()
          .min(1, 'cannot be empty')
          .max(API_TOKEN_NAME_MAX_LENGTH, `Names have at most ${API_TOKEN_NAME_MAX_LENGTH} characters`),
      ).optional(),
    }),
    reply: z.object({ token: z.string(), expiresAt: Moment }),
    status: 201,
    example: { token: 'tangelo_Qw3x…k9Zt', expiresAt: EXAMPLE.expiresAt },
  }),
  list: route({
    method: 'GET',
    path: '/api/auth/tokens',
    access: 'signedIn',
    summary: "List the own API tokens, the newest first; administrators may name another user's",
    query: z.strictObject({ username: z.string().min(1).max(64).optional() }),
    reply: z.array(ApiToken),
    example: [EXAMPLE],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/auth/tokens/:tokenId',
    access: 'signedIn',
    summary: "Delete an API token; it opens nothing from then on. Administrators delete anybody's",
    params: z.strictObject({ tokenId: z.uuid('must be the id of an API token') }),
    reply: Done,
    example: { success: true },
  }),
  removeAll: route({
    method: 'DELETE',
    path: '/api/auth/tokens',
    access: 'signedIn',
    summary: 'Delete all own API tokens; says how many there were',
    reply: z.object({ count: z.int() }),
    example: { count: 2 },
  }),
}
