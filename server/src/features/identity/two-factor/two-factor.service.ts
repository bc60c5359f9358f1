/**
 * Two-factor authentication (docs/decisions/0017): codes of an authenticator app, and recovery codes for when it is
 * lost. Each code works once. Changes require a viewer who has just re-authenticated.
 */

import type { AuditAction } from '@tangelo/contract/audit-actions'
import type { Actor, AuditLog } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { conflict, invalidInput, notSignedIn } from '#platform/errors.ts'
import { hashPassword, isPassword } from '#platform/passwords.ts'
import type { Reauthenticated, Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { failureKey } from '../login-throttle/login-throttle.rules.ts'
import type { LoginThrottle } from '../login-throttle/login-throttle.service.ts'
import { endSessions } from '../sessions/sessions.store.ts'
import { twoFactorOfOthers } from './service/of-others.ts'
import {
  addressFor,
  newRecoveryCodes,
  newTwoFactorSecret,
  periodOf,
  plainRecoveryCode,
  readCode,
} from './two-factor.rules.ts'
import { twoFactorStore } from './two-factor.store.ts'

export type TwoFactorService = ReturnType<typeof twoFactorService>

export function twoFactorService({
  database,
  clock,
  encryption,
  attempts,
  audit,
}: {
  database: Database
  clock: Clock
  encryption: Encryption
  attempts: LoginThrottle
  audit: AuditLog
}) {
  const store = twoFactorStore(database.queries)
  const secretOf = (row: { user_id: number; secret: string }) => encryption.decrypt(row.secret, purposeOf(row.user_id))

  async function useRecoveryCode(actor: Actor & { userId: number }, companyId: number | null, code: string) {
    const { userId, username } = actor
    for (const hash of await store.recoveryCodes(userId)) {
      if (!(await isPassword(hash, code))) continue
      return database.transaction(async (tx) => {
        const isFirst = await twoFactorStore(tx).useRecoveryCode(userId, hash)
        const object = { kind: 'user' as const, id: userId, name: username }
        if (isFirst) await audit.record(tx, actor, { act: 'recovery-code.used', object, companyId })
        return isFirst
      })
    }
    return false
  }

  /** What a viewer did to themselves. */
  const record = (tx: Queries, viewer: Viewer, act: AuditAction) =>
    audit.record(tx, viewer, {
      act,
      object: { kind: 'user', id: viewer.userId, name: viewer.username },
      companyId: viewer.companyId,
    })

  return {
    ...twoFactorOfOthers({ database, audit }),

    /** Uses a code up: true once for each, and only while two-factor sign-in is on. Counting guesses is the caller's. */
    async accept(actor: Actor & { userId: number }, companyId: number | null, typed: string): Promise<boolean> {
      const row = await store.find(actor.userId)
      const given = readCode(typed)
      if (!row || row.on_since === null || !given) return false
      if (given.kind === 'recovery') return useRecoveryCode(actor, companyId, given.code)
      const period = periodOf(given.code, { secret: secretOf(row), now: clock.now(), last: row.last_period })
      return period !== null && store.usePeriod(actor.userId, period)
    },

    async read({ userId }: Viewer) {
      const row = userId === null ? undefined : await store.find(userId)
      const isOn = row !== undefined && row.on_since !== null
      return {
        onSince: isOn ? new Date(row.on_since ?? 0).toISOString() : null,
        recoveryCodesLeft: isOn ? (await store.recoveryCodes(row.user_id)).length : 0,
        isRequiredOfAdmins: await store.isRequiredOfAdmins(),
      }
    },

    /** Makes a secret; an earlier one that was never confirmed is forgotten. */
    async begin(viewer: Reauthenticated) {
      const userId = ownId(viewer)
      const secret = newTwoFactorSecret()
      if (!(await store.keepSecret(userId, encryption.encrypt(secret, purposeOf(userId))))) throw alreadyOn()
      return { secret, address: addressFor(viewer.username, secret) }
    },

    /** The first code turns it on. Sessions that were opened without one end; the caller's own stays. */
    async turnOn(viewer: Viewer, typed: string) {
      const userId = ownId(viewer)
      const row = await store.find(userId)
      if (!row) throw conflict('not_begun', 'Scan the code with the authenticator app first')
      if (row.on_since !== null) throw alreadyOn()
      // A right code returns recovery codes: guessing at it is as slow as at sign-in.
      const guesses = failureKey('second step', String(userId))
      await attempts.count({ key: guesses })
      const now = clock.now()
      const given = readCode(typed)
      const period = given && periodOf(given.code, { secret: secretOf(row), now, last: row.last_period })
      if (!period) throw invalidInput('This code is wrong', { code: 'is not right' })
      await attempts.forget(guesses)
      const { recoveryCodes, hashes } = await makeRecoveryCodes()
      await database.transaction(async (tx) => {
        const inside = twoFactorStore(tx)
        await inside.holdUser(userId)
        if (!(await inside.turnOn({ userId, secret: row.secret, on_since: now, last_period: period })))
          throw alreadyOn()
        await inside.replaceRecoveryCodes(userId, hashes)
        await endSessions(tx, { userId, but: viewer.sessionId })
        await record(tx, viewer, 'second-factor.switched-on')
      })
      return { recoveryCodes }
    },

    async turnOff(viewer: Reauthenticated) {
      const userId = ownId(viewer)
      if (viewer.role === 'admin' && (await store.isRequiredOfAdmins()))
        throw conflict('two_factor_required', 'Administrators must sign in with two factors here')
      await database.transaction(async (tx) => {
        const inside = twoFactorStore(tx)
        if (!(await inside.remove(userId))) throw notOn()
        await endSessions(tx, { userId, but: viewer.sessionId })
        await record(tx, viewer, 'second-factor.switched-off')
      })
    },

    async renewCodes(viewer: Reauthenticated) {
      const userId = ownId(viewer)
      const { recoveryCodes, hashes } = await makeRecoveryCodes()
      await database.transaction(async (tx) => {
        const inside = twoFactorStore(tx)
        const row = await inside.find(userId)
        if (!row || row.on_since === null) throw notOn()
        await inside.replaceRecoveryCodes(userId, hashes)
        await record(tx, viewer, 'recovery-codes.made')
      })
      return { recoveryCodes }
    },
  }
}

const purposeOf = (userId: number) => `two-factor:${userId}`

const alreadyOn = () => conflict('two_factor_on', 'Two-factor sign-in is already on')
const notOn = () => conflict('two_factor_off', 'Two-factor sign-in is off')

/** The operator of the machine has a key, and nothing to protect with a code. */
function ownId({ userId }: Viewer): number {
  if (userId === null) throw notSignedIn()
  return userId
}

async function makeRecoveryCodes() {
  const recoveryCodes = newRecoveryCodes()
  const hashes = await Promise.all(recoveryCodes.map((code) => hashPassword(plainRecoveryCode(code))))
  return { recoveryCodes, hashes }
}
