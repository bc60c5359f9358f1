/** What the errors of the Graph API mean for us, by their codes. The vendor's words are shown only without tokens. */

import type { CallAnswer } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import { type ProfileOutcome, SourceFailure } from '#ports/instagram.ts'
import { type Fields, isFields } from '../figures-file/fields.ts'
import { capRetryAt, retryAfter, vendorWords } from '../vendor-answer.ts'
import { graphUse } from './graph-use.ts'
import { type ConnectionWords, notJson, toFailure } from './vendor-answer.ts'

export const GRAPH_TITLE = 'Instagram Graph API'

/** Of the application, a user, a page, our own; publishing; and of the professional account that makes the call. */
const RATE_LIMITS = [4, 17, 32, 613, 9, 80002]
/** Where neither a header nor a gauge says more: Graph counts over a sliding hour. */
const USUAL_WAIT_MS = 3_600_000
const HTTP_TOO_MANY = 429
/** Of code 100: the requested object does not exist, and the only one we name is our own account. */
const NO_SUCH_OBJECT = 33

interface Question {
  username: string
  token: string
  clock: Clock
  about: ConnectionWords
}

/** An error that concerns this account is its outcome; one that concerns the whole source is thrown. */
export function graphError(
  answer: CallAnswer,
  json: unknown,
  { username, token, clock, about }: Question,
): ProfileOutcome {
  const error: Fields = isFields(json) && isFields(json.error) ? json.error : {}
  const { code, error_subcode: subcode } = error
  const words = vendorWords(error.message, token)
  if (code === 110 || subcode === 2207013) {
    return toFailure(
      'not_found',
      `${GRAPH_TITLE} found no professional account named @${username}. It cannot tell a missing account from a ` +
        'personal or age-restricted one: check the name, or read this account with Apify.',
    )
  }
  if (code === 190)
    throw refused(
      about,
      subcode === 463 ? describeExpiry(error.message) : 'Instagram rejected the access token.',
      'token',
    )
  if (typeof code === 'number' && (code === 10 || (code >= 200 && code <= 299))) {
    throw refused(
      about,
      'The Instagram access token lacks a permission. An administrator must grant instagram_basic, ' +
        'instagram_manage_insights and pages_read_engagement.',
      null,
    )
  }
  if (RATE_LIMITS.some((limit) => limit === code) || answer.status === HTTP_TOO_MANY)
    throw limited(answer, clock, about)
  if (code === 1 || code === 2 || error.is_transient === true || answer.status >= 500) {
    throw new SourceFailure('unavailable', `${about.title} has a problem. Try again later.`)
  }
  if (code === 100 && subcode === NO_SUCH_OBJECT) {
    throw refused(about, 'The Instagram account that asks is not one this access token may use.', 'user id')
  }
  if (typeof code !== 'number') throw notJson(about.title, answer.status)
  return toFailure(
    'not_understood',
    code === 100
      ? `${GRAPH_TITLE} did not understand what it was asked about @${username}: ${words}`
      : `${GRAPH_TITLE} answered with error ${code} about @${username}: ${words}`,
  )
}

const IN_SETTINGS = {
  token: ' An administrator must put a new one into GRAPH_ACCESS_TOKEN.',
  'user id': ' An administrator must correct GRAPH_IG_USER_ID.',
} as const
const IN_CONNECTIONS = {
  token: ' An administrator must enter a new one under Connections.',
  'user id': ' An administrator must correct the user id under Connections.',
} as const

/** @param renewed what an administrator has to renew; null where `why` says so already. */
function refused({ title, connection }: ConnectionWords, why: string, renewed: keyof typeof IN_SETTINGS | null) {
  if (connection === undefined) return new SourceFailure('refused', why + (renewed ? IN_SETTINGS[renewed] : ''))
  return new SourceFailure('refused', `${title}: ${why}${renewed ? IN_CONNECTIONS[renewed] : ''}`)
}

function describeExpiry(message: unknown): string {
  const [, when] = (typeof message === 'string' && /expired on ([A-Za-z0-9,:+ -]{6,60})\./.exec(message)) || []
  return `The Instagram access token expired${when === undefined ? '' : ` on ${when}`}.`
}

function limited(answer: CallAnswer, clock: Clock, { title }: ConnectionWords): SourceFailure {
  const { minutesToWait } = graphUse(answer.headers)
  const namedTime = minutesToWait === null ? retryAfter(answer, clock) : clock.now() + minutesToWait * 60_000
  const retryAt = capRetryAt(namedTime ?? clock.now() + USUAL_WAIT_MS, clock)
  return new SourceFailure('limited', `${title} accepts no more calls for now: its rate limit is reached.`, retryAt)
}
