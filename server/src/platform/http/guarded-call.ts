/**
 * Calls addresses that people and vendors wrote, on the public internet only. Whom a host name stands for is judged in the
 * lookup whose answer the connection then uses, so a name that changes its mind in between gains nothing. No redirects, no
 * cookies, no credentials; everything ends (`callOut`).
 */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type CallAnswer, CallFailure, callOut, type OutgoingCall } from './call-out.ts'
import { isPublicAddress } from './public-address.ts'

/** The address leads, or may lead, into a network of one's own. */
export class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

export interface CallGuard {
  /** `host:port` of places that the installation itself configured; they may be in its own network. */
  allowedHosts?: readonly string[]
  /** Every address may be there: the installation allows it. */
  allowsPrivate?: boolean
  lookup?: LookupFunction
}

export type GuardedCall = (call: Omit<OutgoingCall, 'lookup'>) => Promise<CallAnswer>

/** Throws `NotPublic`, `CallFailure`, or the signal's reason when the caller aborted. */
export function guardedCall({
  allowedHosts = [],
  allowsPrivate = false,
  lookup = systemLookup,
}: CallGuard = {}): GuardedCall {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const publicLookup = onlyPublic(lookup)
  return async (call) => {
    const { hostname, port, protocol } = call.url
    const isAllowed = allowsPrivate || allowed.has(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`)
    if (!isAllowed && isWrittenPrivately(call.url)) throw new NotPublic()
    try {
      return await callOut({ ...call, lookup: isAllowed ? lookup : publicLookup })
    } catch (error) {
      throw error instanceof CallFailure && error.cause instanceof NotPublic ? error.cause : error
    }
  }
}

/** Written addresses are connected to without a lookup. A name says nothing yet. */
export function isWrittenPrivately({ hostname }: URL): boolean {
  const written = hostname.replace(/^\[|\]$/g, '')
  return isIP(written) !== 0 && !isPublicAddress(written)
}

/** The lookup, but without answers that lead into a network of one's own. One such answer refuses the whole name. */
function onlyPublic(lookup: LookupFunction): LookupFunction {
  return (host, options, found) =>
    lookup(host, options, (error, answer, family) => {
      const addresses = Array.isArray(answer) ? answer.map(({ address }) => address) : [answer]
      if (error === null && !addresses.every(isPublicAddress)) found(new NotPublic(), '')
      else found(error, answer, family)
    })
}
