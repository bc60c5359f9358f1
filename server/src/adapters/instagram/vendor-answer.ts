/** What the adapters of Instagram sources have in common: calls that end, JSON that may be none, words without tokens. */

import { type CallAnswer, CallFailure, callOut, type OutgoingCall } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import { type ProfileOutcome, SourceFailure } from '#ports/instagram.ts'

/** The same rule as the contract's, in the form in which names go into a vendor's question. */
const NAME = /^[A-Za-z0-9._]{1,30}$/
const WORDS_LENGTH = 200
/** The longest a source is believed when it says how long to wait. */
const DAY_MS = 86_400_000

/** Calls out; what kept a whole answer from coming is a `SourceFailure` that names the source. */
export async function askSource(title: string, call: OutgoingCall): Promise<CallAnswer> {
  try {
    return await callOut(call)
  } catch (error) {
    if (error instanceof CallFailure) throw new SourceFailure('unavailable', `${title} ${error.message}.`)
    throw error
  }
}

/** The body as JSON; undefined where it is none, such as a page for people or an answer cut short. */
export function jsonOf({ body }: CallAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function notJson(title: string, status: number): SourceFailure {
  const told = status < 300 ? 'an answer that cannot be read' : `status ${status} and nothing that explains it`
  return new SourceFailure('unavailable', `${title} sent ${told}. Trying again later may help.`)
}

/** A vendor's own sentence on one line, cut to a few words and without tokens. */
export function vendorWords(message: unknown, token: string): string {
  if (typeof message !== 'string') return 'nothing more'
  const safe = withoutToken(message, token)
    .replace(/\b(?:EAA\w{8,}|apify_api_\w+)/g, '…')
    .replace(/(access_token|token)=[^&\s"]+/g, '$1=…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return safe.length > WORDS_LENGTH ? `${safe.slice(0, WORDS_LENGTH)}…` : safe
}

/** The text without the token, written plainly or as in an address. */
export const withoutToken = (text: string, token: string): string =>
  token === '' ? text : text.replaceAll(token, '…').replaceAll(encodeURIComponent(token), '…')

/** When to ask again by the Retry-After header, in seconds or as a date; null where it says nothing. */
export function retryAfter({ headers }: CallAnswer, clock: Clock): number | null {
  const told = headers['retry-after']
  if (told === undefined) return null
  const seconds = Number(told)
  const at = Number.isFinite(seconds) ? clock.now() + seconds * 1_000 : Date.parse(told)
  return Number.isFinite(at) && at > clock.now() ? believed(at, clock) : null
}

/** At most a day ahead: a mistaken source must not keep an installation waiting for good. */
export const believed = (at: number, clock: Clock): number => Math.min(at, clock.now() + DAY_MS)

/** Names to ask for, each once whatever its case, and an outcome for each of those that nobody can have. */
export function askableNames(usernames: readonly string[], namesPerCall: number) {
  if (usernames.length > namesPerCall) throw new RangeError(`At most ${namesPerCall} names in one call`)
  const outcomes = new Map<string, ProfileOutcome>()
  const names = new Map<string, string>()
  for (const username of usernames) {
    if (NAME.test(username)) names.set(username.toLowerCase(), username)
    else outcomes.set(username.toLowerCase(), failed('not_found', 'This is not a name that Instagram allows.'))
  }
  return { names: [...names.values()], outcomes }
}

export const failed = (
  kind: NonNullable<ProfileOutcome['failure']>['kind'],
  message: string,
): ProfileOutcome & { failure: object } => ({ failure: { kind, message } })
