/** Events for open screens: published with the transaction that they are about. */
import type { EventKind } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import { eventsStore } from '../events.store.ts'

/** An event for open screens. `companyId` null: only administrators receive it. */
export interface DomainEvent {
  companyId: number | null
  kind: EventKind
  accountId?: number
  message?: string
}

/** Publishes events when, and only when, the transaction is committed. */
export async function publishEvents(tx: Queries, events: readonly DomainEvent[], at: number): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ companyId, kind, accountId, message }) => ({
    company_id: companyId ?? 0,
    kind,
    account_id: accountId ?? null,
    message: message ?? null,
    at,
  }))
  await eventsStore(tx).insert(rows)
}
