/**
 * Connecting an account: the owner's way to the service's page and back. A state is good once, for ten minutes, for the user,
 * the session and the browser that began it; neither service offers PKCE (docs/decisions/0058).
 */
import type { PublishingLoginName } from '@tangelo/contract/limits'
import type { AccountsService } from '#features/analytics/index.ts'
import { type AuditLog, type ProviderQuotasService, publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { accessDenied, conflict, Failure, notFound } from '#platform/errors.ts'
import type { BrowserRequest } from '#platform/http/browser-mark.ts'
import type { Log } from '#platform/log.ts'
import { newSecret } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Grant, PublishingLogins } from '#ports/publishing.ts'
import { mayPublish, mayStillConnect } from '../own-accounts.policy.ts'
import {
  backToAccount,
  COMING_BACK,
  declined,
  hashOf,
  mark,
  purposeOf,
  quotaOf,
  renewalAt,
  requireGrantedAccount,
  unwrapOutcome,
  WAY_BACK_MS,
} from '../own-accounts.rules.ts'
import { ownAccountsStore } from '../own-accounts.store.ts'
import { statesStore } from '../store/states.ts'

export type SignIns = ReturnType<typeof signIns>

/** The query with which the service's page redirects back. */
export interface Return {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
}

export interface SignInTools {
  database: Database
  clock: Clock
  log: Log
  audit: AuditLog
  encryption: Encryption
  accounts: AccountsService
  logins: PublishingLogins
  quotas: Pick<ProviderQuotasService, 'begin'>
}

type State = NonNullable<Awaited<ReturnType<ReturnType<typeof statesStore>['use']>>>

/** Several calls, to several hosts. */
const EXCHANGE_MS = 60_000
const RETURN_PATH = '/api/instagram/auth/callback'
/** Where a browser goes that brings back nothing of ours. */
const ELSEWHERE = '/'

export function signIns({ database, clock, log, audit, encryption, accounts, logins, quotas }: SignInTools) {
  const store = ownAccountsStore(database.queries)
  const states = statesStore(database.queries)

  /** What a sign-in is worth, once. Throws `Failure` in words for people. */
  async function connect({ code, error }: Return, state: State, address: string): Promise<void> {
    const { user_id: userId, session_id: sessionId, account_id: accountId, company_id: companyId } = state
    const login = logins[state.login]
    if (!login || error !== undefined || code === undefined) throw declined(error)
    if (!mayStillConnect(await store.user(userId, sessionId), companyId)) throw accessDenied(COMING_BACK.notAllowed)
    const answer = { code, returnAddress: state.return_address }
    const grant = unwrapOutcome(await login.exchange(answer, AbortSignal.timeout(EXCHANGE_MS)))
    await database.transaction(async (tx) => {
      const inside = ownAccountsStore(tx)
      const user = await inside.user(userId, sessionId, database.engine)
      if (!mayStillConnect(user, companyId)) throw accessDenied(COMING_BACK.notAllowed)
      const tracked = await inside.findTracked(accountId, database.engine)
      if (tracked?.company_id !== companyId) throw notFound('Account')
      const before = await inside.find(accountId)
      const found = requireGrantedAccount(login, grant, {
        username: tracked.username,
        instagramId: before?.instagram_id ?? null,
      })
      const key = { account_id: accountId, company_id: companyId }
      await inside.put(rowOf(key, state, { grant, found, now: clock.now(), encryption }))
      await quotas.begin(tx, quotaOf(accountId).name)
      const actor = { userId, username: user.username, address, via: 'session' as const }
      const object = { kind: 'account', id: accountId, name: tracked.username } as const
      await audit.record(tx, actor, { act: 'account.connected', object, companyId, details: { login: state.login } })
      await publishEvents(tx, [{ companyId, kind: 'accounts-changed' }], clock.now())
    })
  }

  return {
    /** Answers the service's page, and the cookie by which the browser is known when it comes back. */
    async begin(
      viewer: Viewer,
      { login: name, accountId }: { login: PublishingLoginName; accountId: number },
      request: BrowserRequest,
    ): Promise<{ url: string; cookie: string }> {
      mayPublish(viewer)
      const account = await accounts.visibleTo(viewer, accountId)
      const login = logins[name]
      if (!login) throw conflict('login_not_offered', 'An administrator has not set up this way to connect')
      const { userId, sessionId } = viewer
      if (userId === null || sessionId === undefined) throw accessDenied('Connect the account in a browser, signed in')
      // In a second tab it stays the same browser.
      const browser = mark.of(request) ?? newSecret()
      const state = newSecret()
      const now = clock.now()
      const returnAddress = `${request.origin}${RETURN_PATH}`
      await states.forget(now - WAY_BACK_MS)
      await states.add({
        state_hash: hashOf(state),
        company_id: account.company_id,
        account_id: account.id,
        user_id: userId,
        session_id: sessionId,
        browser_hash: hashOf(browser),
        login: name,
        return_address: returnAddress,
        expires_at: now + WAY_BACK_MS,
      })
      return { url: login.address({ state, returnAddress }), cookie: mark.cookie(request, browser) }
    },

    /** Returns the address at which the browser continues; how it went is explained there. */
    async arrive(back: Return, request: BrowserRequest, address: string): Promise<string> {
      const stateHash = hashOf(back.state ?? '')
      const state = await states.use(stateHash, clock.now())
      const browser = mark.of(request)
      // Another browser learns nothing, and what it brought is used up.
      if (!state || browser === null || hashOf(browser) !== state.browser_hash) return ELSEWHERE
      try {
        await connect(back, state, address)
      } catch (error) {
        if (!(error instanceof Failure)) log.error({ err: error }, 'connecting an account failed')
        await states.noteProblem(stateHash, error instanceof Failure ? error.message : COMING_BACK.failed)
      }
      return backToAccount(state.account_id)
    },
  }
}

function rowOf(
  key: { account_id: number; company_id: number },
  state: State,
  got: { grant: Grant; found: Grant['accounts'][number]; now: number; encryption: Encryption },
) {
  const { grant, found, now, encryption } = got
  return {
    ...key,
    login: state.login,
    instagram_id: found.accountId,
    username: found.username,
    name: found.name,
    page_id: found.page?.id ?? null,
    page_name: found.page?.name ?? null,
    permissions: JSON.stringify(grant.permissions),
    may_publish: found.mayPublish ? (1 as const) : (0 as const),
    sealed: encryption.encrypt(found.secret, purposeOf(key)),
    connected_by: state.user_id,
    connected_at: now,
    expires_at: grant.expiresAt,
    renews_at: renewalAt(now, grant.expiresAt),
  }
}
