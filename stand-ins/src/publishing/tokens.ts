/** The tokens of one application: made, living and ended, by the person or by the service. */
import type { Answer } from '../http/send.ts'
import type { OwnAccount } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'
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

interface TokenParts {
  world: PublishingWorld
  app: SignInApp
  now(): number
  /** A new text each time. */
  secret(word: string): string
}

const longSeconds = 5_183_944

export function tokensGiven({ world, app, now, secret }: TokenParts) {
  const tokens = new Map<string, Token>()

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

  return {
    newToken,
    livingToken,
    lengthenToken: (token: Token) => newToken({ ...token, kind: 'long', expiresAt: now() + longSeconds * 1_000 }),
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
        accounts: usernames.map(world.requireByUsername),
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

const instagramScopes =
  'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_insights,instagram_business_manage_comments'
export const facebookScopes =
  'instagram_basic,instagram_content_publish,instagram_manage_insights,instagram_manage_comments,pages_show_list,pages_read_engagement'

const endings: Record<EndOfToken, (app: SignInApp) => Answer> = {
  458: ({ clientId }) => publishingErrors.applicationRemoved(clientId),
  460: publishingErrors.passwordChanged,
  463: publishingErrors.tokenExpired,
  467: publishingErrors.tokenWithdrawn,
}
