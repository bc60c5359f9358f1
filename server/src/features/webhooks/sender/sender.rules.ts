/** Pure decisions about one call to a receiver: how it is signed, which addresses may be called, what an answer means. */
import { createHmac, randomBytes } from 'node:crypto'
import { isWrittenPrivately } from '#platform/http/guarded-call.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/**
 * As Standard Webhooks requires (docs/decisions/0015): one signature for each secret, any of which the receiver may
 * know.
 */
export function signHeaders(
  { eventId, body, at }: { eventId: string; body: string; at: number },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': eventId, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

/** Names that never leave the machine or its network. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/

/**
 * What is wrong with the address of a receiver, to go on after the field's name; null for one that may be called. Where a
 * name leads to is judged with every call.
 */
export function addressProblem(address: string, { allowsPrivate = false }: { allowsPrivate?: boolean }): string | null {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http or https address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password'
  if (!allowsPrivate && (isWrittenPrivately(url) || PRIVATE_NAME.test(url.hostname)))
    return 'must be an address on the public internet'
  return null
}

/** Why an answer is not "taken"; null for one that is. */
export function refusalIn(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `It answered with status ${status}, a redirect: give the address it leads to.`
  return `It answered with status ${status}.`
}

const LONGEST_WAIT_MS = 60 * 60_000

/** The receiver's `Retry-After`, in seconds and an hour at most; nothing for anything else. */
export const readRetryAfterMs = (retryAfter: string | undefined): number =>
  /^\d{1,9}$/.test(retryAfter ?? '') ? Math.min(LONGEST_WAIT_MS, Number(retryAfter) * 1_000) : 0
