/** What adapters of vendors have in common: JSON that may be none, words without tokens, times to wait that are believed. */
import type { CallAnswer } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'

const WORDS_LENGTH = 200
/** The longest a vendor is believed when it says how long to wait. */
const DAY_MS = 86_400_000

/** The body as JSON; undefined where it is none, such as a page for people or an answer cut short. */
export function jsonOf({ body }: CallAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A vendor's own sentence on one line, cut to a few words and without tokens. */
export function vendorWords(message: unknown, token: string): string {
  if (typeof message !== 'string') return 'nothing more'
  const safe = withoutToken(message, token)
    .replace(/\b(?:EAA\w{8,}|apify_api_\w+|pat\w{14}\.\w+)/g, '…')
    .replace(/(access_token|token)=[^&\s"]+/g, '$1=…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return safe.length > WORDS_LENGTH ? `${safe.slice(0, WORDS_LENGTH)}…` : safe
}

/** The text without the token, written plainly or as in an address. */
export const withoutToken = (text: string, token: string): string =>
  token === '' ? text : text.replaceAll(token, '…').replaceAll(encodeURIComponent(token), '…')

/** When to ask again by the Retry-After header, in seconds or as a date; null where it says nothing. */
export function retryAfter({ headers }: Pick<CallAnswer, 'headers'>, clock: Clock): number | null {
  const header = headers['retry-after']
  if (header === undefined) return null
  const seconds = Number(header)
  const at = Number.isFinite(seconds) ? clock.now() + seconds * 1_000 : Date.parse(header)
  return Number.isFinite(at) && at > clock.now() ? capRetryAt(at, clock) : null
}

/**
 * At most a day ahead: a mistaken source must not keep an installation waiting for good. A whole millisecond, as moments are stored,
 * whatever fraction of a second or a minute was named.
 */
export const capRetryAt = (at: number, clock: Clock): number => Math.ceil(Math.min(at, clock.now() + DAY_MS))
