/** Pure decisions on sessions and on the steps of signing in. */
import { hash, randomBytes } from 'node:crypto'

/** 256 random bits (D4). */
export const newToken = () => randomBytes(32).toString('base64url')

export const tokenHash = (token: string) => hash('sha256', token, 'hex')

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
const SECOND_STEP_MS = 5 * 60_000

export const secondStepEnds = ({ created_at }: { created_at: number }) => created_at + SECOND_STEP_MS

/** Kept beside a second step, so that it ends when the password is another one. */
export const passwordMark = (passwordHash: string) => hash('sha256', passwordHash, 'hex')

/** As much of a User-Agent header as tells browsers apart. */
export const keptUserAgent = (header: string | undefined) => header?.slice(0, 300) ?? null
