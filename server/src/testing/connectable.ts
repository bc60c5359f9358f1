/** A world whose accounts can be connected at a stand-in of the service, with both logins, in one time. */
import type { OwnAccounts } from '@tangelo/contract'
import type { PublishingLoginName } from '@tangelo/contract/limits'
import { type PublishingOptions, type PublishingStandIn, publishingStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import { facebookLogin } from '#adapters/publishing/facebook-login.ts'
import { instagramLogin } from '#adapters/publishing/instagram-login.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import { type Person, START, type World, world } from './world.ts'

/** The owner of one account allows everything for it. */
export const bakery = { isAllowed: true, usernames: ['sample.bakery'] }

export interface Connectable extends World {
  standIn: PublishingStandIn
  accountId(username: string, companyId?: number): Promise<number>
  /** Goes to the service's page, decides there, and comes back; answers the address on which it ends. */
  signIn(who: Person, asked: SignInAsked): Promise<string>
  /** What the screen shows of one account. */
  own(accountId: number, who?: Person): Promise<OwnAccounts>
}

export interface SignInAsked {
  login?: PublishingLoginName
  accountId: number
  /** What the owner decides; allows everything for all accounts unless given. */
  decision?: Partial<Parameters<PublishingStandIn['decide']>[1]>
}

/** Both logins, at this stand-in. */
export function loginsAt(
  { hosts, clientId, clientSecret }: PublishingStandIn,
  clock: Clock,
): Required<PublishingLogins> {
  const application = { appId: clientId, appSecret: clientSecret, version: 'v25.0', clock, limits: { wholeMs: 2_000 } }
  return {
    instagram: instagramLogin({
      ...application,
      wwwUrl: hosts.instagramWww,
      oauthUrl: hosts.instagramApi,
      graphUrl: hosts.instagramGraph,
    }),
    facebook: facebookLogin({
      ...application,
      wwwUrl: hosts.facebookWww,
      graphUrl: hosts.facebookGraph,
      uploadUrl: hosts.upload,
      uploadIdleMs: 2_000,
    }),
  }
}

/** Where the browser comes back to, with the cookies that it has. */
export async function beginSignIn({ ask, standIn }: Connectable, who: Person, asked: SignInAsked) {
  const { login = 'instagram', accountId, decision = {} } = asked
  const begun = await ask(who, 'GET', `/api/instagram/auth?login=${login}&accountId=${accountId}`)
  expect(begun.statusCode, begun.body).toBe(200)
  const back = new URL(standIn.decide(begun.json().url, { isAllowed: true, ...decision }))
  return {
    url: new URL(begun.json().url),
    path: `${back.pathname}${back.search}`,
    cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '',
  }
}

export async function comeBack({ ask }: Pick<World, 'ask'>, path: string, cookie?: string): Promise<string> {
  const res = await ask('stranger', 'GET', path, undefined, cookie === undefined ? {} : { cookie })
  expect([res.statusCode, res.body]).toEqual([303, ''])
  return String(res.headers.location)
}

export async function connectable({
  standIn: options = {},
  accounts = ['sample.bakery', 'sample.creator'],
  ...given
}: NonNullable<Parameters<typeof world>[0]> & { standIn?: PublishingOptions } = {}): Promise<Connectable> {
  const time = { now: () => START }
  const standIn = await publishingStandIn({ clock: { now: () => time.now() }, ...options }).start()
  onTestFinished(() => standIn.end())
  const here = await world({ ...given, accounts, publishingLogins: (clock) => loginsAt(standIn, clock) })
  time.now = here.clock.now
  const connected: Connectable = {
    ...here,
    standIn,
    async accountId(username, companyId = 1) {
      const row = await here.database.queries
        .selectFrom('accounts')
        .select('id')
        .where('username', '=', username)
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow()
      return row.id
    },
    async signIn(who, asked) {
      const { path, cookie } = await beginSignIn(connected, who, asked)
      here.clock.moveBy(1_000)
      return comeBack(here, path, cookie)
    },
    async own(accountId, who = 'pro') {
      const res = await here.ask(who, 'GET', `/api/own-accounts?accountId=${accountId}`)
      expect(res.statusCode, res.body).toBe(200)
      return res.json()
    },
  }
  return connected
}
