/** A change by a person: the row is locked, and changed in one transaction with its step, its entry in the audit log and its event. */
import type { Publication } from '@tangelo/contract'
import type { PublicationState } from '@tangelo/contract/limits'
import { type ItemRow, lockItems } from '#features/content/index.ts'
import { type AuditLog, publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { publicationsChanged } from '../../slots/slots.rules.ts'
import { type Change, type PublicationRow, publicationsStore } from '../publications.store.ts'
import { mayFollow } from '../rules/states.ts'
import { seenPublications } from './seen.ts'

type Act = 'publication.planned' | 'publication.withdrawn' | 'publication.decided'

export type ChangeLocked = ReturnType<typeof lockedChanges>

export function lockedChanges({
  database,
  clock,
  audit,
}: {
  database: Database
  clock: Clock
  audit: Pick<AuditLog, 'record'>
}) {
  const { visibleTo, describePublication } = seenPublications(database)

  return async function changeLocked(
    viewer: Viewer,
    id: string,
    decide: (
      tx: Queries,
      row: PublicationRow,
      item: ItemRow | undefined,
    ) => Promise<{ change: Change & { state: PublicationState }; step: string; detail: string | null; act: Act }>,
  ): Promise<Publication> {
    const { item_id } = await visibleTo(viewer, id)
    const after = await database.transaction(async (tx) => {
      const inside = publicationsStore(tx)
      // In the order in which workers lock them.
      const item = (await lockItems({ queries: tx, engine: database.engine }, [item_id])).get(item_id)
      const row = await inside.lock(id, database.engine)
      if (!row) throw notFound('Publication')
      const { change, step, detail, act } = await decide(tx, row, item)
      if (change.state !== row.state && !mayFollow(row.state, change.state)) throw tooLate(row)
      const now = clock.now()
      const changed = await inside.change(id, Object.assign({ changed_at: now }, change))
      await inside.addStep({ publication_id: id, at: now, state: changed.state, title: step, detail })
      await audit.record(tx, viewer, {
        act,
        object: { kind: 'publication', id, name: changed.account_name },
        companyId: changed.company_id,
        details: { state: changed.state, post: changed.item_id },
      })
      await publishEvents(tx, [publicationsChanged(changed.company_id)], now)
      return changed
    })
    return describePublication(after)
  }
}

export const tooLate = ({ state }: Pick<PublicationRow, 'state'>) =>
  conflict(
    'too_late',
    state === 'publishing' || state === 'published'
      ? 'Its order has left already: it cannot be stopped any more'
      : 'This publication has ended',
    { state },
  )
