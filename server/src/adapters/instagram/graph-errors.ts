/** What the errors of the Graph API mean for us, by their codes. The vendor's words are shown only without tokens. */

import type { CallAnswer } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import { type ProfileOutcome, SourceFailure } from '#ports/instagram.ts'
import { type Fields, isFields } from '../figures-file/fields.ts'
import { believed, retryAfter, vendorWords } from '../vendor-answer.ts'
import { graphUse } from './graph-use.ts'
import { failed, notJson } from './vendor-answer.ts'

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
}

/** An error that concerns this account is its outcome; one that concerns the whole source is thrown. */
export function graphError(answer: CallAnswer, json: unknown, { username, token, clock }: Question): ProfileOutcome {
  const error: Fields = isFields(json) && isFields(json.error) ? json.error : {}
  const { code, error_subcode: subcode } = error
  const words = vendorWords(error.message, token)
  if (code === 110 || subcode === 2207013) {
    return failed(
      'not_found',
      `${GRAPH_TITLE} found no professional account named @${username}. It cannot tell a missing account from a ` +
        'personal or age-restricted one: check the name, or read this account with Apify.',
    )
  }
  if (code === 190) throw refused(subcode === 463 ? expired(error.message) : 'Instagram rejected the access token.')
  if (typeof code === 'number' && (code === 10 || (code >= 200 && code <= 299))) {
    throw new SourceFailure(
      'refused',
      'The Instagram access token lacks a permission. An administrator must grant instagram_basic, ' +
        'instagram_manage_insights and pages_read_engagement.',
    )
  }
  if (RATE_LIMITS.some((limit) => limit === code) || answer.status === HTTP_TOO_MANY) throw limited(answer, clock)
  if (code === 1 || code === 2 || error.is_transient === true || answer.status >= 500) {
    throw new SourceFailure('unavailable', `${GRAPH_TITLE} has a problem. Try again later.`)
  }
  if (code === 100 && subcode === NO_SUCH_OBJECT) {
    throw new SourceFailure(
      'refused',
      'The Instagram account that asks is not one this access token may use. An administrator must correct ' +
        'GRAPH_IG_USER_ID.',
    )
  }
  if (typeof code !== 'number') throw notJson(GRAPH_TITLE, answer.status)
  return failed(
    'not_understood',
    code === 100
      ? `${GRAPH_TITLE} did not understand what it was asked about @${username}: ${words}`
      : `${GRAPH_TITLE} answered with error ${code} about @${username}: ${words}`,
  )
}

const refused = (why: string) =>
  new SourceFailure('refused', `${why} An administrator must put a new one into GRAPH_ACCESS_TOKEN.`)

function expired(message: unknown): string {
  const [, when] = (typeof message === 'string' && /expired on ([A-Za-z0-9,:+ -]{6,60})\./.exec(message)) || []
  return `The Instagram access token expired${when === undefined ? '' : ` on ${when}`}.`
}

function limited(answer: CallAnswer, clock: Clock): SourceFailure {
  const { minutesToWait } = graphUse(answer.headers)
  const told = minutesToWait === null ? retryAfter(answer, clock) : clock.now() + minutesToWait * 60_000
  const retryAt = believed(told ?? clock.now() + USUAL_WAIT_MS, clock)
  return new SourceFailure(
    'limited',
    `${GRAPH_TITLE} accepts no more calls for now: its rate limit is reached.`,
    retryAt,
  )
}
