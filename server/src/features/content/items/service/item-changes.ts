/**
 * The one owner of changes that users make: the table elsewhere takes them first, then we store them (D19), so a failure
 * changes nothing. How items are written is decided in `item-writes.ts`.
 */
import type { ContentItem } from '@tangelo/contract'
import type { Database, Queries } from '#platform/database/database.ts'
import { changedMeanwhile, Failure, notFound } from '#platform/errors.ts'
import { newRecordId } from '#platform/record-id.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { emptyItem, type ItemChange, type ItemRow } from '../items.rules.ts'
import { type ItemWrite, outcomeOf } from '../rules/decide-write.ts'
import { changesAnything, type FieldChange } from '../rules/item-history.ts'
import { asContentItem } from '../rules/item-json.ts'
import { type PlanChange, resolvePlan } from './item-links.ts'
import { authorOf, lockItems, visibleItems, writeItems } from './item-writes.ts'
import { findRefusals } from './write-guard.ts'

export type ItemChanges = ReturnType<typeof itemChanges>

/** What a table elsewhere answers to a write: when it says that the record was modified. */
export interface WrittenThrough {
  tableChangedAt: number
  /** What stood there of the fields written and was not known here: it lost, and is kept in the history. */
  conflicts?: readonly FieldChange[]
}

/** A record that the table has made for a new item. */
interface NewRecord {
  id: string
  tableChangedAt: number
  /** In the transaction that stores the item: no later try makes another record for the same intent. */
  settle(tx: Queries): Promise<void>
}

/**
 * How a change made here reaches the table that a company's items are synced with. Called outside of any transaction,
 * before ours begins. It decides by company whether there is a table at all, and may take as long as an outgoing call
 * takes. What it has written and we then fail to store comes back with the next pull.
 */
export interface WriteThrough {
  /**
   * Makes a record, once for each `intent`, and has `keep` keep its item here, under its id; null: no table. Throws a `Failure`:
   * nothing is kept here, and a later try with the same intent goes on with the record that may be there.
   */
  make<Result>(
    request: { companyId: number; fields: ItemChange; intent: string | null },
    keep: (record: NewRecord | null) => Promise<Result>,
  ): Promise<Result>
  /**
   * Gives all these items the same change. Returns the outcome by id; an item that is not in the result has no table. A
   * `Failure` is the user's message for that item, which then stays as it is here.
   */
  change(items: readonly ItemRow[], change: ItemChange): Promise<ReadonlyMap<string, WrittenThrough | Failure>>
  /** In the transaction that stores a change which the tables of these items have taken: of these fields both sides agree. */
  agree(tx: Queries, items: readonly ItemRow[], change: ItemChange): Promise<void>
  /**
   * For items that the server has changed by itself, in the transaction that did: soon after it their records are compared with
   * them, and a table that says otherwise is set back.
   */
  compare(tx: Queries, items: readonly ItemRow[]): Promise<void>
}

/** Nothing to write through to. */
export const noTables: WriteThrough = {
  make: async (_request, keep) => keep(null),
  change: async () => new Map(),
  agree: async () => {},
  compare: async () => {},
}

/** An item at the version that the client has; without one, at its present version. */
interface Seen {
  id: string
  version?: number | undefined
}

/** What a client wants to change of an item: its fields, and links that are checked against its company. */
export type PlannedChange = Omit<ItemChange, 'account' | 'assignee' | 'approvalAskedAt'> & PlanChange

interface Outcome {
  changed: ItemRow[]
  refused: { id: string; failure: Failure }[]
}

interface NewItem {
  companyId: number
  fields: ItemChange
  /** Fields that no table has. */
  own?: ItemChange
  intent: string | null
}

/** What else is written of a locked item. `isInTable`: its table has taken the change. */
type Decide = (item: ItemRow, isInTable: boolean) => Promise<Partial<ItemWrite>>

export function itemChanges({
  database,
  clock,
  writeThrough,
}: {
  database: Database
  clock: Clock
  writeThrough: WriteThrough
}) {
  const into = (tx: Queries) => ({ queries: tx, engine: database.engine })

  /**
   * Gives the tables a change of the items that can be changed. Returns what stores it in a transaction, with a reason for
   * each item that stays as it is. A value that a table has accepted is stored whatever happened here meanwhile: both sides
   * must agree.
   */
  async function sendAll(
    viewer: Viewer,
    wanted: readonly Seen[],
    { accountId, assigneeId, needsApproval, ...fields }: PlannedChange,
    what = 'Post',
  ) {
    const ids = wanted.map(({ id }) => id)
    const seen = await visibleItems(database.queries, viewer, ids)
    const plans = await plansFor(viewer, seen.values(), { accountId, assigneeId, needsApproval })
    const changeOf = ({ company_id }: ItemRow): ItemChange | Failure => {
      const plan = plans.get(company_id)
      return plan instanceof Failure ? plan : { ...fields, ...plan }
    }
    const possible = wanted.flatMap(({ id, version }) => {
      const row = seen.get(id)
      const isOpen = row && !(changeOf(row) instanceof Failure) && changesAnything(row, fields)
      return isOpen && !refusal(row, version) ? [row] : []
    })
    const previewChange = (row: ItemRow) => {
      const change = changeOf(row)
      return outcomeOf({ before: row, change: change instanceof Failure ? {} : change, at: 0 })
    }
    // Before a table takes what is refused here.
    const barred = await findRefusals(database.queries, possible.map(previewChange), clock.now())
    const due = possible.filter(({ id }) => !barred.has(id))
    const written = due.length > 0 ? await writeThrough.change(due, fields) : new Map<string, never>()
    return async (tx: Queries, decide?: Decide): Promise<Outcome> => {
      const now = clock.now()
      const rows = await lockItems(into(tx), [...seen.keys()])
      const writes: ItemWrite[] = []
      const refused: Outcome['refused'] = []
      for (const { id, version } of wanted) {
        const row = rows.get(id)
        const accepted = written.get(id)
        const change = row ? changeOf(row) : {}
        if (accepted instanceof Failure) refused.push({ id, failure: accepted })
        else if (!row || row.is_gone === 1) refused.push({ id, failure: notFound(what) })
        else if (change instanceof Failure) refused.push({ id, failure: change })
        else {
          const failure = accepted || !changesAnything(row, change) ? null : refusal(row, version)
          if (failure) refused.push({ id, failure })
          else {
            const more = await decide?.(row, accepted !== undefined)
            writes.push({ before: row, change, at: now, ...accepted, ...more })
          }
        }
      }
      const refusals = await findRefusals(tx, writes.map(outcomeOf), now)
      const allowed = writes.filter(({ before }) => !refusals.has(before.id))
      for (const [id, failure] of refusals) refused.push({ id, failure })
      const changed = await writeItems(into(tx), allowed, authorOf(viewer), now)
      await writeThrough.agree(
        tx,
        changed.filter(({ id }) => written.has(id)),
        fields,
      )
      return { changed, refused }
    }
  }

  /** By company: an account belongs to one, so the same change can be right for some items and wrong for others. */
  async function plansFor(
    viewer: Viewer,
    items: Iterable<ItemRow>,
    change: PlanChange,
  ): Promise<Map<number, ItemChange | Failure>> {
    const plans = new Map<number, ItemChange | Failure>()
    for (const { company_id: companyId } of items)
      if (!plans.has(companyId)) plans.set(companyId, await planOf(viewer, companyId, change))
    return plans
  }

  async function planOf(viewer: Viewer, companyId: number, change: PlanChange): Promise<ItemChange | Failure> {
    try {
      return await resolvePlan(database, { viewer, companyId, at: clock.now() }, change)
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  /** The same for one item. What stores it answers the item as it then is, and throws where it is refused. */
  async function send(viewer: Viewer, wanted: Seen, change: PlannedChange, what = 'Post') {
    const store = await sendAll(viewer, [wanted], change, what)
    return async (tx: Queries, decide?: Decide): Promise<ItemRow> => {
      const {
        changed: [row],
        refused: [refused],
      } = await store(tx, decide)
      if (!row) throw refused?.failure ?? notFound(what)
      return row
    }
  }

  return {
    send,

    /** Makes an item, once for each `intent`, and answers its id. `also` runs in the transaction that makes it. */
    make(
      viewer: Viewer,
      { companyId, fields, own = {}, intent }: NewItem,
      also: (tx: Queries, id: string) => Promise<void>,
    ): Promise<string> {
      return writeThrough.make({ companyId, fields, intent }, (record) =>
        database.transaction(async (tx) => {
          const at = clock.now()
          const id = record?.id ?? newRecordId()
          // A pull may have brought the record's item meanwhile.
          const pulled = record && (await lockItems(into(tx), [id])).get(id)
          const before = pulled ?? emptyItem({ id, companyId, at })
          const change = { ...fields, ...own }
          const write = { before, isNew: !pulled, change, at, tableChangedAt: record?.tableChangedAt }
          await writeItems(into(tx), [write], authorOf(viewer), at)
          await record?.settle(tx)
          await also(tx, id)
          return id
        }),
      )
    },

    /**
     * Absent fields stay, null clears, empty is a value. Throws `changed_meanwhile` with the post as it is now when the
     * version is outdated, unless the post already has the requested values: then nothing is written.
     */
    async update(
      viewer: Viewer,
      id: string,
      { version, ...change }: PlannedChange & Omit<Seen, 'id'>,
    ): Promise<ContentItem> {
      const store = await send(viewer, { id, version }, change)
      return asContentItem(await database.transaction((tx) => store(tx)))
    },

    /** An item that is named twice is changed once. */
    async updateMany(viewer: Viewer, { posts, ...change }: PlannedChange & { posts: readonly Seen[] }) {
      const once = [...new Map(posts.toReversed().map((post) => [post.id, post])).values()].toReversed()
      const store = await sendAll(viewer, once, change)
      const { changed, refused } = await database.transaction((tx) => store(tx))
      return {
        changed: changed.map(asContentItem),
        refused: refused.map(({ id, failure }) => ({ id, error: failure.code, message: failure.message })),
      }
    },
  }
}

const refusal = (row: ItemRow, version: number | undefined): Failure | null =>
  version === undefined || version === row.version ? null : changedMeanwhile('post', version, asContentItem(row))
