/**
 * Own accounts through Facebook's login: professional accounts that are linked to a Page which the person may use. Videos are
 * uploaded from here. A secret holds two tokens: the person's, which is renewed, and the Page's, with which calls are made.
 */
import type { OwnPermission } from '@tangelo/contract/limits'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { Grant, OpenedAccount, PublishingLogin } from '#ports/publishing.ts'
import type { CallUse, Outcome } from '#ports/publishing-outcome.ts'
import { type Fields, isFields, list, text, WrongField } from '../figures-file/fields.ts'
import { accountCalls, tokenIn } from './account-calls.ts'
import { graphCall, graphConnection } from './graph-call.ts'
import { fieldsIn, idOf } from './readings.ts'
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
/** Of a Page: with one of them a person may publish. */
const PUBLISHING_TASKS = ['MANAGE', 'CREATE_CONTENT']
const PAGES_PER_CALL = 100
/** Pages of the list that are read. */
const CALLS_MAX = 10

interface Secret {
  user: string
  page: string
}

interface LinkedPage {
  id: string
  name: string | null
  token: string | null
  mayPublish: boolean
  accountId: string
}

export function facebookLogin(options: FacebookLoginOptions): PublishingLogin {
  const { appId, appSecret, wwwUrl, graphUrl, uploadUrl, version, clock } = options
  const title = 'Facebook'
  const limits = options.limits ?? {}
  const call = graphCall({ title, clock, limits })
  const base = `${graphUrl}/${version}`
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

  /** The Pages that were ticked and have a professional account. */
  async function linkedPages(token: string, signal: AbortSignal): Promise<Outcome<LinkedPage[]>> {
    const pages: LinkedPage[] = []
    let after: string | null = null
    let use: CallUse = { percent: null }
    for (let asked = 0; asked < CALLS_MAX; asked += 1) {
      const query: URLSearchParams = new URLSearchParams({
        fields: 'id,name,access_token,tasks,instagram_business_account',
        limit: String(PAGES_PER_CALL),
        ...(after !== null && { after }),
      })
      const url = new URL(`${base}/me/accounts?${query}`)
      const answer: Outcome<PageList> = await call({ purpose: 'sign_in', url, token, value: pageList, signal })
      if (answer.is !== 'accepted') return answer
      pages.push(...answer.value.pages)
      use = answer.use
      after = answer.value.after
      if (after === null) break
    }
    return { is: 'accepted', value: pages, use }
  }

  const grantedBy = (token: string, signal: AbortSignal) =>
    call({
      purpose: 'sign_in',
      url: new URL(`${base}/me/permissions`),
      token,
      value: (json) => fieldsIn(json).flatMap((one) => (one.status === 'granted' ? [String(one.permission)] : [])),
      signal,
    })

  async function openedAccounts(user: string, signal: AbortSignal): Promise<Outcome<OpenedAccount[]>> {
    const pages = await linkedPages(user, signal)
    if (pages.is !== 'accepted') return pages
    const accounts: OpenedAccount[] = []
    for (const { id, name, token, mayPublish, accountId } of pages.value) {
      if (token === null) continue
      const url = new URL(`${base}/${accountId}?fields=username,name`)
      const named = await call({ purpose: 'sign_in', url, token, value: nameOf, signal })
      if (named.is !== 'accepted') return named
      const page = { id, name }
      accounts.push({
        accountId,
        secret: sealable({ user, page: token }),
        username: named.value.username,
        name: named.value.name,
        page,
        mayPublish,
      })
    }
    return { is: 'accepted', value: accounts, use: pages.use }
  }

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
      const granted = await grantedBy(token, signal)
      if (granted.is !== 'accepted') return granted
      const permissions = permissionsOf(granted.value)
      // Without it the list of Pages is refused, which says less.
      if (!permissions.includes('pages'))
        return { is: 'accepted', value: { accounts: [], permissions, expiresAt: endOf(seconds) }, use: granted.use }
      const accounts = await openedAccounts(token, signal)
      if (accounts.is !== 'accepted') return accounts
      const value = { accounts: accounts.value, permissions, expiresAt: endOf(seconds) }
      return { is: 'accepted', value, use: accounts.use }
    },

    async renew({ accountId, secret }, signal) {
      const before = secretOf(secret)
      const renewed = await longer(before.user, 'renew', signal)
      if (renewed.is !== 'accepted') return renewed
      const { token: user, seconds } = renewed.value
      const pages = await linkedPages(user, signal)
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

interface PageList {
  pages: LinkedPage[]
  /** Where the next part begins; its whole address would hold the token. */
  after: string | null
}

function pageList(json: Fields): PageList {
  const pages = fieldsIn(json).flatMap((page): LinkedPage[] => {
    const { instagram_business_account: account } = page
    if (!isFields(account)) return []
    return [
      {
        id: idOf(page),
        name: text(page, 'name'),
        token: text(page, 'access_token'),
        mayPublish: list(page, 'tasks').some((task) => PUBLISHING_TASKS.includes(String(task))),
        accountId: idOf(account),
      },
    ]
  })
  const paging = isFields(json.paging) ? json.paging : {}
  const cursors = isFields(paging.cursors) ? paging.cursors : {}
  return { pages, after: paging.next === undefined ? null : text(cursors, 'after') }
}

function nameOf(json: Fields): { username: string; name: string | null } {
  const username = text(json, 'username')
  if (username === null) throw new WrongField('username is missing')
  return { username, name: text(json, 'name') }
}

const permissionsOf = (granted: readonly string[]): OwnPermission[] =>
  (Object.keys(NEEDED) as OwnPermission[]).filter((name) => NEEDED[name].every((scope) => granted.includes(scope)))

const sealable = ({ user, page }: Secret): string => JSON.stringify({ user, page })

function secretOf(text: string): Secret {
  const secret: unknown = JSON.parse(text)
  if (isFields(secret) && typeof secret.user === 'string' && typeof secret.page === 'string')
    return { user: secret.user, page: secret.page }
  throw new Error('Not a secret of this login')
}
