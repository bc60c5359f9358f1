/**
 * Own accounts through Instagram's login: any professional account, without a Page. The contract documents no upload here,
 * so the service fetches videos itself. Exchanging and renewing put the token into the query, as the contract has it;
 * every other call carries it in the header.
 */
import type { OwnPermission } from '@tangelo/contract/limits'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { Grant, PublishingLogin } from '#ports/publishing.ts'
import type { Outcome } from '#ports/publishing-outcome.ts'
import { type Fields, text } from '../figures-file/fields.ts'
import { accountCalls } from './account-calls.ts'
import { graphCall, graphConnection } from './graph-call.ts'
import { idOf, unwrapAnswer } from './readings.ts'
import { tokenIn } from './token-reading.ts'

export interface InstagramLoginOptions {
  appId: string
  appSecret: string
  /** The page on which people grant access. */
  wwwUrl: string
  /** Where codes become tokens. */
  oauthUrl: string
  graphUrl: string
  /** Such as v25.0. */
  version: string
  clock: Clock
  limits?: Partial<CallLimits>
}

const SCOPES: Readonly<Record<Exclude<OwnPermission, 'pages'>, string>> = {
  profile: 'instagram_business_basic',
  publish: 'instagram_business_content_publish',
  insights: 'instagram_business_manage_insights',
  comments: 'instagram_business_manage_comments',
}

export function instagramLogin(options: InstagramLoginOptions): PublishingLogin {
  const { appId, appSecret, wwwUrl, oauthUrl, graphUrl, version, clock } = options
  const title = 'Instagram'
  const limits = options.limits ?? {}
  const call = graphCall({ title, clock, limits })
  const base = `${graphUrl}/${version}`
  const endOf = (seconds: number | null) => (seconds === null ? null : clock.now() + seconds * 1_000)

  /** A short token for one of 60 days, and a long one for a newer one; without a version. */
  const lengthen = (path: string, query: Record<string, string>, purpose: 'sign_in' | 'renew', signal: AbortSignal) =>
    call({
      purpose,
      url: new URL(`${graphUrl}/${path}?${new URLSearchParams(query)}`),
      token: null,
      value: tokenIn,
      signal,
    })

  return {
    name: 'instagram',
    title: 'Instagram Login',
    takesUploads: false,
    takesPlaces: false,
    removalPage: 'https://www.instagram.com/accounts/manage_access/',
    address: ({ state, returnAddress }) =>
      `${wwwUrl}/oauth/authorize?${new URLSearchParams({
        client_id: appId,
        redirect_uri: returnAddress,
        response_type: 'code',
        scope: Object.values(SCOPES).join(','),
        state,
      })}`,

    async exchange({ code, returnAddress }, signal): Promise<Outcome<Grant>> {
      const short = await call({
        purpose: 'sign_in',
        url: new URL(`${oauthUrl}/oauth/access_token`),
        token: null,
        body: new URLSearchParams({
          client_id: appId,
          client_secret: appSecret,
          grant_type: 'authorization_code',
          redirect_uri: returnAddress,
          // The redirect ends in #_, which is no part of it.
          code: code.replace(/#_$/, ''),
        }),
        value: tokenIn,
        signal,
      })
      if (short.is !== 'accepted') return short
      const query = { grant_type: 'ig_exchange_token', client_secret: appSecret, access_token: short.value.token }
      const long = await lengthen('access_token', query, 'sign_in', signal)
      if (long.is !== 'accepted') return long
      const { token, seconds, scopes } = long.value
      const me = await call({
        purpose: 'sign_in',
        url: new URL(`${base}/me?fields=user_id,username,name`),
        token,
        value: whoIsIt,
        signal,
      })
      if (me.is !== 'accepted') return me
      const granted = short.value.scopes.length > 0 ? short.value.scopes : scopes
      const permissions = permissionsOf(granted)
      const { id, username, name } = me.value
      const account = { accountId: id, secret: token, username, name, page: null, mayPublish: true }
      const value = { accounts: [account], unread: null, permissions, expiresAt: endOf(seconds) }
      return { is: 'accepted', value, use: me.use }
    },

    async renew({ secret }, signal) {
      const query = { grant_type: 'ig_refresh_token', access_token: secret }
      const renewed = await lengthen('refresh_access_token', query, 'renew', signal)
      if (renewed.is !== 'accepted') return renewed
      const { token, seconds } = renewed.value
      return { is: 'accepted', value: { secret: token, expiresAt: endOf(seconds) }, use: renewed.use }
    },

    /** Nothing of this login goes to the upload host. */
    async upload() {
      throw new Error('Instagram Login takes no uploads')
    },

    ...accountCalls({ call, connectTo: graphConnection({ title, limits }), base, clock, tokenOf: (secret) => secret }),
  }
}

/** The id that calls are made with is `user_id`; `id` is another one, of this application alone. */
function whoIsIt(json: Fields): { id: string; username: string; name: string | null } {
  const whole = unwrapAnswer(json)
  return { id: idOf(whole, 'user_id'), username: text(whole, 'username') ?? '', name: text(whole, 'name') }
}

/** What was not said is taken as granted: a call that lacks it is refused by name. */
function permissionsOf(granted: readonly string[]): OwnPermission[] {
  const names = Object.keys(SCOPES) as (keyof typeof SCOPES)[]
  return granted.length === 0 ? names : names.filter((name) => granted.includes(SCOPES[name]))
}
