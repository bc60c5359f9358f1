/**
 * The one place that writes content items. Whatever changes one, here or in a table elsewhere, comes through `keepItems`,
 * which moves the counts, adds to the history and tells open screens in the same transaction.
 */
import { publishEvents } from '#features/core/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import { type Engine, insertNew, type Queries } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import { newRecordId } from '#platform/record-id.ts'
import { truncate } from '#platform/truncate.ts'
import {
  asDraftPost,
  changed,
  countMoves,
  differences,
  emptyItem,
  type FieldChange,
  type ItemChange,
  type ItemRow,
  plannedItem,
  searchText,
  shownItem,
} from './items.rules.ts'

const COLUMNS = [
  'id',
  'company_id',
  'status_key',
  'media_key',
  'created_at',
  'publish_at',
  'is_gone',
  'version',
  'changed_at',
  'changed_by',
  'source',
  'table_changed_at',
  'status',
  'media_type',
  'publish_date',
  'likes',
  'comments',
  'location',
  'image_url',
  'images',
  'video_url',
  'tagged_users',
  'hashtags',
  'caption',
] as const satisfies (keyof ItemRow)[]

const itemById = prepared((db, id: string) => db.selectFrom('content_items').select(COLUMNS).where('id', '=', id))

export interface Into {
  queries: Queries
  engine: Engine
}

/** Who changes items. The table has no name: `{ origin: 'table', name: null, userId: null }`. */
export interface Author {
  origin: 'here' | 'table'
  name: string | null
  userId: number | null
}

export interface ItemWrite {
  /** As it was read in this transaction (`itemsToWrite`), or `emptyItem` for one that is new. */
  before: ItemRow
  isNew?: boolean
  change: ItemChange
  /** When it was changed: now, or when the table says. */
  at: number
  /** Deleted in the table, or there again. Absent: as it is. */
  isGone?: boolean
  /** When the table says that it was modified last. Kept also where nothing else changes. */
  tableChangedAt?: number | undefined
  /** What was given up for something newer: `from` is what lost, `to` what stands. An entry of its own in the history. */
  conflicts?: readonly FieldChange[]
}

/**
 * Writes items as they are to be and answers them so, in order. One that nothing is changed in stays as it is, with its
 * version. An item must stand in `writes` once. Throws when a new item's id is taken, also by another company. Text must be
 * storable: well-formed Unicode without U+0000.
 */
export async function keepItems(
  into: Into,
  writes: readonly ItemWrite[],
  author: Author,
  now: number,
): Promise<ItemRow[]> {
  const { queries: tx } = into
  const decided = writes.map((write) => decide(write, author))
  const added = decided.filter(({ isNew }) => isNew)
  const made = added.map(({ after }) => ({ ...after, ...madeFrom(after) }))
  if ((await insertNew(into, 'content_items', made)) < made.length) throw new Error('The id of a new item is taken')
  for (const { before, after, isNew, isReal } of decided) {
    if (isNew || after === before) continue
    await tx
      .updateTable('content_items')
      .set({
        ...onlyWhatDiffers(before, after),
        ...(isReal && madeFrom(after)),
      })
      .where('id', '=', after.id)
      .execute()
  }
  await insertNew(
    into,
    'content_changes',
    decided.flatMap(({ entries }) => entries),
  )
  const real = decided.filter(({ isReal }) => isReal)
  const companies = new Set(real.map(({ after }) => after.company_id))
  const happenings = [...companies].map((companyId) => ({ companyId, kind: 'content-changed' as const }))
  await publishEvents(tx, happenings, now)
  await announceDrafts(tx, real, author, now)
  await moveCounts(tx, real)
  return decided.map(({ after }) => after)
}

/**
 * Makes an item that says `change`. `record` is what a table elsewhere has made of it already; a pull may have brought that
 * meanwhile.
 */
export async function keepNew(
  into: Into,
  { companyId, record, change }: { companyId: number; record: NewRecord | null; change: ItemChange },
  author: Author,
  now: number,
): Promise<ItemRow> {
  const item = emptyItem({ id: record?.id ?? newRecordId(), companyId, at: now })
  const brought = record && (await itemsToWrite(into, [record.id])).get(record.id)
  const write = { before: brought ?? item, isNew: !brought, change, at: now, tableChangedAt: record?.tableChangedAt }
  const [row = item] = await keepItems(into, [write], author, now)
  await record?.settle(into.queries)
  return row
}

/** What a table elsewhere has made of a new item. */
export interface NewRecord {
  id: string
  tableChangedAt: number
  /** In the transaction that keeps the item: no later try makes another record of the same wish. */
  settle(tx: Queries): Promise<void>
}

function decide(write: ItemWrite, author: Author) {
  const { before, isNew = false, change, at, conflicts = [] } = write
  const told: ItemRow = {
    ...changed(before, change),
    is_gone: write.isGone === undefined ? before.is_gone : write.isGone ? 1 : 0,
    table_changed_at: write.tableChangedAt ?? before.table_changed_at,
  }
  const changes = [...differences(before, told), ...presenceChange(before, told)]
  const isReal = isNew || changes.length > 0
  const entry = (kind: 'made' | 'changed' | 'conflict', what: readonly FieldChange[]) => ({
    company_id: before.company_id,
    item_id: before.id,
    at,
    by_name: author.name,
    user_id: author.userId,
    origin: author.origin,
    kind,
    changes: JSON.stringify(what),
  })
  const after: ItemRow = isNew
    ? { ...told, source: author.origin }
    : isReal
      ? { ...told, version: before.version + 1, changed_at: at, changed_by: author.name }
      : told.table_changed_at === before.table_changed_at
        ? before
        : { ...before, table_changed_at: told.table_changed_at }
  return {
    before: isNew ? null : before,
    after,
    isNew,
    isReal,
    fields: changes.map(({ field }) => field),
    entries: [
      ...(conflicts.length > 0 ? [entry('conflict', conflicts)] : []),
      ...(isNew ? [entry('made', [])] : changes.length > 0 ? [entry('changed', changes)] : []),
    ],
  }
}

/** What was a draft, or is one now. What a table has had all along is nothing new to whoever keeps that table. */
async function announceDrafts(
  tx: Queries,
  writes: readonly ReturnType<typeof decide>[],
  { name, origin }: Author,
  now: number,
): Promise<void> {
  const isDraft = (row: ItemRow | null) => row?.status_key === 'draft'
  const told = writes.filter(
    ({ before, after, isNew }) => (isDraft(before) || isDraft(after)) && !(isNew && origin === 'table'),
  )
  await enqueueWebhooks(
    tx,
    told.map(({ after, isNew, fields }) => ({
      companyId: after.company_id,
      kind: 'draft.changed',
      subject: truncate(after.caption),
      data: () => ({ post: asDraftPost(after), isNew, isGone: after.is_gone === 1, changed: fields, by: name }),
    })),
    now,
  )
}

function presenceChange(before: ItemRow, after: ItemRow): FieldChange[] {
  if (before.is_gone === after.is_gone) return []
  const word = ({ is_gone }: ItemRow) => (is_gone === 1 ? 'gone' : 'there')
  return [{ field: 'presence', from: word(before), to: word(after) }]
}

const madeFrom = (row: ItemRow) => ({
  search_text: searchText(row),
  shown: shownItem(row),
  planned: plannedItem(row),
})

const onlyWhatDiffers = (before: ItemRow | null, after: ItemRow): Partial<ItemRow> =>
  Object.fromEntries(COLUMNS.flatMap((column) => (after[column] === before?.[column] ? [] : [[column, after[column]]])))

/** The last thing before the commit: on PostgreSQL those who move the same count wait for each other. */
async function moveCounts(tx: Queries, writes: Parameters<typeof countMoves>[0]): Promise<void> {
  const moves = countMoves(writes)
  if (moves.length === 0) return
  await tx
    .insertInto('content_counts')
    .values(moves)
    .onConflict((taken) =>
      taken.columns(['company_id', 'status_key']).doUpdateSet((row) => ({
        items: row('content_counts.items', '+', row.ref('excluded.items')),
        undated: row('content_counts.undated', '+', row.ref('excluded.undated')),
      })),
    )
    .execute()
}

/**
 * These items, also those that are gone, by id. Nobody else changes them until the transaction ends; always in the same
 * order, so that nobody waits in a circle.
 */
export async function itemsToWrite({ queries, engine }: Into, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  if (ids.length === 0) return new Map()
  const rows: ItemRow[] = await queries
    .selectFrom('content_items')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function contentStore(db: Queries) {
  return {
    /** Undefined for one that is gone as for a missing one. */
    find: async (id: string): Promise<ItemRow | undefined> => {
      const [row] = await itemById(db, id)
      return row?.is_gone === 0 ? row : undefined
    },

    rows: (ids: readonly string[]): Promise<ItemRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('content_items').select(COLUMNS).where('id', 'in', ids).execute(),

    /** Newest first. The name is null where the user is gone. */
    history: (item: { company_id: number; id: string }, before: number, limit: number) =>
      db
        .selectFrom('content_changes')
        .leftJoin('users', 'users.id', 'content_changes.user_id')
        .select([
          'content_changes.id',
          'content_changes.at',
          'content_changes.by_name',
          'content_changes.user_id',
          'users.id as known_user_id',
          'content_changes.origin',
          'content_changes.kind',
          'content_changes.changes',
        ])
        .where('content_changes.company_id', '=', item.company_id)
        .where('content_changes.item_id', '=', item.id)
        .where('content_changes.id', '<', before)
        .orderBy('content_changes.id', 'desc')
        .limit(limit)
        .execute(),
  }
}
