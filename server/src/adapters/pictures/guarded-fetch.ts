/**
 * Fetches pictures from addresses that others wrote. Whom a host name stands for is judged in the lookup whose answer
 * the connection then uses, so a name that changes its mind in between gains nothing. No redirects, no cookies, no
 * credentials; everything ends (`callOut`).
 */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type CallAnswer, CallFailure, type CallLimits, callOut } from '#platform/http/call-out.ts'
import { NoPicture, type Picture, type PictureFetch } from '#ports/pictures.ts'
import { pictureType } from './picture-type.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardedFetchOptions {
  /** `host:port` of places that the installation itself configured; they may lie in its own network. */
  allowedHosts?: readonly string[]
  limits?: Partial<CallLimits>
  lookup?: LookupFunction
}

const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 10_000, bytes: 15 * 1024 * 1024 }
/** Refused, not there, no longer there: what an expired link answers. */
const GONE = [401, 403, 404, 410]

export function guardedFetch({
  allowedHosts = [],
  limits,
  lookup = systemLookup,
}: GuardedFetchOptions = {}): PictureFetch {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const publicLookup = onlyPublic(lookup)
  return {
    async fetch(address, signal) {
      const url = pictureAddress(address)
      const isAllowed = allowed.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`)
      // Written addresses are connected to without a lookup.
      const written = url.hostname.replace(/^\[|\]$/g, '')
      if (!isAllowed && isIP(written) !== 0 && !isPublicAddress(written)) throw notPublic()
      return pictureIn(
        await answerFrom({
          url,
          headers: { Accept: 'image/*' },
          limits: { ...LIMITS, ...limits },
          signal,
          lookup: isAllowed ? lookup : publicLookup,
        }),
      )
    },
  }
}

function pictureAddress(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw new NoPicture('refused', 'This is not the address of a picture.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new NoPicture('refused', 'Pictures are taken from http and https addresses only.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new NoPicture('refused', 'Pictures are not taken from addresses with a user name or a password in them.')
  }
  return url
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

class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

async function answerFrom(call: Parameters<typeof callOut>[0]): Promise<CallAnswer> {
  try {
    return await callOut(call)
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (error.cause instanceof NotPublic) throw notPublic()
    throw new NoPicture(
      error.kind === 'too_large' ? 'not_a_picture' : 'unavailable',
      `The server of the picture ${error.message}.`,
    )
  }
}

const notPublic = () => new NoPicture('refused', 'Pictures are taken from the public internet only.')

function pictureIn({ status, body }: CallAnswer): Picture {
  if (GONE.includes(status)) throw new NoPicture('gone', 'The picture is no longer there, or its link has expired.')
  if (status >= 300 && status < 400) throw new NoPicture('refused', 'The picture has moved; moves are not followed.')
  if (status !== 200) {
    throw new NoPicture('unavailable', `The server of the picture answered with status ${status}.`)
  }
  const type = pictureType(body)
  if (type === null) throw new NoPicture('not_a_picture', 'What the address holds is no JPEG, PNG, WebP, GIF or AVIF.')
  return { bytes: body, type }
}
