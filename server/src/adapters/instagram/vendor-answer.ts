/** What the adapters of Instagram sources have in common: calls that end, and outcomes of impossible names. */

import { type CallAnswer, CallFailure, callOut, type OutgoingCall } from '#platform/http/call-out.ts'
import { type ProfileFailure, type ProfileOutcome, SourceFailure } from '#ports/instagram.ts'

/** The same rule as the contract's, in the form in which names go into a vendor's question. */
const NAME = /^[A-Za-z0-9._]{1,30}$/

/** Calls out; what kept a whole answer from coming is a `SourceFailure` that names the source. */
export async function askSource(title: string, call: OutgoingCall): Promise<CallAnswer> {
  try {
    return await callOut(call)
  } catch (error) {
    if (error instanceof CallFailure) throw new SourceFailure('unavailable', `${title} ${error.message}.`)
    throw error
  }
}

export function notJson(title: string, status: number): SourceFailure {
  const sent = status < 300 ? 'an answer that cannot be read' : `status ${status} and nothing that explains it`
  return new SourceFailure('unavailable', `${title} sent ${sent}. Try again later.`)
}

/** How messages name the connection that a call went through, and what has to be renewed where it refuses. */
export interface ConnectionWords {
  title: string
  /** Undefined for the connection of the settings, which is renewed there. */
  connection: string | undefined
}

/** 'Apify', or 'Apify (Agency two)' for a connection that an administrator has added. */
export const connectionWords = (title: string, connection: string | undefined): ConnectionWords => ({
  title: connection === undefined ? title : `${title} (${connection})`,
  connection,
})

/** Names to request, each once in any case, and an outcome for each impossible one. */
export function askableNames(usernames: readonly string[], namesPerCall: number) {
  if (usernames.length > namesPerCall) throw new RangeError(`At most ${namesPerCall} names in one call`)
  const outcomes = new Map<string, ProfileOutcome>()
  const names = new Map<string, string>()
  for (const username of usernames) {
    if (NAME.test(username)) names.set(username.toLowerCase(), username)
    else outcomes.set(username.toLowerCase(), toFailure('not_found', 'This is not a name that Instagram allows.'))
  }
  return { names: [...names.values()], outcomes }
}

export const toFailure = (
  kind: NonNullable<ProfileOutcome['failure']>['kind'],
  message: string,
): { failure: ProfileFailure; reading?: undefined } => ({ failure: { kind, message } })
