/** What queueing a publication and planning it anew have in common: the moment, and the job that begins with it. */
import { PLANNED_DAYS_MAX } from '@tangelo/contract/limits'
import type { Queries } from '#platform/database/database.ts'
import { invalidInput } from '#platform/errors.ts'
import type { Queue } from '#ports/queue.ts'
import { beginsAt } from '../publications.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'

export const PUBLISH_POST = 'publish-post'
const DAY_MS = 86_400_000

/** Now unless given. Throws `invalid_input` for a moment that is no time to publish. */
export function parsePlannedAt(at: string | undefined, now: number): number {
  const moment = at === undefined ? now : Date.parse(at)
  if (moment < now - DAY_MS) throw invalidInput('This time has passed', { at: 'must not be in the past' })
  if (moment > now + PLANNED_DAYS_MAX * DAY_MS)
    throw invalidInput(`Plan at most ${PLANNED_DAYS_MAX} days ahead`, { at: 'is too far ahead' })
  return Math.max(moment, now)
}

const keyOf = ({ id, plan }: Pick<PublicationRow, 'id' | 'plan'>) => `${id} ${plan}`

/** In the transaction that knows what became of an order: the account's next post need not wait for its next look. */
export async function hastenNext(
  queue: Pick<Queue, 'hasten'>,
  tx: Queries,
  { id, account_id }: Pick<PublicationRow, 'id' | 'account_id'>,
  now: number,
): Promise<void> {
  const next = await publicationsStore(tx).nextInLine(account_id, { now, exceptId: id })
  if (next) await queue.hasten(tx, PUBLISH_POST, keyOf(next))
}

type Planned = Pick<PublicationRow, 'id' | 'company_id' | 'plan' | 'planned_at' | 'how'>

/** In the transaction that plans it. A job that is there already stays the one. */
export const enqueuePublication = (queue: Pick<Queue, 'enqueue'>, tx: Queries, planned: Planned) =>
  queue.enqueue(tx, [
    {
      kind: PUBLISH_POST,
      key: keyOf(planned),
      companyId: planned.company_id,
      payload: { publicationId: planned.id, plan: planned.plan },
      runAt: planned.how === 'remind' ? planned.planned_at : beginsAt(planned.planned_at),
      priority: 1,
    },
  ])
