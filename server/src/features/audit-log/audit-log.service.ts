/**
 * Who did what to what, when, and from where: every act of administration, and every one that moves money. Entries can only be
 * added, and each seals the one before it, so that a change to any of them is noticed (docs/decisions/0016).
 */
import { beforeCommit, type Database, type Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { type AuditWish, asEntry, type Doer, sealOf } from './audit-log.rules.ts'
import { auditLogStore } from './audit-log.store.ts'

export type AuditLogService = ReturnType<typeof auditLogService>

/** What rooms need that have something to record. */
export type AuditLog = Pick<AuditLogService, 'record'>

export function auditLogService({ clock }: { database: Database; clock: Clock }) {
  return {
    /**
     * Records an act in the transaction that does it: both happen, or neither. May be called anywhere in it; the entry is written
     * at its end. Throws outside of `Database.transaction`.
     */
    async record(tx: Queries, doer: Doer, wish: AuditWish): Promise<void> {
      const at = clock.now()
      beforeCommit(tx, async () => {
        const store = auditLogStore(tx)
        const { number, before } = await store.takeNumber()
        const entry = asEntry(number, at, doer, wish)
        await store.add({ ...entry, hash: sealOf(entry, before) })
      })
    },
  }
}
