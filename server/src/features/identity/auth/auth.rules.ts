/** Pure decisions on sessions and on the steps of signing in. */
import { hash } from 'node:crypto'
import type { SignedInUser } from '@tangelo/contract'
import type { Actor } from '#features/core/index.ts'
import type { Viewer } from '#platform/viewer.ts'

/** The token in an Authorization header, or null when there is none of ours. */
export function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer ([\w-]{20,200})$/i)?.[1] ?? null
}

export function isLive(
  session: { created_at: number; last_seen_at: number },
  now: number,
  { idleMs, maxMs }: { idleMs: number; maxMs: number },
): boolean {
  return now - session.last_seen_at < idleMs && now - session.created_at < maxMs
}

/** How long the code may be thought about after the password. */
export const CHALLENGE_MS = 5 * 60_000

export const challengeEnds = ({ created_at }: { created_at: number }) => created_at + CHALLENGE_MS

/** Stored beside a two-factor step, so that it ends when the password changes. */
export const passwordMark = (passwordHash: string) => hash('sha256', passwordHash, 'hex')

/** As much of a User-Agent header as distinguishes browsers. */
export const truncateUserAgent = (header: string | undefined) => header?.slice(0, 300) ?? null

/** Where a request comes from, as it says. */
export interface Origin {
  address: string
  userAgent?: string | undefined
}

/** As much of a user as signing in looks at. */
export interface FoundUser {
  id: number
  username: string
  company_id: number | null
  password_hash: string
}

/** Who signs in, for the audit log: they are no viewer yet. */
export const actorOf = ({ id, username }: FoundUser, { address }: Origin): Actor & { userId: number } => ({
  userId: id,
  username,
  address,
  via: 'session',
})

/** As the browser may know the viewer. */
export const asUser = (viewer: Viewer): SignedInUser => ({
  id: viewer.userId ?? 0,
  username: viewer.username,
  role: viewer.role,
  companyId: viewer.companyId,
  companyName: viewer.companyName,
  mustChangePassword: viewer.mustChangePassword,
  ...(viewer.mustSetUpTwoFactor && { mustSetUpTwoFactor: true }),
})
