/** Codes and tokens of one application, for both logins, and the people who give and take them. */
import { createHash } from 'node:crypto'
import type { Answer } from '../http/send.ts'
import { dayMs } from '../world/figures.ts'
import type { OwnAccount, PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'

export type Login = 'instagram' | 'facebook'

/** Why a token is dead, by the service's subcodes: removed, password, expired, withdrawn. */
export type EndOfToken = 458 | 460 | 463 | 467

export interface Token {
  text: string
  login: Login
  kind: 'short' | 'long' | 'page'
  /** What it opens; of a Page, one. */
  accounts: readonly OwnAccount[]
  scopes: Set<string>
  declined: readonly string[]
  madeAt: number
  expiresAt: number
  ended: EndOfToken | undefined
  /** Calls until it ends, and as what. */
  callsLeft: number
  endsAs: EndOfToken
}

export interface SignInApp {
  clientId: string
  clientSecret: string
}

export interface SignInOptions {
  /** The vendor's page wraps the short token in a list, several programs read it flat with a number as id. */
  shortTokenForm: 'wrapped' | 'flat'
  /** False leaves the life time out of Facebook's answers. */
  tellsLifetime: boolean
}

export interface Decision {
  isAllowed: boolean
  /** The accounts that were chosen or ticked; all that there are unless given. */
  usernames?: readonly string[]
  /** What was left ticked; all that was asked for unless given. */
  scopes?: readonly string[]
}

const hourMs = 3_600_000
const longSeconds = 5_183_944
const facebookShortSeconds = 5_112
const dayBeforeRefresh = dayMs

export function signIns(world: PublishingWorld, app: SignInApp, now: () => number, options: SignInOptions) {
  const codes = new Map<
    string,
    { login: Login; redirect: string; until: number; decision: Decision; scopes: string[] }
  >()
  const tokens = new Map<string, Token>()
  let made = 0
  const secret = (word: string) =>
    createHash('sha256').update(`${world.seed} ${word} ${made++}`).digest('base64url').replaceAll(/[-_]/g, 'x')

  function newToken(token: Omit<Token, 'text' | 'madeAt' | 'ended' | 'callsLeft' | 'endsAs'>): Token {
    const text = `${token.login === 'instagram' ? 'IG' : 'EAA'}sample${secret(token.kind)}`
    const whole: Token = {
      ...token,
      text,
      madeAt: now(),
      ended: undefined,
      callsLeft: Number.POSITIVE_INFINITY,
      endsAs: 463,
    }
    tokens.set(text, whole)
    return whole
  }

  /** A token that works, or why it does not. */
  function livingToken(text: string | undefined, login: Login): Token | Answer {
    const token = text === undefined ? undefined : tokens.get(text)
    if (!token || token.login !== login) return publishingErrors.tokenInvalid()
    token.callsLeft -= 1
    if (token.callsLeft < 0) token.ended ??= token.endsAs
    if (now() >= token.expiresAt) token.ended ??= 463
    return token.ended === undefined ? token : endings[token.ended](app)
  }

  function exchangedCode(
    login: Login,
    code: string | undefined,
    redirect: string | undefined,
  ): Token | 'used' | 'differs' {
    const found = codes.get(code ?? '')
    if (!found || found.login !== login || now() >= found.until) return 'used'
    if (found.redirect !== redirect) return 'differs'
    codes.delete(code ?? '')
    const { usernames, scopes = found.scopes } = found.decision
    const chosen = world.accounts.filter(({ username }) => usernames?.includes(username) ?? true)
    return newToken({
      login,
      kind: 'short',
      accounts: login === 'instagram' ? chosen.slice(0, 1) : chosen.filter(({ pageId }) => pageId !== null),
      scopes: new Set(scopes),
      declined: found.scopes.filter((scope) => !scopes.includes(scope)),
      expiresAt: now() + (login === 'instagram' ? hourMs : facebookShortSeconds * 1_000),
    })
  }

  const lengthened = (token: Token) => newToken({ ...token, kind: 'long', expiresAt: now() + longSeconds * 1_000 })
  const isOurs = (given: { client_secret?: string | undefined }) => given.client_secret === app.clientSecret
  const lifetime = (token: Token) => Math.max(0, Math.floor((token.expiresAt - now()) / 1_000))
  const longAnswer = (token: Token): Answer => ({
    status: 200,
    body: {
      access_token: token.text,
      token_type: 'bearer',
      expires_in: lifetime(token),
      permissions: [...token.scopes].join(','),
    },
  })

  const facebookAnswer = (token: Token): Answer => ({
    status: 200,
    body: {
      access_token: token.text,
      token_type: 'bearer',
      ...(options.tellsLifetime && { expires_in: lifetime(token) }),
    },
  })

  type Form = Readonly<Record<string, string | undefined>>

  return {
    livingToken,
    /** Where the browser is sent back to once the person decided on the page at this address. */
    decided(login: Login, query: URLSearchParams, decision: Decision): string {
      const back = new URL(query.get('redirect_uri') ?? '')
      const answer = decision.isAllowed
        ? { code: `AQ${secret('code')}` }
        : { error: 'access_denied', error_reason: 'user_denied', error_description: 'The user denied your request' }
      if (login === 'facebook' && !decision.isAllowed) back.searchParams.set('error_code', '200')
      for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
      back.searchParams.set('state', query.get('state') ?? '')
      if (!answer.code) return back.href
      const scopes = (query.get('scope') ?? facebookScopes).split(/[, ]+/)
      const redirect = query.get('redirect_uri') ?? ''
      codes.set(answer.code, { login, redirect, until: now() + hourMs, decision, scopes })
      return login === 'instagram' ? `${back.href}#_` : back.href
    },
    instagramCode(form: Form): Answer {
      if (form.client_id !== app.clientId || !isOurs(form)) return publishingErrors.wrongClient()
      const token = exchangedCode('instagram', form.code, form.redirect_uri)
      if (token === 'used') return publishingErrors.codeUsed()
      if (token === 'differs') return publishingErrors.redirectDiffers()
      const id = token.accounts[0]?.scopedId ?? '0'
      const scopes = [...token.scopes]
      if (options.shortTokenForm === 'wrapped')
        return {
          status: 200,
          body: { data: [{ access_token: token.text, user_id: id, permissions: scopes.join(',') }] },
        }
      // The number as its digits: no number of JavaScript has them all.
      const body = `{"access_token":"${token.text}","user_id":${id},"permissions":${JSON.stringify(scopes)}}`
      return { status: 200, headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body }
    },
    instagramExchange(query: Form): Answer {
      const token = livingToken(query.access_token, 'instagram')
      if ('status' in token) return token
      if (!isOurs(query) || token.kind !== 'short') return publishingErrors.tokenTooYoung()
      return longAnswer(lengthened(token))
    },
    instagramRefresh(query: Form): Answer {
      const token = livingToken(query.access_token, 'instagram')
      if ('status' in token) return token
      const isOldEnough = token.kind === 'long' && now() - token.madeAt >= dayBeforeRefresh
      if (!isOldEnough || !token.scopes.has('instagram_business_basic')) return publishingErrors.tokenTooYoung()
      return longAnswer(lengthened(token))
    },
    facebookToken(query: Form): Answer {
      if (query.client_id !== app.clientId || !isOurs(query)) return publishingErrors.facebookRefuses()
      if (query.grant_type !== undefined) {
        const token = livingToken(query.fb_exchange_token, 'facebook')
        return 'status' in token ? token : facebookAnswer(lengthened(token))
      }
      const token = exchangedCode('facebook', query.code, query.redirect_uri)
      return typeof token === 'string' ? publishingErrors.facebookCodeUsed() : facebookAnswer(token)
    },
    /** One of a Page; without an end of its own where the user token is a long one. */
    pageToken(user: Token, account: OwnAccount): string {
      const known = [...tokens.values()].find(
        ({ kind, accounts, ended, madeAt }) =>
          kind === 'page' && ended === undefined && accounts[0] === account && madeAt >= user.madeAt,
      )
      const expiresAt = user.kind === 'long' ? Number.POSITIVE_INFINITY : user.expiresAt
      return (known ?? newToken({ ...user, kind: 'page', accounts: [account], expiresAt })).text
    },
    /** Ends every token that opens this account, at once or after so many more calls with it. */
    endTokens(username: string, why: EndOfToken, afterCalls = 0): void {
      for (const token of tokensOf(username)) {
        token.callsLeft = afterCalls
        token.endsAs = why
        if (afterCalls === 0) token.ended = why
      }
    },
    /** The person takes a permission back in the service's own settings; all of them end the tokens. */
    withdraw(username: string, scope?: string): void {
      for (const token of tokensOf(username)) {
        if (scope === undefined) token.ended = 458
        else token.scopes.delete(scope)
      }
    },
    /** Tokens that work now. */
    living: (): string[] =>
      [...tokens.values()].flatMap(({ text, ended, expiresAt }) =>
        ended === undefined && now() < expiresAt ? [text] : [],
      ),
    /** A long token, as the vendor's dashboard makes them: without a sign-in. */
    longToken(
      login: Login,
      usernames: readonly string[],
      scopes = login === 'instagram' ? instagramScopes : facebookScopes,
    ) {
      return newToken({
        login,
        kind: 'long',
        accounts: usernames.map(world.named),
        scopes: new Set(scopes.split(',')),
        declined: [],
        expiresAt: now() + longSeconds * 1_000,
      }).text
    },
  }

  function tokensOf(username: string): Token[] {
    return [...tokens.values()].filter(({ accounts }) => accounts.some((account) => account.username === username))
  }
}

export type SignIns = ReturnType<typeof signIns>

const instagramScopes =
  'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_insights,instagram_business_manage_comments'
const facebookScopes =
  'instagram_basic,instagram_content_publish,instagram_manage_insights,instagram_manage_comments,pages_show_list,pages_read_engagement'

const endings: Record<EndOfToken, (app: SignInApp) => Answer> = {
  458: ({ clientId }) => publishingErrors.applicationRemoved(clientId),
  460: publishingErrors.passwordChanged,
  463: publishingErrors.tokenExpired,
  467: publishingErrors.tokenWithdrawn,
}
