/** Withdraws a request for approval: by itself, or because the link that opens it is revoked. */
import { type AuditLog, publishEvents } from '#features/core/index.ts'
import type { Mail } from '#features/mail/index.ts'
import type { Queries } from '#platform/database/database.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { approvalsStore } from '../approvals.store.ts'
import { approvalsChanged, requestAct } from '../rules/acts.ts'
import { causeOf } from '../rules/mails.ts'

/** In the caller's transaction, which ends the link of the request as well. Safe to repeat. */
export type Withdraw = (tx: Queries, viewer: Viewer, requestId: number) => Promise<void>

export function approvalWithdrawal({
  clock,
  audit,
  mail,
}: {
  clock: Clock
  audit: AuditLog
  mail: Pick<Mail, 'drop'>
}): Withdraw {
  return async (tx, viewer, requestId) => {
    const store = approvalsStore(tx)
    const now = clock.now()
    if (!(await store.withdraw(requestId, now))) return
    const row = await store.find(requestId)
    if (!row) return
    // Its address may have been a wrong one.
    if (row.mail_to !== null) await mail.drop(tx, [causeOf(requestId)], 'The request was withdrawn.')
    const items = await store.itemsOf([requestId])
    await audit.record(tx, viewer, requestAct('approval.withdrawn', row, items.length))
    await publishEvents(tx, [approvalsChanged(row.company_id)], now)
  }
}
