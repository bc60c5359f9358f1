import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const PROCESS = randomBytes(6).toString('base64url')
let requests = 0

/** Identifies requests in a log, across processes too: random per process, counted within. Not a secret. */
export const newRequestId = () => {
  requests += 1
  return `${PROCESS}-${requests.toString(36)}`
}

/** 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The stored form of a secret that a client has: it does not grant access (D4). */
export const secretHash = (secret: string) => hash('sha256', secret, 'hex')

/** Compares in constant time, which reveals nothing about where the two differ. */
export function sameSecret(given: string, secret: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(secret)
  return a.length === b.length && timingSafeEqual(a, b)
}
