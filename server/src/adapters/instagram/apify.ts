/**
 * Public accounts, personal ones too, through Apify's profile scraper. One call runs the scraper for many names and
 * brings their items. Every profile costs money, and so does an abandoned run.
 */

import type { CallAnswer, CallLimits, OutgoingCall } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import { type InstagramSource, type ProfileOutcome, SourceFailure } from '#ports/instagram.ts'
import { jsonOf } from '../vendor-answer.ts'
import { APIFY_TITLE, apifyError } from './apify-errors.ts'
import { apifyOutcomes } from './apify-outcomes.ts'
import { askableNames, askSource, connectionWords, notJson, toFailure } from './vendor-answer.ts'

export interface ApifySourceOptions {
  /** Such as https://api.apify.com. */
  url: string
  token: string
  callsPerHour: number
  /** As an administrator called it; absent for the connection of the settings. */
  connection?: string
  clock: Clock
  limits?: Partial<CallLimits>
}

/** The tilde stands between owner and name. */
const RUN = 'v2/actors/apify~instagram-profile-scraper/run-sync-get-dataset-items'
/**
 * A profile takes the scraper up to a few seconds, so that all of a call are done well within the run's limit; and what
 * one failed call costs stays small.
 */
const NAMES_PER_CALL = 25
const RUN_SECONDS = 120
/**
 * Longer than the run may take, so that Apify ends it and not we. A profile with twelve posts has less than 200 KB, and
 * an answer is parsed in one go: more than three times what is expected is a mistake.
 */
const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 150_000, bytes: 16 * 1024 * 1024 }

/**
 * A call of several names that brings no item for any of them counts as a fault of the scraper (D14); a single name
 * without an item has no figures. Rejects with the signal's reason when aborted.
 */
export function apifySource(options: ApifySourceOptions): InstagramSource {
  const { token, callsPerHour, clock } = options
  const limits = { ...LIMITS, ...options.limits }
  const about = connectionWords(APIFY_TITLE, options.connection)
  const { title } = about

  function outcomesOf(answer: CallAnswer, names: readonly string[]): ReadonlyMap<string, ProfileOutcome> {
    const json = jsonOf(answer)
    if (answer.status !== 201 && answer.status !== 200) throw apifyError(answer, json, { token, clock, about })
    if (json === undefined) throw notJson(title, answer.status)
    if (!Array.isArray(json)) throw new SourceFailure('unavailable', `${title} sent something other than profiles.`)
    const outcomes = apifyOutcomes(names, json, { nowMs: clock.now(), token })
    if (outcomes.size === 0 && names.length > 1) {
      throw new SourceFailure('unavailable', `${title} brought nothing about any of ${names.length} accounts.`)
    }
    return outcomes
  }

  return {
    name: 'apify',
    title,
    namesPerCall: NAMES_PER_CALL,
    callsPerHour,
    async read(usernames, signal) {
      const { names, outcomes } = askableNames(usernames, NAMES_PER_CALL)
      if (names.length > 0) {
        const found = outcomesOf(await askSource(title, { ...runFor(names, options), limits, signal }), names)
        for (const name of names) {
          const missing = toFailure('no_figures', `${APIFY_TITLE} brought nothing about @${name}.`)
          outcomes.set(name.toLowerCase(), found.get(name.toLowerCase()) ?? missing)
        }
      }
      return { outcomes, use: { percent: null } }
    },
    // The scraper brings the latest posts and knows no pages.
    readPosts: null,
  }
}

function runFor(names: readonly string[], { url, token }: ApifySourceOptions): Omit<OutgoingCall, 'limits' | 'signal'> {
  return {
    url: new URL(`${url.replace(/\/+$/, '')}/${RUN}?timeout=${RUN_SECONDS}`),
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ usernames: names }),
  }
}
