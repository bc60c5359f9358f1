/** Fetches pictures from addresses that others wrote, through the guard that every such call has (platform/http/guarded-call.ts). */
import { type CallAnswer, CallFailure, type CallLimits } from '#platform/http/call-out.ts'
import { type CallGuard, guardedCall, NotPublic } from '#platform/http/guarded-call.ts'
import { NoPicture, type Picture, type PictureFetch } from '#ports/pictures.ts'
import { pictureType } from './picture-type.ts'

export interface GuardedFetchOptions extends Omit<CallGuard, 'allowsPrivate'> {
  limits?: Partial<CallLimits>
}

const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 10_000, bytes: 15 * 1024 * 1024 }
/** Refused, not there, no longer there: what an expired link answers. */
const GONE = [401, 403, 404, 410]

export function guardedFetch({ limits, ...guard }: GuardedFetchOptions = {}): PictureFetch {
  const call = guardedCall(guard)
  return {
    async fetch(address, signal) {
      const url = pictureAddress(address)
      const request = { url, headers: { Accept: 'image/*' }, limits: { ...LIMITS, ...limits }, signal }
      return pictureIn(await call(request).catch(explain))
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

function explain(error: unknown): never {
  if (error instanceof NotPublic) throw new NoPicture('refused', 'Pictures are taken from the public internet only.')
  if (!(error instanceof CallFailure)) throw error
  throw new NoPicture(
    error.kind === 'too_large' ? 'not_a_picture' : 'unavailable',
    `The server of the picture ${error.message}.`,
  )
}

function pictureIn({ status, body }: CallAnswer): Picture {
  if (GONE.includes(status)) throw new NoPicture('gone', 'The picture is no longer there, or its link has expired.')
  if (status >= 300 && status < 400)
    throw new NoPicture('refused', 'The picture has moved, and redirects are not followed.')
  if (status !== 200) {
    throw new NoPicture('unavailable', `The server of the picture answered with status ${status}.`)
  }
  const type = pictureType(body)
  if (type === null) throw new NoPicture('not_a_picture', 'The address does not hold a JPEG, PNG, WebP, GIF or AVIF.')
  return { bytes: body, type }
}
