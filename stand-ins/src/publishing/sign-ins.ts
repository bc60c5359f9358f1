/** Codes of one application, for both logins, and how they become tokens. */
import { createHash } from 'node:crypto'
import type { Answer } from '../http/send.ts'
import { dayMs } from '../world/figures.ts'
import type { PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'
import { facebookScopes, type Login, type SignInApp, type Token, tokensGiven } from './tokens.ts'

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
const facebookShortSeconds = 5_112
const dayBeforeRefresh = dayMs

export function signIns(world: PublishingWorld, app: SignInApp, now: () => number, options: SignInOptions) {
  const codes = new Map<
    string,
    { login: Login; redirect: string; until: number; decision: Decision; scopes: string[] }
  >()
  let made = 0
  const secret = (word: string) =>
    createHash('sha256').update(`${world.seed} ${word} ${made++}`).digest('base64url').replaceAll(/[-_]/g, 'x')
  const { newToken, lengthenToken, ...tokens } = tokensGiven({ world, app, now, secret })
  const { livingToken } = tokens

  function exchangeCode(
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
    ...tokens,
    /** Where the browser is sent back to once the person decided on the page at this address. */
    decide(login: Login, query: URLSearchParams, decision: Decision): string {
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
      const token = exchangeCode('instagram', form.code, form.redirect_uri)
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
      return longAnswer(lengthenToken(token))
    },
    instagramRefresh(query: Form): Answer {
      const token = livingToken(query.access_token, 'instagram')
      if ('status' in token) return token
      const isOldEnough = token.kind === 'long' && now() - token.madeAt >= dayBeforeRefresh
      if (!isOldEnough || !token.scopes.has('instagram_business_basic')) return publishingErrors.tokenTooYoung()
      return longAnswer(lengthenToken(token))
    },
    facebookToken(query: Form): Answer {
      if (query.client_id !== app.clientId || !isOurs(query)) return publishingErrors.facebookRefuses()
      if (query.grant_type !== undefined) {
        const token = livingToken(query.fb_exchange_token, 'facebook')
        return 'status' in token ? token : facebookAnswer(lengthenToken(token))
      }
      const token = exchangeCode('facebook', query.code, query.redirect_uri)
      return typeof token === 'string' ? publishingErrors.facebookCodeUsed() : facebookAnswer(token)
    },
  }
}

export type SignIns = ReturnType<typeof signIns>
