/** Opens links by their tokens: on every request anew, in the store, so that a revoked one is dead at once on every node. */
import type { LinkKind } from '@tangelo/contract/limits'
import type { FastifyRequest } from 'fastify'
import {
  ACCOUNT_WINDOW_MS,
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS,
  failureKey,
  type LoginThrottle,
  networkOf,
} from '#features/identity/index.ts'
import { isPassword } from '#platform/passwords.ts'
import { secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type LinkScope, linkLocked, linkNotFound, scopeOfLink, stateOf } from '../links.rules.ts'
import type { LinkRow, linksStore } from '../links.store.ts'
import { isUnlocked, unlockCookies } from '../rules/unlock.ts'

/** A link that is open now, and unlocked in this browser. */
export interface OpenedLink
  extends Pick<LinkRow, 'id' | 'kind' | 'name' | 'mode'>,
    Readonly<{
      companyId: number
      companyName: string
      timeZone: string
      targetId: number
      targetName: string
      scope: LinkScope
      /** Of a frozen account or group. */
      htmlHash: string | null
      expiresAt: number | null
      /** The company itself: the user who made the link may be gone, and sees no more than the company does. */
      viewer: Viewer
    }> {}

export function linkOpener({
  store,
  clock,
  attempts,
}: {
  store: ReturnType<typeof linksStore>
  clock: Clock
  attempts: Pick<LoginThrottle, 'count' | 'forget' | 'forgiveOne'>
}) {
  /** Throws the one `not_found` of links. */
  async function find(token: string, kind?: LinkKind): Promise<LinkRow> {
    const row = await store.ofToken(secretHash(token))
    if (!row || stateOf(row, clock.now()) !== 'open' || (kind !== undefined && row.kind !== kind)) throw linkNotFound()
    return row
  }

  return {
    /**
     * Throws `not_found` alike for a wrong, expired, revoked or foreign link, and `link_locked` where its password has not been
     * entered in this browser.
     */
    async openLink(request: Pick<FastifyRequest, 'headers'>, token: string, kind?: LinkKind): Promise<OpenedLink> {
      const row = await find(token, kind)
      const { password_hash: passwordHash } = row
      if (passwordHash !== null && !isUnlocked(request.headers.cookie, { token, passwordHash }, clock.now()))
        throw linkLocked()
      return asOpened(row)
    },

    /**
     * The cookies that unlock a link, or null for a wrong password. Guesses are counted like those at passwords of users; throws
     * `too_many_attempts`.
     */
    async unlock(
      request: Pick<FastifyRequest, 'ip' | 'protocol'>,
      token: string,
      password: string,
    ): Promise<string[] | null> {
      const { password_hash: passwordHash, id } = await find(token)
      if (passwordHash === null) return []
      const network = networkOf(request.ip)
      const own = { key: failureKey('link', String(id), network) }
      const ofAddress = { key: failureKey('link-address', network), free: FREE_FAILURES_PER_ADDRESS }
      const ofLink = {
        key: failureKey('link', String(id)),
        free: FREE_FAILURES_PER_ACCOUNT,
        windowMs: ACCOUNT_WINDOW_MS,
      }
      await attempts.count(own, ofAddress, ofLink)
      if (!(await isPassword(passwordHash, password))) return null
      await attempts.forget(own.key)
      await attempts.forgiveOne(ofAddress)
      await attempts.forgiveOne(ofLink)
      return unlockCookies({ token, passwordHash }, clock.now(), request.protocol === 'https')
    },
  }
}

const asOpened = (row: LinkRow): OpenedLink => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  mode: row.mode,
  companyId: row.company_id,
  companyName: row.company_name,
  timeZone: row.time_zone,
  targetId: row.target_id,
  targetName: row.target_name,
  scope: scopeOfLink(row),
  htmlHash: row.html_hash,
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  viewer: {
    userId: null,
    username: '',
    role: 'pro',
    companyId: row.company_id,
    companyName: row.company_name,
    mustChangePassword: false,
    address: null,
    via: 'server',
  },
})
