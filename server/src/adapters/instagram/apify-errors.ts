/** What the errors of Apify's interface mean for us. They concern the whole call, never one account. */

import type { CallAnswer } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import { SourceFailure } from '#ports/instagram.ts'
import { type Fields, isFields } from '../figures-file/fields.ts'
import { capRetryAt, retryAfter, vendorWords } from '../vendor-answer.ts'
import { type ConnectionWords, notJson } from './vendor-answer.ts'

export const APIFY_TITLE = 'Apify'

/** Apify counts calls by the second, so that a minute is long. */
const USUAL_WAIT_MS = 60_000

interface Asked {
  token: string
  clock: Clock
  about: ConnectionWords
}

/** Why the whole call brought nothing. */
export function apifyError(answer: CallAnswer, json: unknown, { token, clock, about }: Asked): SourceFailure {
  const { title, connection } = about
  const unavailable = (what: string) => new SourceFailure('unavailable', `${title} ${what}. Try again later.`)
  const refused = (what: string) => new SourceFailure('refused', `${title} ${what.replace(/\.$/, '')}.`)
  const error: Fields = isFields(json) && isFields(json.error) ? json.error : {}
  if (answer.status === 429) {
    const retryAt = retryAfter(answer, clock) ?? capRetryAt(clock.now() + USUAL_WAIT_MS, clock)
    return new SourceFailure('limited', `${title} accepts no more calls for now: its rate limit is reached.`, retryAt)
  }
  if (answer.status === 408 || error.type === 'run-timeout-exceeded') {
    return unavailable('took too long to collect the profiles')
  }
  if (answer.status >= 500) return unavailable('has a problem')
  if (error.type === 'run-failed') return unavailable('could not collect the profiles: its scraper failed')
  if (typeof error.type !== 'string') return notJson(title, answer.status)
  switch (answer.status) {
    case 401:
      return refused(
        connection === undefined
          ? 'does not accept the token. An administrator must put a valid one into APIFY_TOKEN'
          : 'does not accept the token. An administrator must enter a valid one under Connections',
      )
    case 402:
      return refused('has no credit left for this token. An administrator must top it up there')
    case 403:
      return refused('does not allow this token to run the profile scraper. An administrator must allow it there')
    case 404:
      return refused('does not know the profile scraper. An administrator must check APIFY_API_URL')
    default:
      return refused(`did not accept the call: ${vendorWords(error.message, token)}`)
  }
}
