/** For tests of signing in at the stand-in of publishing: codes and tokens, short, long and renewed. */
import type { PublishingStandIn } from '../publishing/publishing-stand-in.ts'
import { address, askPublishing, readAnswer, signInAddress } from './ask-publishing.ts'

export const codeIn = (back: string) => new URL(back).searchParams.get('code') ?? ''

export function instagramCode(stand: PublishingStandIn, code: string, more: Record<string, string> = {}) {
  const form = {
    client_id: stand.clientId,
    client_secret: stand.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: address,
    code,
    ...more,
  }
  return readAnswer(
    fetch(`${stand.hosts.instagramApi}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(form) }),
  )
}

export function facebookToken(stand: PublishingStandIn, given: Record<string, string>) {
  const app = { client_id: stand.clientId, client_secret: stand.clientSecret }
  return askPublishing(stand, 'oauth/access_token', { query: { ...app, ...given } })
}

const askUnversioned = (stand: PublishingStandIn, path: string, query: Record<string, string>) =>
  readAnswer(fetch(`${stand.hosts.instagramGraph}/${path}?${new URLSearchParams(query)}`))

const exchange = (stand: PublishingStandIn, token: string) =>
  askUnversioned(stand, 'access_token', {
    grant_type: 'ig_exchange_token',
    client_secret: stand.clientSecret,
    access_token: token,
  })

export const refresh = (stand: PublishingStandIn, token: string) =>
  askUnversioned(stand, 'refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token })

export async function instagramLong(stand: PublishingStandIn, scopes?: readonly string[]) {
  const back = stand.decide(signInAddress(stand, 'instagram'), {
    isAllowed: true,
    usernames: ['sample.creator'],
    ...(scopes && { scopes }),
  })
  const { body } = await instagramCode(stand, codeIn(back))
  const [short] = body.data as { access_token: string }[]
  return String((await exchange(stand, short?.access_token ?? '')).body.access_token)
}
