/** A first start on an empty store, which makes company 1 and an administrator. */
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { auditLogService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { openLog } from '#platform/log.ts'
import { composeIdentity } from '../composition/identity.ts'
import { NO_MAIL } from './no-mail.ts'
import { testStore } from './test-store.ts'

const DAY = 24 * 3_600_000

export function authOn(database: Database) {
  const clock = { now: () => Date.UTC(2026, 10, 20) }
  return composeIdentity({
    ...NO_MAIL,
    database,
    clock,
    session: { idleMs: DAY, maxMs: 7 * DAY },
    audit: auditLogService({ database, clock }),
    log: openLog('silent'),
    webhooks: { problemOf: () => null, dropAlerts: async () => {} },
    isAlone: true,
    payments: { mode: 'sandbox' },
    encryption: encryptionWith(randomBytes(32)),
  }).services.auth
}

/** Without a password one is generated. */
export async function bootstrapStore(
  admin: { username: string; password: string | null } = { username: 'admin', password: null },
) {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  const auth = authOn(database)
  return { auth, database, made: await auth.bootstrap(admin) }
}
