/**
 * What people change of a publication: they withdraw it, plan it anew, or decide where nothing else can tell whether it is live. Each
 * locks the row, and is one transaction with its step, its entry in the audit log and its event.
 */
import type { Publication } from '@tangelo/contract'
import type { AuditLog } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import { describePlanned, SENTENCES } from '../rules/sentences.ts'
import { isBeforeOrder } from '../rules/states.ts'
import type { PublishingAccess } from './access.ts'
import { lockedChanges, tooLate } from './change-locked.ts'
import { decisions } from './decide.ts'
import type { ItemDate } from './item-date.ts'
import type { Preparing } from './prepare.ts'
import { enqueuePublication, parsePlannedAt } from './queued.ts'
import { seenPublications } from './seen.ts'

export function changesByPeople({
  database,
  clock,
  queue,
  audit,
  access,
  lockApprovedItem,
  moveItem,
}: {
  database: Database
  clock: Clock
  queue: Pick<Queue, 'enqueue'>
  audit: Pick<AuditLog, 'record'>
  access: PublishingAccess
  lockApprovedItem: Preparing['lockApprovedItem']
  moveItem: ItemDate
}) {
  const { visibleTo, describePublication } = seenPublications(database)
  const changeLocked = lockedChanges({ database, clock, audit })

  return {
    ...decisions({ database, clock, queue, access, changeLocked }),

    /** Throws `too_late` once the order has left. What is withdrawn already stays so. */
    async withdraw(viewer: Viewer, id: string): Promise<Publication> {
      const before = await visibleTo(viewer, id)
      if (before.state === 'withdrawn') return describePublication(before)
      return changeLocked(viewer, id, async (_, row) => {
        if (!isBeforeOrder(row.state)) throw tooLate(row)
        return {
          change: {
            state: 'withdrawn',
            sentence: SENTENCES.withdrawn(viewer.username),
            ended_at: clock.now(),
            waits_for: null,
            waits_until: null,
          },
          step: 'Withdrawn',
          detail: `by ${viewer.username}`,
          act: 'publication.withdrawn',
        }
      })
    },

    /** Throws `too_late` once the order has left, and `approval_required`. What was prepared is prepared anew. */
    plan: (viewer: Viewer, id: string, at: string | undefined): Promise<Publication> =>
      changeLocked(viewer, id, async (tx, row, item) => {
        if (!isBeforeOrder(row.state)) throw tooLate(row)
        const moment = parsePlannedAt(at, clock.now())
        const found = await lockApprovedItem(tx, row)
        if (typeof found === 'string') throw conflict('approval_required', found)
        if (item?.company_id === row.company_id && moment > clock.now()) await moveItem(tx, item, moment, viewer)
        const plan = row.plan + 1
        await enqueuePublication(queue, tx, { id, company_id: row.company_id, plan, planned_at: moment, how: row.how })
        return {
          change: {
            state: 'planned',
            plan,
            planned_at: moment,
            due_at: moment,
            container_id: null,
            container_at: null,
            upload_url: null,
            tries: 0,
            looks: 0,
            waits_for: null,
            waits_until: null,
            reminded_at: null,
            sentence: describePlanned(row),
          },
          step: 'Planned',
          detail: `by ${viewer.username}`,
          act: 'publication.planned',
        }
      }),
  }
}
