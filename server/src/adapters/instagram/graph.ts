/**
 * Public professional accounts through business discovery of the Instagram Graph API. One account a call. The token goes
 * into the address, as the vendor wants it, so addresses are never shown.
 */

import type { CallAnswer, CallLimits } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource, PostPageOutcome, ProfileOutcome } from '#ports/instagram.ts'
import { isFields, WrongField } from '../figures-file/fields.ts'
import { jsonOf, withoutToken } from '../vendor-answer.ts'
import { GRAPH_TITLE, graphError } from './graph-errors.ts'
import { DISCOVERY_FIELDS, graphPage, MEDIA_FIELDS, PAGE_POSTS, PostsMissing, readDiscovery } from './graph-profile.ts'
import { graphUse } from './graph-use.ts'
import { askableNames, askSource, connectionWords, notJson, toFailure } from './vendor-answer.ts'

export interface GraphSourceOptions {
  /** Such as https://graph.facebook.com. */
  url: string
  /** Such as v25.0. */
  version: string
  /** Of the professional account that makes the calls, in digits. */
  ownId: string
  token: string
  callsPerHour: number
  /** As an administrator called it; absent for the connection of the settings. */
  connection?: string
  clock: Clock
  limits?: Partial<CallLimits>
}

const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 10_000, bytes: 5 * 1024 * 1024 }

/** An exhausted limit without a time is over after an hour. Rejects with the signal's reason when aborted. */
export function graphSource(options: GraphSourceOptions): InstagramSource {
  const { token, callsPerHour, clock } = options
  const limits = { ...LIMITS, ...options.limits }
  const namesPerCall = 1
  const about = connectionWords(GRAPH_TITLE, options.connection)

  function outcomeOf(answer: CallAnswer, username: string): ProfileOutcome {
    const json = jsonOf(answer)
    const isError = isFields(json) && json.error !== undefined
    if (answer.status !== 200 || isError) return graphError(answer, json, { username, token, clock, about })
    if (json === undefined) throw notJson(about.title, answer.status)
    try {
      const profile = isFields(json) ? json.business_discovery : undefined
      const reading = readDiscovery(profile, username, clock.now())
      // Links to further pages may carry it.
      return { reading: { ...reading, profile: { ...reading.profile, raw: withoutToken(reading.profile.raw, token) } } }
    } catch (error) {
      return unreadable(error, username)
    }
  }

  function pageOutcome(answer: CallAnswer, username: string, after: string | null): PostPageOutcome {
    const json = jsonOf(answer)
    const isError = isFields(json) && json.error !== undefined
    if (answer.status !== 200 || isError) {
      const { failure } = graphError(answer, json, { username, token, clock, about })
      const isForgotten = failure?.kind === 'not_understood' && after !== null
      return isForgotten || !failure ? toFailure('not_understood', describeLostPlace(username)) : { failure }
    }
    if (json === undefined) throw notJson(about.title, answer.status)
    try {
      return { page: graphPage(isFields(json) ? json.business_discovery : undefined) }
    } catch (error) {
      const { failure } = unreadable(error, username)
      if (!failure) throw error
      return { failure }
    }
  }

  return {
    name: 'graph',
    title: about.title,
    namesPerCall,
    callsPerHour,
    async read(usernames, signal) {
      const { names, outcomes } = askableNames(usernames, namesPerCall)
      const [username] = names
      if (username === undefined) return { outcomes, use: { percent: null } }
      const answer = await askSource(about.title, { url: questionAbout(username, options), limits, signal })
      outcomes.set(username.toLowerCase(), outcomeOf(answer, username))
      return { outcomes, use: { percent: graphUse(answer.headers).percent } }
    },
    async readPosts(username, after, signal) {
      const [name] = askableNames([username], namesPerCall).names
      if (name === undefined || (after !== null && !CURSOR.test(after)))
        return { outcome: toFailure('not_understood', describeLostPlace(username)), use: { percent: null } }
      const answer = await askSource(about.title, { url: questionAbout(name, options, pageOf(after)), limits, signal })
      return { outcome: pageOutcome(answer, name, after), use: { percent: graphUse(answer.headers).percent } }
    },
  }
}

/** What may stand in a question without ending it. */
const CURSOR = /^[A-Za-z0-9_=-]{1,500}$/

const describeLostPlace = (username: string) =>
  `${GRAPH_TITLE} no longer knows where the posts of @${username} were left off: the place has expired.`

const pageOf = (after: string | null) =>
  `username,media${after === null ? '' : `.after(${after})`}.limit(${PAGE_POSTS})`

function questionAbout(
  username: string,
  { url, version, ownId, token }: GraphSourceOptions,
  asked = DISCOVERY_FIELDS,
): URL {
  const question = new URL(`${url.replace(/\/+$/, '')}/${version}/${ownId}`)
  const fields = `${asked}{${MEDIA_FIELDS}}`
  question.searchParams.set('fields', `business_discovery.username(${username}){${fields}}`)
  question.searchParams.set('access_token', token)
  return question
}

function unreadable(error: unknown, username: string): ProfileOutcome {
  if (error instanceof WrongField) {
    return toFailure('not_understood', `The answer about @${username} was not understood: ${error.message}.`)
  }
  if (error instanceof PostsMissing) {
    return toFailure('not_understood', `${GRAPH_TITLE} counted posts of @${username} but listed none of them.`)
  }
  // A value nested thousands of levels deep cannot be written back as text.
  if (error instanceof RangeError) {
    return toFailure('not_understood', `The answer about @${username} was not understood: it is nested too deeply.`)
  }
  throw error
}
