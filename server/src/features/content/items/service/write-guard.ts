/** What users may not write of items, whatever the route: without an approval that counts, or beside the time of a publication. */
import type { Queries } from '#platform/database/database.ts'
import { conflict, type Failure } from '#platform/errors.ts'
import type { ItemRow } from '../items.rules.ts'
import { approvalRequired } from '../rules/approval-rule.ts'
import { itemPublicationsStore, type QueuedPublication } from '../store/publications.ts'
import { withoutApproval } from './approval-guard.ts'

interface Wanted {
  /** Null for a new item. */
  before: ItemRow | null
  after: ItemRow
}

/**
 * Of these items those that are queued, by id. They have the date of their publication, so that calendars and tables say when it goes
 * out: it changes with the publication alone.
 */
export async function findQueuedItems(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, [QueuedPublication, ...QueuedPublication[]]>> {
  const found = ids.length === 0 ? [] : await itemPublicationsStore(queries).movable(ids)
  return new Map(
    [...Map.groupBy(found, ({ item_id }) => item_id)].flatMap(([id, [first, ...others]]) =>
      first ? [[id, [first, ...others]] as const] : [],
    ),
  )
}

/** Why these items must not be written so, by id. A transaction has locked them; before one it is a first look. */
export async function findRefusals(
  queries: Queries,
  wanted: readonly Wanted[],
  now: number,
): Promise<Map<string, Failure>> {
  const unapproved = await withoutApproval(queries, wanted, now, { use: false })
  const moved = wanted.filter(({ before, after }) => before !== null && before.publish_date !== after.publish_date)
  const queued = await findQueuedItems(
    queries,
    moved.map(({ after }) => after.id),
  )
  return new Map(
    wanted.flatMap(({ before, after }): [string, Failure][] => {
      if (unapproved.has(after.id)) return [[after.id, approvalRequired(before, after)]]
      const publications = queued.get(after.id)
      // A date that differs, as from before this rule, may be set right.
      if (!publications || publications.some(({ planned_at }) => planned_at === after.publish_at)) return []
      return [[after.id, keepsDate(publications[0])]]
    }),
  )
}

const keepsDate = ({ id, account_name }: QueuedPublication): Failure =>
  conflict(
    'already_queued',
    `This post is queued for @${account_name} and keeps its date. Choose another time in the queue, or withdraw it first.`,
    { publicationId: id },
  )
