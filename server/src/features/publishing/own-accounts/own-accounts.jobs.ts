/**
 * Renews what opens own accounts, from half of its life on. One node at a time takes an account: it writes only while the row
 * has the version that it claimed, so a node that was slow, or believed dead, overwrites nothing. Safe to repeat: the former
 * token goes on for a while.
 */
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import type { Handler, Schedule } from '#ports/queue.ts'
import { nextTryAt, type OwnAccountRow, purposeOf, renewalAt } from './own-accounts.rules.ts'
import { ownAccountsStore } from './own-accounts.store.ts'
import type { OwnAccesses } from './service/accesses.ts'

const RENEW = 'renew-own-accounts'
const EVERY_MS = 5 * 60_000
/** A node that has not written by then may be followed by another one. */
const CLAIM_MS = 2 * 60_000
const CALL_MS = 45_000
const AT_ONCE = 20
const NOT_OFFERED = 'An administrator has switched off this way to connect, so the access cannot be renewed.'

export function ownAccountJobs({
  database,
  clock,
  log,
  encryption,
  logins,
  accesses,
}: {
  database: Database
  clock: Clock
  log: Log
  encryption: Encryption
  logins: PublishingLogins
  accesses: OwnAccesses
}): { handlers: Handler[]; schedules: Schedule[] } {
  const store = ownAccountsStore(database.queries)

  async function renew(row: OwnAccountRow, version: number, signal: AbortSignal): Promise<void> {
    const { account_id: accountId, expires_at: expiresAt } = row
    const putOff = (why: string) =>
      store.change(accountId, version, { renewal_failure: why, renews_at: nextTryAt(clock.now(), expiresAt) })
    const login = logins[row.login]
    const secret = await accesses.secretOf(row)
    if (secret === null || row.sealed === null) return
    if (!login) {
      await putOff(NOT_OFFERED)
      return
    }
    const within = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])
    const renewed = await login.renew({ accountId: row.instagram_id, secret }, within)
    const now = clock.now()
    if (renewed.is === 'accepted') {
      const { secret: fresh, expiresAt: ends } = renewed.value
      const isKept = await store.change(accountId, version, {
        sealed: encryption.encrypt(fresh, purposeOf(row)),
        version: version + 1,
        expires_at: ends,
        renews_at: renewalAt(now, ends),
        renewal_failure: null,
      })
      if (!isKept) log.info({ accountId }, 'a renewed access came too late: another one is there')
    } else if (renewed.is === 'refused' && renewed.refusal.step === 'sign_in')
      await accesses.end(
        { accountId, companyId: row.company_id, username: row.username, sealed: row.sealed },
        renewed.refusal.message,
      )
    else await putOff(renewed.is === 'refused' ? renewed.refusal.message : renewed.message)
  }

  return {
    handlers: [
      {
        kind: RENEW,
        concurrency: 1,
        run: async ([job]) => {
          if (!job) return undefined
          for (;;) {
            const due = await store.due(clock.now(), AT_ONCE)
            for (const row of due) {
              job.signal.throwIfAborted()
              const version = await store.claim(row, clock.now() + CLAIM_MS)
              if (version !== undefined) await renew(row, version, job.signal)
            }
            if (due.length < AT_ONCE) return undefined
          }
        },
      },
    ],
    schedules: [{ kind: RENEW, everyMs: EVERY_MS }],
  }
}
