/** Codes, refresh tokens and access tokens of one OAuth client, and one person who decides. */
import { createHash } from 'node:crypto'
import type { Answer } from '../http/send.ts'
import { googleErrors } from './google-errors.ts'

export interface OAuthClient {
  clientId: string
  clientSecret: string
}

/** What an authorise address asks for. */
export interface GrantRequest {
  redirectUri: string
  state: string | null
  scope: string
  challenge: string | null
  isOffline: boolean
}

interface Refresh {
  scope: string
  isAlive: boolean
}

export interface Grants {
  /** The address that the browser is sent back to when the person decided. `scope`: what they left ticked; all unless given. */
  decide(request: GrantRequest, decision: { isAllowed: boolean; scope?: string }): string
  token(form: Readonly<Record<string, string>>): Answer
  revoke(token: string): Answer
  /** The scopes of an access token that works now; null for any other. */
  scopesOf(accessToken: string): readonly string[] | null
  /** The person takes everything back in the vendor's own screen. */
  revokeAll(): void
  /** Access tokens stop working; refresh tokens do not. */
  expireAccess(): void
  /** The next refreshes bring another refresh token, which takes the old one's place. */
  rotates: boolean
  /** Refresh tokens that work. */
  living(): string[]
}

const codeLifeMs = 10 * 60_000
const accessLifeSeconds = 3_599

export function grants({ clientId, clientSecret }: OAuthClient, now: () => number): Grants {
  const codes = new Map<string, { request: GrantRequest; scope: string; until: number }>()
  const refreshes = new Map<string, Refresh>()
  const accesses = new Map<string, { refresh: Refresh; until: number }>()
  let made = 0
  const secret = (word: string) => createHash('sha256').update(`${word} ${made++}`).digest('base64url')

  function grantAccess(refresh: Refresh, more: object): Answer {
    const accessToken = `ya29.${secret('access')}`
    accesses.set(accessToken, { refresh, until: now() + accessLifeSeconds * 1_000 })
    const { scope } = refresh
    return {
      status: 200,
      body: { access_token: accessToken, expires_in: accessLifeSeconds, scope, token_type: 'Bearer', ...more },
    }
  }

  function newRefresh(scope: string) {
    const token = `1//${secret('refresh')}`
    const refresh = { scope, isAlive: true }
    refreshes.set(token, refresh)
    return { token, refresh }
  }

  function exchangeCode(form: Readonly<Record<string, string>>): Answer {
    const code = codes.get(form.code ?? '')
    codes.delete(form.code ?? '')
    if (!code || now() >= code.until) return googleErrors.badCode()
    const { request, scope } = code
    if (form.redirect_uri !== request.redirectUri) return googleErrors.otherRedirect()
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (request.challenge !== null && challenge !== request.challenge) return googleErrors.badCode()
    const { token, refresh } = newRefresh(scope)
    if (!request.isOffline) refreshes.delete(token)
    return grantAccess(refresh, request.isOffline ? { refresh_token: token } : {})
  }

  function refreshAccess(token: string): Answer {
    const refresh = refreshes.get(token)
    if (!refresh?.isAlive) return googleErrors.invalidGrant()
    if (!own.rotates) return grantAccess(refresh, {})
    const next = newRefresh(refresh.scope)
    refreshes.delete(token)
    return grantAccess(next.refresh, { refresh_token: next.token })
  }

  const own: Grants = {
    rotates: false,
    decide(request, { isAllowed, scope = request.scope }) {
      const back = new URL(request.redirectUri)
      if (request.state !== null) back.searchParams.set('state', request.state)
      if (!isAllowed) {
        back.searchParams.set('error', 'access_denied')
        return back.href
      }
      const code = `4/0${secret('code')}`
      codes.set(code, { request, scope, until: now() + codeLifeMs })
      back.searchParams.set('code', code)
      back.searchParams.set('scope', scope)
      return back.href
    },
    token(form) {
      if (form.client_id !== clientId || form.client_secret !== clientSecret) return googleErrors.invalidClient()
      return form.grant_type === 'refresh_token' ? refreshAccess(form.refresh_token ?? '') : exchangeCode(form)
    },
    revoke(token) {
      const refresh = refreshes.get(token) ?? accesses.get(token)?.refresh
      if (!refresh?.isAlive) return googleErrors.invalidToken()
      refresh.isAlive = false
      return { status: 200, body: {} }
    },
    scopesOf(accessToken) {
      const access = accesses.get(accessToken)
      return access?.refresh.isAlive && now() < access.until ? access.refresh.scope.split(' ') : null
    },
    revokeAll() {
      for (const refresh of refreshes.values()) refresh.isAlive = false
    },
    expireAccess: () => accesses.clear(),
    living: () => [...refreshes].flatMap(([token, { isAlive }]) => (isAlive ? [token] : [])),
  }
  return own
}
