/**
 * Tokens with which programs read what their owner may read (D9). A token is displayed once, when it is made;
 * afterwards only its hash is stored. It has the present permissions of its owner: a change of role or company shows in
 * its next request, and without its owner it is invalid.
 */
import { randomUUID } from 'node:crypto'
import type { ApiToken } from '@tangelo/contract'
import { API_TOKENS_MAX } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, invalidToken, notFound } from '#platform/errors.ts'
import { secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Allowance, RateLimitService } from '../rate-limit/rate-limit.service.ts'
import { mayDelete, ownerFor, resolveUsername } from './api-tokens.policy.ts'
import {
  asApiToken,
  expiryOf,
  isActive,
  nameOf,
  newApiToken,
  SHOWN_AFTER_EXPIRY_MS,
  toTokenHint,
} from './api-tokens.rules.ts'
import { apiTokensStore } from './api-tokens.store.ts'

export type ApiTokensService = ReturnType<typeof apiTokensService>

/** The last use is precise to the minute: a read must not cost a write. */
const TOUCH_MS = 60_000

export function apiTokensService({
  database,
  clock,
  audit,
  limits,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  limits: RateLimitService
}) {
  const store = apiTokensStore(database.queries)

  /** Deletes the viewer's tokens when and only when the transaction is committed. Answers how many there were. */
  async function removeAllWithin(tx: Queries, viewer: Viewer): Promise<number> {
    if (viewer.userId === null) return 0
    const removed = await apiTokensStore(tx).removeAllOf(viewer.userId)
    for (const token of removed)
      await audit.record(tx, viewer, {
        act: 'token.deleted',
        object: { kind: 'token', id: token.id, name: nameOf(token) },
        companyId: viewer.companyId,
        details: { of: viewer.username },
      })
    return removed.length
  }

  return {
    /**
     * The owner of this token, and its remaining requests of this minute. Throws `invalid_token` for an expired or
     * unknown one, and `too_many_requests`.
     */
    async viewerWith(token: string, address: string): Promise<{ viewer: Viewer; allowance: Allowance }> {
      const row = await store.findByHash(secretHash(token))
      const now = clock.now()
      if (row && row.is_expired === 0 && row.expires_at <= now) await store.markExpired(now)
      if (!row || !isActive(row, now)) throw invalidToken()
      const allowance = await limits.count(row.id)
      if (now - (row.last_used_at ?? 0) >= TOUCH_MS) await store.touch(row.id, now)
      const viewer: Viewer = {
        userId: row.user_id,
        username: row.username,
        role: row.role,
        companyId: row.company_id,
        companyName: row.company_name,
        mustChangePassword: row.must_change_password === 1,
        address,
        via: 'token',
      }
      return { viewer, allowance }
    },

    /** Throws `too_many_tokens` for a sixth active one. */
    async generate(
      viewer: Viewer,
      { userId, name = null }: { userId?: number | undefined; name?: string | null | undefined },
    ) {
      const ownerId = ownerFor(viewer, userId)
      const token = newApiToken()
      const now = clock.now()
      const expiresAt = expiryOf(now)
      const row = { id: randomUUID(), user_id: ownerId, name, token_hash: secretHash(token), ...toTokenHint(token) }
      await database.transaction(async (tx) => {
        const inside = apiTokensStore(tx)
        const owner = await inside.holdUser(ownerId)
        if (!owner) throw invalidInput('There is no such user', { userId: 'is no user' })
        if ((await inside.countActive(ownerId, now)) >= API_TOKENS_MAX) throw tooManyTokens(viewer, owner)
        await inside.add({ ...row, created_at: now, expires_at: expiresAt, last_used_at: null })
        await audit.record(tx, viewer, {
          act: 'token.made',
          object: { kind: 'token', id: row.id, name: nameOf(row) },
          companyId: owner.company_id,
          details: { for: owner.username },
        })
      })
      return { token, expiresAt: new Date(expiresAt).toISOString() }
    },

    /** The newest first. An administrator chooses the user; throws `not_found` for an unknown name. */
    async list(viewer: Viewer, { username }: { username?: string | undefined }): Promise<ApiToken[]> {
      const key = resolveUsername(viewer, username)
      const ownerId = key === null ? viewer.userId : await store.findUserId(key)
      if (ownerId === undefined) throw notFound('User')
      const now = clock.now()
      return ownerId === null ? [] : (await store.listOf(ownerId)).map((row) => asApiToken(row, now))
    },

    /** Throws `not_found` alike for a missing token and for one that is not the viewer's. */
    async remove(viewer: Viewer, id: string): Promise<void> {
      await database.transaction(async (tx) => {
        const inside = apiTokensStore(tx)
        const token = await inside.find(id)
        if (!token || !mayDelete(viewer, token) || !(await inside.remove(id))) throw notFound('API token')
        await audit.record(tx, viewer, {
          act: 'token.deleted',
          object: { kind: 'token', id, name: nameOf(token) },
          companyId: token.company_id,
          details: { of: token.username },
        })
      })
    },

    /** D9: the own ones, an administrator's too. Answers how many there were. */
    removeAll: (viewer: Viewer): Promise<number> => database.transaction((tx) => removeAllWithin(tx, viewer)),

    removeAllWithin,

    /** Forgets what can no longer matter. Safe to repeat. */
    async purge(): Promise<void> {
      limits.purge()
      await store.markExpired(clock.now())
      await store.removeExpiredBefore(clock.now() - SHOWN_AFTER_EXPIRY_MS)
    },
  }
}

const tooManyTokens = (viewer: Viewer, owner: { id: number; username: string }) =>
  conflict(
    'too_many_tokens',
    `${owner.id === viewer.userId ? 'You have' : `${owner.username} has`} ${API_TOKENS_MAX} active API tokens, as many as there may be. Delete one first.`,
  )
