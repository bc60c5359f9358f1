import { randomBytes, timingSafeEqual } from 'node:crypto'

/** 96 random bits: enough to tell requests apart in a log. */
export const newRequestId = () => randomBytes(12).toString('base64url')

/** 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Compares in a time that tells nothing about where the two differ. */
export function sameSecret(given: string, secret: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(secret)
  return a.length === b.length && timingSafeEqual(a, b)
}
