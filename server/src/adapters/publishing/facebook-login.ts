/**
 * Own accounts through Facebook's login: professional accounts that are linked to a Page which the person may use. Videos are
 * uploaded from here. A secret holds two tokens: the person's, which is renewed, and the Page's, with which calls are made.
 */
import type { OwnPermission } from '@tangelo/contract/limits'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { Grant, PublishingLogin } from '#ports/publishing.ts'
import type { Outcome } from '#ports/publishing-outcome.ts'
import { accountCalls } from './account-calls.ts'
import { facebookPages, sealable, secretOf } from './facebook-pages.ts'
import { graphCall, graphConnection } from './graph-call.ts'
import { fieldsIn } from './readings.ts'
import { tokenIn } from './token-reading.ts'
import { uploadCall } from './upload-call.ts'

export interface FacebookLoginOptions {
  appId: string
  appSecret: string
  /** The page on which people grant access. */
  wwwUrl: string
  graphUrl: string
  uploadUrl: string
  /** Such as v25.0. */
  version: string
  clock: Clock
  limits?: Partial<CallLimits>
  /** How long an upload may stand still. */
  uploadIdleMs?: number
}

const SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_insights',
  'instagram_manage_comments',
  'pages_show_list',
  'pages_read_engagement',
]
const NEEDED: Readonly<Record<OwnPermission, readonly string[]>> = {
  profile: ['instagram_basic'],
  publish: ['instagram_content_publish'],
  insights: ['instagram_manage_insights'],
  comments: ['instagram_manage_comments'],
  pages: ['pages_show_list', 'pages_read_engagement'],
}

export function facebookLogin(options: FacebookLoginOptions): PublishingLogin {
  const { appId, appSecret, wwwUrl, graphUrl, uploadUrl, version, clock } = options
  const title = 'Facebook'
  const limits = options.limits ?? {}
  const call = graphCall({ title, clock, limits })
  const base = `${graphUrl}/${version}`
  const { readLinkedPages, openAccounts } = facebookPages({ call, base })
  const endOf = (seconds: number | null) => (seconds === null ? null : clock.now() + seconds * 1_000)

  const tokenFor = (query: Record<string, string>, purpose: 'sign_in' | 'renew', signal: AbortSignal) =>
    call({
      purpose,
      url: new URL(
        `${base}/oauth/access_token?${new URLSearchParams({ client_id: appId, client_secret: appSecret, ...query })}`,
      ),
      token: null,
      value: tokenIn,
      signal,
    })

  const longer = (token: string, purpose: 'sign_in' | 'renew', signal: AbortSignal) =>
    tokenFor({ grant_type: 'fb_exchange_token', fb_exchange_token: token }, purpose, signal)

  const readPermissions = (token: string, signal: AbortSignal) =>
    call({
      purpose: 'sign_in',
      url: new URL(`${base}/me/permissions`),
      token,
      value: (json) => fieldsIn(json).flatMap((one) => (one.status === 'granted' ? [String(one.permission)] : [])),
      signal,
    })

  return {
    name: 'facebook',
    title: 'Facebook Login',
    takesUploads: true,
    takesPlaces: true,
    removalPage: 'https://www.facebook.com/settings?tab=business_tools',
    address: ({ state, returnAddress }) =>
      `${wwwUrl}/${version}/dialog/oauth?${new URLSearchParams({
        client_id: appId,
        redirect_uri: returnAddress,
        response_type: 'code',
        scope: SCOPES.join(','),
        state,
      })}`,

    async exchange({ code, returnAddress }, signal): Promise<Outcome<Grant>> {
      const short = await tokenFor(
        { code: code.replace(/#_(=_)?$/, ''), redirect_uri: returnAddress },
        'sign_in',
        signal,
      )
      if (short.is !== 'accepted') return short
      const long = await longer(short.value.token, 'sign_in', signal)
      if (long.is !== 'accepted') return long
      const { token, seconds } = long.value
      const granted = await readPermissions(token, signal)
      if (granted.is !== 'accepted') return granted
      const permissions = permissionsOf(granted.value)
      // Without it the list of Pages is refused, which says less.
      if (!permissions.includes('pages'))
        return {
          is: 'accepted',
          value: { accounts: [], unread: null, permissions, expiresAt: endOf(seconds) },
          use: granted.use,
        }
      const accounts = await openAccounts(token, signal)
      if (accounts.is !== 'accepted') return accounts
      const value = Object.assign({}, accounts.value, { permissions, expiresAt: endOf(seconds) })
      return { is: 'accepted', value, use: accounts.use }
    },

    async renew({ accountId, secret }, signal) {
      const before = secretOf(secret)
      const renewed = await longer(before.user, 'renew', signal)
      if (renewed.is !== 'accepted') return renewed
      const { token: user, seconds } = renewed.value
      const pages = await readLinkedPages(user, signal)
      if (pages.is !== 'accepted') return pages
      const page = pages.value.find((one) => one.accountId === accountId)?.token ?? before.page
      return { is: 'accepted', value: { secret: sealable({ user, page }), expiresAt: endOf(seconds) }, use: pages.use }
    },

    upload: uploadCall({
      title,
      clock,
      uploadUrl,
      tokenOf: (secret) => secretOf(secret).page,
      ...(options.uploadIdleMs !== undefined && { idleMs: options.uploadIdleMs }),
    }),

    ...accountCalls({
      call,
      connectTo: graphConnection({ title, limits }),
      base,
      clock,
      tokenOf: (secret) => secretOf(secret).page,
    }),
  }
}

const permissionsOf = (granted: readonly string[]): OwnPermission[] =>
  (Object.keys(NEEDED) as OwnPermission[]).filter((name) => NEEDED[name].every((scope) => granted.includes(scope)))
