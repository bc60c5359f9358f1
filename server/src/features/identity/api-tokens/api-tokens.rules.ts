/** Pure decisions on API tokens: their format, their lifetime, and what is displayed of them later. */
import type { ApiToken } from '@tangelo/contract'
import { API_TOKEN_DAYS } from '@tangelo/contract/limits'
import type { Row } from '#platform/database/schema.ts'
import { newSecret } from '#platform/secrets.ts'

/** The prefix of every API token: distinguishes it from a session, and lets scanners of published code find it. */
const BEGINNING = 'tangelo_'
const TOLD_FIRST = 4
const TOLD_LAST = 4
const DAY_MS = 24 * 60 * 60_000

/** 256 random bits behind the beginning. */
export const newApiToken = () => `${BEGINNING}${newSecret()}`

/** What is sent in place of a token that was cut off or mangled on its way. */
export const isMeantAsApiToken = (authorization: string | undefined) =>
  new RegExp(`^Bearer\\s+${BEGINNING}`, 'i').test(authorization ?? '')

export const isApiToken = (bearer: string) => bearer.startsWith(BEGINNING)

/** What distinguishes tokens on a screen: 48 of the 256 bits. */
export const toTokenHint = (token: string) => ({
  prefix: token.slice(0, BEGINNING.length + TOLD_FIRST),
  last_four: token.slice(-TOLD_LAST),
})

/** spec §9: valid 90 days. */
export const expiryOf = (createdAt: number) => createdAt + API_TOKEN_DAYS * DAY_MS

/** How long an expired token stays in the list: its owner should see why a program stopped. */
export const SHOWN_AFTER_EXPIRY_MS = 90 * DAY_MS

/**
 * spec §4: Active if expiry is later than now, else Expired; a token found expired once stays so, even if the clock
 * goes back.
 */
export const isActive = (
  { expires_at, is_expired }: Pick<Row<'api_tokens'>, 'expires_at' | 'is_expired'>,
  now: number,
) => is_expired === 0 && expires_at > now

export type ShownToken = Omit<Row<'api_tokens'>, 'token_hash' | 'user_id'>

export const asApiToken = (row: ShownToken, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  lastFour: row.last_four,
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: new Date(row.expires_at).toISOString(),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  status: isActive(row, now) ? 'Active' : 'Expired',
})

/** How a token is spoken of in the audit log. */
export const nameOf = ({ name, prefix, last_four }: Pick<ShownToken, 'name' | 'prefix' | 'last_four'>) =>
  name === null ? `${prefix}…${last_four}` : `${name} (${prefix}…${last_four})`
